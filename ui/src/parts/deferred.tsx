import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { say } from "../state/toasts";

/** A part whose file is loaded when it is first shown; nothing is there until it has come. When it does
 * not come, `onMissing` is called, the owner is told that `what` did not load, and may try `onAgain`. */
export function deferred<P extends object>(what: string, load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P & { onMissing: () => void; onAgain: () => void }> {
  const loaded = signal<ComponentType<P> | null>(null);
  return function Deferred({ onMissing, onAgain, ...props }) {
    useEffect(() => {
      if (loaded.peek()) return;
      load().then((file) => { loaded.value = file.default; }, () => {
        onMissing();
        say(`${what} did not load: the hub does not answer.`, { alarm: true, action: { label: "Try again", run: onAgain } });
      });
    }, []);
    const Component = loaded.value as ComponentType<object> | null;
    return Component && <Component {...props} />;
  };
}
