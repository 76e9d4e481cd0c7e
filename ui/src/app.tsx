// Who is here decides what is shown: the door, the page, or that the hub does not answer.
import { useEffect } from "preact/hooks";
import { Door } from "./account/Door";
import { Problem } from "./parts/Rest";
import { Toasts } from "./parts/Toasts";
import { start as followLinks } from "./router";
import { Frame } from "./shell/Frame";
import { apart, door, enter, inside, unknown } from "./state/session";

export function App() {
  useEffect(followLinks, []);
  return (
    <>
      {(inside.value || apart.value) && <Frame />}
      {!inside.value && !apart.value && unknown.value && <main class="alone"><h1 class="unseen">Progress Hub</h1><Problem why={unknown.value} retry={() => void enter()} /></main>}
      {door.value && <Door key={String(inside.value)} why={door.value.why} />}
      <Toasts />
    </>
  );
}
