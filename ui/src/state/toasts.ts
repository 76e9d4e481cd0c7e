// Short messages in one fixed place, above the page.
import { signal } from "@preact/signals";
import { api } from "../api/client";
import { Refusal } from "../api/refusal";
import { t } from "../words";

export interface Action {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  text: string;
  /** Something went wrong: it is read out at once. */
  alarm: boolean;
  action: Action | null;
  /** What can be done besides. */
  second: Action | null;
  /** The event that its Undo takes back. */
  event: string | null;
  /** What does so where newer changes of the same field stand in the event's way. */
  instead: (() => unknown) | null;
}

/** How long one stays, in milliseconds; while it is pointed at or has the focus, longer. */
export const lifetime = 12_000;

export const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** Says something. At most three are shown. Answers the id, for what may stop being true. */
export function say(text: string, { alarm = false, action = null, second = null, event = null, instead = null }: Partial<Omit<Toast, "id" | "text">> = {}): number {
  toasts.value = [...toasts.value, { id: ++last, text, alarm, action, second, event, instead }].slice(-3);
  return last;
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Says what was done, and offers to take it back. */
export function sayDone(text: string, event: string | null, instead: Toast["instead"] = null, second: Action | null = null): void {
  say(text, { event, instead, second, action: event ? { label: t("common.undo"), run: () => void undo(event, instead) } : null });
}

/** Takes a change back by its event, or by `instead`. */
export async function undo(event: string, instead: Toast["instead"] = null): Promise<void> {
  toasts.value = toasts.value.filter((toast) => toast.event !== event);
  try {
    await api.post("/api/events/{id}/undo", { path: { id: event } });
    say(t("common.undone"));
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    if (failure.status === 409 && instead) instead();
    else say(failure.sentence, { alarm: true, action: failure.offline ? { label: t("common.tryAgain"), run: () => void undo(event, instead) } : null });
  }
}

/** The newest message that offers to take something back. */
export const lastDone = (): Toast | undefined => toasts.value.findLast(({ event, action }) => event || action?.label === t("common.undo"));

/** Takes back the last change that is still offered. */
export function undoLast(): void {
  const last = lastDone();
  if (last) dismiss(last.id);
  last?.action?.run();
}
