// The words of bringing work from elsewhere.
import type { Words } from "../forms";
import type english from "../en/bring";

export default {
  "settings.andNMore": "Et {n} de plus.",
  "settings.anotherFile": "Un autre fichier",
  "settings.asTheFileHasIt": "Comme dans le fichier",
  "settings.bringIt": "Faire venir",
  "settings.broughtFrom": { one: "{n} élément est venu de {tool}.", other: "{n} éléments sont venus de {tool}." },
  "settings.cameBefore": { one: "{n} élément est venu auparavant et reste tel qu'il est ici.", other: "{n} éléments sont venus auparavant et restent tels qu'ils sont ici." },
  "settings.chooseAFile": "Choisissez d'abord un fichier.",
  "settings.doesNotCome": { one: "{n} chose ne vient pas", other: "{n} choses ne viennent pas" },
  "settings.fileOrZip": "Fichier",
  "settings.fileOrZipHint": "Tel que l'outil l'exporte, ou son dossier dans un zip ; au plus {size}.",
  "settings.fileTooLarge": "Le fichier dépasse {size}.",
  "settings.itIsBrought": "Le hub l'enregistre",
  "settings.leaveBrokenRowsOut": "Ignorer les lignes illisibles",
  "settings.nothingInItIsNew": "Rien de nouveau dedans.",
  "settings.nothingWasBrought": "Rien n'est venu.",
  "settings.showWhatWouldCome": "Montrer ce qui viendrait",
  "settings.suchAs": "Par exemple",
  "settings.theHubReadsTheFile": "Le hub lit le fichier.",
  "settings.thisMayBeHereAlready": "Ceci est peut-être déjà ici",
  "settings.thisWouldCome": "Voici ce qui viendrait de {tool}",
  "settings.tool": "Outil",
  "settings.whatBecomesWhat": "Ce que chaque chose devient",
  "settings.whatItsContentTells": "D'après son contenu",
} satisfies Words<typeof english>;
