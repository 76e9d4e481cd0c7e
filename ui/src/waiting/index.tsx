// What waits to be sent: the list of it, and what is asked before signing out.
import { opened } from "../state/outbox";
import { List } from "./List";
import { Leave } from "./Leave";
import "./waiting.css";

const close = (): void => { opened.value = null; };

export default function Waiting({ kind }: { kind: "list" | "leave" }) {
  return kind === "list" ? <List close={close} /> : <Leave close={close} />;
}
