import { render } from "preact";
import "./styles/layers.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/shell.css";
import { App } from "./app";
import "./state/offer"; // browsers offer it early, and only once
import { speakFirst } from "./state/language";
import { checkSession, watch } from "./state/session";
import { keepFiles } from "./state/version";

watch();
void checkSession(); // before anything is drawn: the answer decides what

void speakFirst().finally(() => render(<App />, document.getElementById("app")!));

/** How long after the first load the rest of the files may come, in milliseconds. */
const later = 1_000;
const mayNotify = () => "Notification" in window && Notification.permission === "granted";
if (import.meta.env.PROD) {
  addEventListener("load", () => setTimeout(async () => {
    await keepFiles();
    if (mayNotify()) (await import("./state/push")).keepPush();
  }, later));
}
