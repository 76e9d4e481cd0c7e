// Threads: the list, and the one thread.
import type { ScreenProps } from "../../places";
import { deferred } from "../../parts/deferred";
import { Split } from "../../parts/Split";
import { ask, asked, close } from "./asked";
import { ThreadDetail } from "./ThreadDetail";
import { ThreadList } from "./ThreadList";
import { t } from "../../words";
import "./threads.css";

const Dialogs = deferred(() => import("./Dialogs"));

export default function Threads({ params: { id }, query }: ScreenProps) {
  const question = asked.value;
  return (
    <>
      <Split label={t("common.thread")} hint={t("threads.chooseAThreadToSee")} list={<ThreadList query={query} current={id ?? null} />}>
        {id && <ThreadDetail key={id} id={id} />}
      </Split>
      {question && <Dialogs {...question} onMissing={close} onAgain={() => ask(question.kind, question.thread)} />}
    </>
  );
}
