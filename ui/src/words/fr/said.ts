// What the hub says, by the codes of its sentences (words/codes.json).
import type { Said } from "..";

export default {
  "next.reminder": "un rappel à ce sujet est arrivé à échéance",
  "next.quiet_resume": { one: "au calme depuis {n} jour ; la prochaine étape est notée", other: "au calme depuis {n} jours ; la prochaine étape est notée" },
  "next.quiet": { one: "au calme depuis {n} jour", other: "au calme depuis {n} jours" },
  "next.resume": "la prochaine étape est notée",
  "next.pinned": "son projet est épinglé",
  "next.newest": "c'est le fil le plus récent",
  "next.nothing": "il n'y a rien d'autre à reprendre pour l'instant",
} satisfies Said as Said;
