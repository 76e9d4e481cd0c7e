// The words of bringing work from elsewhere.
import type { Words } from "../forms";
import type english from "../en/bring";

export default {
  "settings.andNMore": "Y {n} más.",
  "settings.anotherFile": "Otro archivo",
  "settings.asTheFileHasIt": "Como en el archivo",
  "settings.bringIt": "Traerlo",
  "settings.broughtFrom": { one: "{n} elemento vino de {tool}.", other: "{n} elementos vinieron de {tool}." },
  "settings.cameBefore": { one: "{n} elemento vino antes y se queda como está aquí.", other: "{n} elementos vinieron antes y se quedan como están aquí." },
  "settings.chooseAFile": "Elige antes un archivo.",
  "settings.doesNotCome": { one: "{n} cosa no viene", other: "{n} cosas no vienen" },
  "settings.fileOrZip": "Archivo",
  "settings.fileOrZipHint": "Tal como lo exporta la herramienta, o su carpeta en un zip; como máximo {size}.",
  "settings.fileTooLarge": "El archivo supera {size}.",
  "settings.itIsBrought": "El hub lo está anotando",
  "settings.leaveBrokenRowsOut": "Omitir las filas que no se pueden leer",
  "settings.nothingInItIsNew": "No hay nada nuevo en él.",
  "settings.nothingWasBrought": "No se trajo nada.",
  "settings.showWhatWouldCome": "Mostrar lo que vendría",
  "settings.suchAs": "Por ejemplo",
  "settings.theHubReadsTheFile": "El hub lee el archivo.",
  "settings.thisMayBeHereAlready": "Puede que esto ya esté aquí",
  "settings.thisWouldCome": "Esto vendría de {tool}",
  "settings.tool": "Herramienta",
  "settings.whatBecomesWhat": "Qué se convierte en qué",
  "settings.whatItsContentTells": "Según su contenido",
} satisfies Words<typeof english>;
