import { render } from "preact";
import "./styles/layers.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/shell.css";
import { App } from "./app";
import { keepDrafts } from "./state/keepDrafts";
import "./state/offer"; // browsers offer it early, and only once
import { speakFirst } from "./state/language";
import { checkSession, watch } from "./state/session";
import { keepFiles } from "./state/version";

watch();
void checkSession(); // before anything is drawn: the answer decides what

/** How long the first look waits for what was written before, in milliseconds: shown later, it would move the
 * screen. A store answers at once, on a phone with much to do after half a second, or hardly ever. */
const patience = 2_000;
const drafts = Promise.race([keepDrafts(), new Promise((go) => setTimeout(go, patience))]);

void Promise.allSettled([speakFirst(), drafts]).then(() => render(<App />, document.getElementById("app")!));

/** How long after the first load the rest of the files may come, in milliseconds. */
const later = 1_000;
const mayNotify = () => "Notification" in window && Notification.permission === "granted";
if (import.meta.env.PROD) {
  addEventListener("load", () => setTimeout(async () => {
    await keepFiles();
    if (mayNotify()) (await import("./state/push")).keepPush();
  }, later));
}
