import type { Problem } from "./types";
import { type Key, language, pattern, said } from "../words";

/** What went wrong in words the page can show, where the hub has none. */
const unsaid: Record<number, Key> = {
  0: "refused.noAnswer",
  401: "common.youAreSignedOut",
  403: "refused.refused",
  404: "refused.gone",
  409: "refused.meanwhile",
  412: "parts.changedMeanwhile",
  413: "refused.tooLarge",
  422: "refused.wrong",
  429: "common.tooManyTriesFromThis",
  503: "refused.busy",
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
    super(problem.detail || `refused with ${status}`);
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
    const { detail = "" } = this.problem;
    return sentence(said("", this.problem) || (first ? said("", first) : "") || detail) || pattern(unsaid[this.status] ?? "refused.failed");
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
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…。]$/.test(text) ? "" : language() === "ja" ? "。" : ".");
}
