import { type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { say } from "../state/toasts";
import { t } from "../words";

/** A part whose file is loaded when it is first shown; nothing is there until it has come. When it does
 * not come, `onMissing` is called, the owner is told so, and may try `onAgain`. */
export function deferred<P extends object>(load: Load<P>): ComponentType<P & { onMissing: () => void; onAgain: () => void }> {
  const loaded = signal<ComponentType<P> | null>(null);
  return function Deferred({ onMissing, onAgain, ...props }) {
    return useLoaded(loaded, load, props as P, () => {
      onMissing();
      say(t("parts.didNotLoad"), { alarm: true, action: { label: t("common.tryAgain"), run: onAgain } });
    });
  };
}

/** A part that nobody waits for: without its file, it is not there until it is shown anew. */
export function extra<P extends object>(load: Load<P>): ComponentType<P> {
  const loaded = signal<ComponentType<P> | null>(null);
  return function Extra(props) {
    return useLoaded(loaded, load, props, () => {});
  };
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

function useLoaded<P extends object>(loaded: Signal<ComponentType<P> | null>, load: Load<P>, props: P, missing: () => void) {
  useEffect(() => {
    if (!loaded.peek()) load().then((file) => { loaded.value = file.default; }, missing);
  }, []);
  const Component = loaded.value as ComponentType<object> | null;
  return Component && <Component {...props} />;
}
