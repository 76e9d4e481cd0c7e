import type { Problem } from "./types";
import { said } from "../words";

/** What went wrong in words the page can show. */
const unsaid: Record<number, string> = {
  0: "The hub did not answer.",
  401: "You are signed out.",
  403: "The hub refused this.",
  404: "This is not there any more.",
  409: "This does not fit with what has happened meanwhile.",
  412: "Somebody changed this meanwhile.",
  413: "This is too large.",
  422: "Something in this is not right.",
  429: "Too many tries from this address.",
  503: "The hub is busy. Try again in a moment.",
};

/** Why a request did not do what it should. */
export class Refusal extends Error {
  /** HTTP status; 0: no answer came. */
  readonly status: number;
  /** The stable type of the problem document, as "validation"; "" when there is none. */
  readonly type: string;
  /** What is wrong with single fields, by their place in the request: "body.summary". */
  readonly fields: NonNullable<Problem["errors"]>;
  /** Seconds to wait, where the hub says so; else 0. */
  readonly retryAfter: number;
  /** The whole document. */
  readonly problem: Partial<Problem>;
  /** ETag of the present version, on 412. */
  readonly etag: string | null;

  constructor(status: number, problem: Partial<Problem> = {}, headers?: Headers) {
    super(sentence(problem.detail ?? "") || unsaid[status] || "The hub could not do this.");
    this.name = "Refusal";
    this.status = status;
    this.type = problem.type?.replace(/^\/problems\//, "") ?? "";
    this.fields = problem.errors ?? [];
    this.retryAfter = Math.max(0, Number.parseInt(headers?.get("Retry-After") ?? "", 10) || 0);
    this.problem = problem;
    this.etag = headers?.get("ETag") ?? null;
  }

  /** One sentence for the reader. */
  get sentence(): string {
    const [first] = this.fields;
    return sentence(said("", this.problem) || (first ? said("", first) : "")) || this.message;
  }

  /** Whether the hub gave no answer: the network is gone, or a proxy answers in its place. */
  get offline(): boolean {
    return this.status === 0 || (this.status >= 502 && !this.problem.detail);
  }

  /** What is wrong with one field, or with an item of it, as a sentence; "" when nothing is. */
  of(field: string): string {
    const names = ["body." + field, "query." + field];
    const found = this.fields.find(({ location }) => names.some((name) => location === name || location.startsWith(name + "[")));
    return found ? sentence(said(found.message, found)) : "";
  }
}

/** A message of the API as a sentence: they begin small and end without a stop. */
export function sentence(text: string): string {
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
}
