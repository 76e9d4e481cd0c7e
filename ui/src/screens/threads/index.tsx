// Threads: the list, and the one thread.
import type { ScreenProps } from "../../places";
import { extra } from "../../parts/deferred";
import { Split } from "../../parts/Split";
import { to } from "../../router";
import { ThreadDetail } from "./ThreadDetail";
import { ThreadList } from "./ThreadList";
import { keptOf } from "./views";
import { t } from "../../words";
import "./threads.css";

const Landing = extra(() => import("./Landing"));

export default function Threads({ params: { id }, query }: ScreenProps) {
  return (
    <Split label={id ? t("common.thread") : t("threads.whereThingsStand")} hint={<Landing />} back={id && to("threads", null, keptOf(query))} list={<ThreadList query={query} current={id ?? null} />}>
      {id && <ThreadDetail key={id} id={id} />}
    </Split>
  );
}
