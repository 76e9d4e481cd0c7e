import type { Tongue } from "./tongue";

const ofMonth = "(?:de chaque mois|chaque mois|tous les mois)";
const date = "<date>(?:er)?";

export const fr: Tongue = {
  spaced: true,
  days: ["lundis?", "mardis?", "mercredis?", "jeudis?", "vendredis?", "samedis?", "dimanches?"],
  short: ["lun\\.?", "mar\\.?", "mer\\.?", "jeu\\.?", "ven\\.?", "sam\\.?", "dim\\.?"],
  months: ["janv(?:ier|\\.)?", "fevr?(?:ier|\\.)?", "mars", "avr(?:il|\\.)?", "mai", "juin", "juil(?:let|\\.)?", "aout", "sept?(?:embre|\\.)?", "oct(?:obre|\\.)?", "nov(?:embre|\\.)?", "dec(?:embre|\\.)?"],
  units: ["min\\.?|mn|minutes?", "h|heures?", "j|jours?", "sem\\.?|semaines?", "mois", "ans?|annees?"],
  parts: [["matin(?:ee)?s?", "09:00"], ["midi", "12:00"], ["apres[ -]midis?", "15:00"], ["soir(?:ee)?s?|nuits?", "20:00"], ["minuit", "00:00"]],
  numbers: { "une demi|demi": .5, "un quart d'": .25, "une?": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "quinze": 15 },
  places: [["premi(?:er|ere)s?|1ers?|1re", 1], ["deuxiemes?|seconde?s?|2e(?:me)?", 2], ["troisiemes?|3e(?:me)?", 3], ["quatriemes?|4e(?:me)?", 4], ["cinquiemes?|5e(?:me)?", 5], ["derni(?:er|ere)s?", -1]],
  and: ", et | et |, ?",
  am: "du matin",
  pm: "de l'apres[ -]midi|du soir",
  lead: "^(?:s'il (?:te|vous) plait,? )?(?:rappelle[rz]?[ -]moi|me rappeler) (?:de |d'|que |a )?",
  phrases: [
    ["session", "(?:quand|lorsque?|des que?|chaque fois que?)[ ']?(?:un|l'|une|la) ?(?:agent|session) (?:demarre|commence|se met)(?: a travailler| au travail)?"],
    ["session", "au debut (?:d'une|de la|de chaque|de la prochaine) session"], ["session", "a la prochaine session"],
    ["random", "au hasard"],
    ["in", "(?:dans|d'ici) <n>[ -]?<unit>(?: ?(?:et )?<more> ?(?:min\\.?|mn|minutes?)?)?"],
    ["place", `(?:le |chaque |tous les )?<nth> <day> (?:${ofMonth}|du mois)`],
    ["workday", `(?:le |chaque )?<nth> jour ouvr(?:e|able) (?:${ofMonth}|du mois)`], ["edgeWorkday", "chaque <nth> jour ouvr(?:e|able)"], ["onWorkday", "le <nth> jour ouvr(?:e|able)"],
    ["end", `(?:le )?dernier jour ${ofMonth}|(?:a la |en )?fin de chaque mois`], ["maybeEnd", "(?:le )?dernier jour du mois|(?:a la |en )fin (?:du|de) mois"],
    ["yearly", `(?:chaque|tous les|chaque annee le|tous les ans le) ${date} <month>`],
    ["otherDay", "un <day> sur deux|tous les (?:deux|2) <day2>"], ["maybePlace", "(?:chaque|tous les) <nth> <day>"],
    ["dates", `(?:le )?${date} ${ofMonth}`], ["dates", `tous les ${date} du mois`], ["dates", `(?:chaque mois|tous les mois) le ${date}`], ["maybeDate", `le ${date} du mois`],
    ["workdays", "en semaine|(?:du )?lundi au vendredi|(?:chaque jour|tous les jours|les jours) (?:ouvre?s?|ouvrables?|de semaine)"], ["weekends", "(?:tous les|chaque|les) week[ -]?ends?"],
    ["span", "(?:du )?<day> au <last>"],
    ["days", "(?:chaque|tous les|les) <days>"], ["days", "chaque semaine,? (?:le )?<days>"],
    ["daily", "(?:chaque|tous les) (?<part>matins?|midis?|soirs?|apres[ -]midis?)"], ["daily", "quotidien(?:nement)?"],
    ["other", "une? <unit> sur deux"], ["every", "(?:chaque|tous les|toutes les) (?:<n> )?<unit>"], ["weeks", "hebdomadaire"], ["months", "mensuel(?:lement)?"], ["years", "annuel(?:lement)?"],
    ["maybeEnd", "le dernier jour"], ["onPlace", "le <nth> <day>"],
    ["date", `(?:le )?(?:<day>,? )?(?:le )?${date} <month>(?: <year>)?`], ["date", "(?:le )?(?:<day>,? )?<date>/<figure>(?:/<year>)?"],
    ["onDate", `le ${date}(?! ?[:h%])`],
    ["before", "avant[ -]hier"], ["yesterday", "hier <part>"], // alone it is German for here
    ["after", "apres[ -]demain(?: <part>)?"], ["tomorrow", "demain <part>"], ["tomorrow", "demain"], ["today", "(?:ce|cet|cette) <part>"], ["today", "aujourd'hui"],
    ["next", "(?:l'|la |le )?(?<unit>semaine|mois|annee|an) prochaine?"], ["weekend", "ce week[ -]?end"],
    ["nextDay", "<day> prochain"], ["dayPart", "(?:le )?<whole> <part>"], ["day", "(?:le |ce )<day>"], ["day", "<whole>"],
    ["from", "a partir de <hour>(?:(?: ?h| heures?)(?: ?<minute2>)?|:<minute>)?(?: <noon>)?"],
    ["halfPast", "(?:a )?<hour> heures? et demie?(?: <noon>)?"], ["quarterPast", "(?:a )?<hour> heures? et quart(?: <noon>)?"], ["quarterTo", "(?:a )?<hour> heures? moins (?:le )?quart(?: <noon>)?"],
    ["time", "(?:a |vers )?<hour>:<minute>(?: <noon>)?"], ["time", "(?:a |vers )?<hour> ?h(?: ?<minute>)?(?: <noon>)?"], ["time", "(?:a |vers )?<hour> heures?(?: <minute>)?(?: <noon>)?"],
    ["part", "a (?<part>midi|minuit)|(?:le |dans la )(?<part2>matin(?:ee)?|soir(?:ee)?)|dans l'(?<part3>apres[ -]midi)"],
  ],
};
