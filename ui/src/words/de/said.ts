// What the hub says, by the codes of its sentences (words/codes.json).
import type { Said } from "..";

export default {
  "next.reminder": "eine Erinnerung daran ist fällig",
  "next.quiet_resume": { one: "seit {n} Tag ruhig; der nächste Schritt ist notiert", other: "seit {n} Tagen ruhig; der nächste Schritt ist notiert" },
  "next.quiet": { one: "seit {n} Tag ruhig", other: "seit {n} Tagen ruhig" },
  "next.resume": "der nächste Schritt ist notiert",
  "next.pinned": "das Projekt ist angeheftet",
  "next.newest": "das ist der neueste Thread",
  "next.nothing": "gerade gibt es nichts anderes aufzunehmen",
} satisfies Said as Said;
