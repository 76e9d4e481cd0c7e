// Unit tests read English, with British dates.
import { use } from ".";
import bring from "./en/bring";
import connect from "./en/connect";
import documents from "./en/documents";
import lists from "./en/lists";
import main from "./en/main";
import settings from "./en/settings";
import threads from "./en/threads";

Object.defineProperty(navigator, "languages", { value: ["en-GB"], configurable: true });
use("en", { main, documents, lists, settings, threads, bring, connect });
