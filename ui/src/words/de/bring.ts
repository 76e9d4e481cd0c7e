// The words of bringing work from elsewhere.
import type { Words } from "../forms";
import type english from "../en/bring";

export default {
  "settings.andNMore": "Und {n} weitere.",
  "settings.anotherFile": "Eine andere Datei",
  "settings.asTheFileHasIt": "Wie in der Datei",
  "settings.bringIt": "Holen",
  "settings.broughtFrom": { one: "{n} Eintrag kam von {tool}.", other: "{n} Einträge kamen von {tool}." },
  "settings.cameBefore": { one: "{n} Eintrag kam schon früher und bleibt, wie er hier ist.", other: "{n} Einträge kamen schon früher und bleiben, wie sie hier sind." },
  "settings.chooseAFile": "Wähle zuerst eine Datei.",
  "settings.doesNotCome": { one: "{n} Sache kommt nicht mit", other: "{n} Sachen kommen nicht mit" },
  "settings.fileOrZip": "Datei",
  "settings.fileOrZipHint": "So, wie das Programm sie exportiert, oder sein Ordner als ZIP; höchstens {size}.",
  "settings.fileTooLarge": "Die Datei ist größer als {size}.",
  "settings.itIsBrought": "Der Hub schreibt es auf",
  "settings.leaveBrokenRowsOut": "Zeilen weglassen, die nicht lesbar sind",
  "settings.nothingInItIsNew": "Nichts darin ist neu.",
  "settings.nothingWasBrought": "Nichts wurde geholt.",
  "settings.showWhatWouldCome": "Zeigen, was käme",
  "settings.suchAs": "Zum Beispiel",
  "settings.theHubReadsTheFile": "Der Hub liest die Datei.",
  "settings.thisMayBeHereAlready": "Das gibt es hier vielleicht schon",
  "settings.thisWouldCome": "Das käme von {tool}",
  "settings.tool": "Programm",
  "settings.whatBecomesWhat": "Was wozu wird",
  "settings.whatItsContentTells": "Was ihr Inhalt verrät",
} satisfies Words<typeof english>;
