// Threads: the list, and beside it from 60 rem (in its place on a phone) the one thread.
import type { ScreenProps } from "../../places";
import { deferred } from "../../parts/deferred";
import { ask, asked, close } from "./asked";
import { ThreadDetail } from "./ThreadDetail";
import { ThreadList } from "./ThreadList";
import "./threads.css";

const Dialogs = deferred("The form", () => import("./Dialogs"));

export default function Threads({ params: { id }, query }: ScreenProps) {
  const question = asked.value;
  return (
    <>
      <div class={id ? "split showing-detail" : "split"}>
        <ThreadList query={query} current={id ?? null} />
        <section class="split-detail" aria-label="Thread">{id ? <ThreadDetail key={id} id={id} /> : <p class="split-hint">Choose a thread to see where it stands.</p>}</section>
      </div>
      {question && <Dialogs {...question} onMissing={close} onAgain={() => ask(question.kind, question.thread)} />}
    </>
  );
}
