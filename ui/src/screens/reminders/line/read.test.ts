import { describe, expect, it } from "vitest";
import { fold } from "./grammar";
import { read, type Spoken } from "./read";

// A Thursday at 18:17 in Berlin.
const now = Date.parse("2026-11-26T17:17:00Z");
const berlin = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "short" });
const clockAt = (ms: number) => ({ now: ms, wall: (at: number) => berlin.format(at).replace(" ", "T") });
const clock = clockAt(now);

/** In short: the text, and when. */
const shown = ({ text, when }: Pick<ReturnType<typeof read>, "text" | "when">): string => (
  `${text} | ${when ? [when.kind === "rrule" ? null : when.kind, when.at.replace("T", " "), when.rrule?.replace("FREQ=", "")].filter(Boolean).join(" ") : "-"}`
);

const lines: Record<Spoken, readonly (readonly [line: string, reads: string])[]> = {
  en: [
    ["call Mum every 2nd Tuesday 9:00", "call Mum | 2026-12-01 09:00 WEEKLY;INTERVAL=2"],
    ["in 20 min tea", "tea | once 2026-11-26 18:37"],
    ["tea in 20m", "tea | once 2026-11-26 18:37"],
    ["tomorrow call the bank", "call the bank | once 2026-11-27 09:00"],
    ["call the bank tomorrow at 9am", "call the bank | once 2026-11-27 09:00"],
    ["tonight take out the bins", "take out the bins | once 2026-11-26 20:00"],
    ["today at 9 swim", "swim | once 2026-11-26 21:00"],
    ["today 7:30pm film", "film | once 2026-11-26 19:30"],
    ["at 7 dinner", "dinner | once 2026-11-27 07:00"],
    ["at 9 stand-up", "stand-up | once 2026-11-27 09:00"],
    ["Friday dentist 14:30", "dentist | once 2026-11-27 14:30"],
    ["on Friday at noon lunch with Jo", "lunch with Jo | once 2026-11-27 12:00"],
    ["next Friday dentist", "dentist | once 2026-11-27 09:00"],
    ["next week send the invoice", "send the invoice | once 2026-11-30 09:00"],
    ["send the invoice next week Tuesday 10:00", "send the invoice | once 2026-12-01 10:00"],
    ["next month on the 15th pay", "pay | once 2026-12-15 09:00"],
    ["in 3 days water", "water | once 2026-11-29 09:00"],
    ["in 2 weeks at 8 check", "check | once 2026-12-10 08:00"],
    ["in 2 months renew", "renew | once 2027-01-26 09:00"],
    ["in half an hour tea", "tea | once 2026-11-26 18:47"],
    ["in an hour call Bob", "call Bob | once 2026-11-26 19:17"],
    ["in 1h30 oven", "oven | once 2026-11-26 19:47"],
    ["in 5 minutes and 3 eggs", "and 3 eggs | once 2026-11-26 18:22"],
    ["every day at 8 pills", "pills | daily 2026-11-27 08:00"],
    ["daily 8:00 pills", "pills | daily 2026-11-27 08:00"],
    ["every morning stretch", "stretch | daily 2026-11-27 09:00"],
    ["every weekday 9:15 stand-up", "stand-up | 2026-11-27 09:15 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["Mon-Fri 9:15 stand-up", "stand-up | 2026-11-27 09:15 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["Mondays at 7 swim", "swim | weekly 2026-11-30 07:00"],
    ["every Monday and Thursday 18:00 gym", "gym | 2026-11-30 18:00 WEEKLY;BYDAY=MO,TH"],
    ["every other day water the plants", "water the plants | 2026-11-27 09:00 DAILY;INTERVAL=2"],
    ["every 3 days water the plants", "water the plants | 2026-11-27 09:00 DAILY;INTERVAL=3"],
    ["every other week on Friday invoices", "invoices | 2026-11-27 09:00 WEEKLY;INTERVAL=2"],
    ["every other Tuesday bins", "bins | 2026-12-01 09:00 WEEKLY;INTERVAL=2"],
    ["every 2 weeks bins", "bins | 2026-11-27 09:00 WEEKLY;INTERVAL=2"],
    ["every 3 months at 10 filter", "filter | 2026-11-27 10:00 MONTHLY;INTERVAL=3"],
    ["monthly on the 15th rent", "rent | 2026-12-15 09:00 MONTHLY"],
    ["rent on the 1st of every month", "rent | 2026-12-01 09:00 MONTHLY"],
    ["every 1st rent", "rent | 2026-12-01 09:00 MONTHLY"],
    ["on the last day of the month report", "report | 2026-11-30 09:00 MONTHLY;BYMONTHDAY=-1"],
    ["every month on the last day report", "report | 2026-11-30 09:00 MONTHLY;BYMONTHDAY=-1"],
    ["every month on the 2nd Tuesday club", "club | 2026-12-08 09:00 MONTHLY;BYDAY=2TU"],
    ["the first Monday of every month 10:00 review", "review | 2026-12-07 10:00 MONTHLY;BYDAY=1MO"],
    ["every last Friday 17:00 beers", "beers | 2026-11-27 17:00 MONTHLY;BYDAY=-1FR"],
    ["every 3rd Thursday club", "club | 2026-12-17 09:00 MONTHLY;BYDAY=3TH"],
    ["every year on March 5 birthday", "birthday | 2027-03-05 09:00 YEARLY"],
    ["birthday every 5 March 08:00", "birthday | 2027-03-05 08:00 YEARLY"],
    ["24 December 18:00 presents", "presents | once 2026-12-24 18:00"],
    ["Dec 24th presents", "presents | once 2026-12-24 09:00"],
    ["2027-03-01 9:00 taxes", "taxes | once 2027-03-01 09:00"],
    ["12/3 taxes", "taxes | once 2027-03-12 09:00"],
    ["on the 24th pay", "pay | once 2026-12-24 09:00"],
    ["call Dr. Smith when an agent starts", "call Dr. Smith | session"],
    ["at the start of the next session read the notes", "read the notes | session"],
    ["buy milk", "buy milk | -"],
    ["read 1984", "read 1984 | -"],
    ["half past nine call", "call | once 2026-11-27 09:30"],
    ["quarter to 8 leave", "leave | once 2026-11-27 07:45"],
    ["remind me to call Mum tomorrow at noon", "call Mum | once 2026-11-27 12:00"],
    ["tomorrow evening film", "film | once 2026-11-27 20:00"],
    ["day after tomorrow 8 pm film", "film | once 2026-11-28 20:00"],
    ["Fri 9:00 call", "call | once 2026-11-27 09:00"],
    ["do 9:00 workout", "do workout | once 2026-11-27 09:00"],
    ["this evening call", "call | once 2026-11-26 20:00"],
    ["at 9 on Monday call", "call | once 2026-11-30 09:00"],
    ["every 15 minutes look", "every 15 minutes look | -"],
    ["every 2 hours stretch", "stretch | 2026-11-26 20:17 HOURLY;INTERVAL=2"],
    ["hourly look at the oven", "look at the oven | 2026-11-26 19:17 HOURLY"],
    ["every 4 hours from 8:00 drops", "drops | 2026-11-27 08:00 HOURLY;INTERVAL=4"],
    ["every 3 hours on weekdays stand up", "stand up | 2026-11-27 09:00 HOURLY;INTERVAL=3;BYDAY=MO,TU,WE,TH,FR"],
    ["timesheet on the last working day of the month", "timesheet | 2026-11-30 09:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["every first business day 8:00 invoices", "invoices | 2026-12-01 08:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"],
    ["every 2 hours tomorrow stretch", "stretch | 2026-11-27 09:00 HOURLY;INTERVAL=2"],
    ["next week every 4 hours drops", "drops | 2026-11-30 09:00 HOURLY;INTERVAL=4"],
    ["every 2 hours on Monday stretch", "stretch | 2026-11-30 09:00 HOURLY;INTERVAL=2;BYDAY=MO"],
    ["every 4 hours from 8am drops", "drops | 2026-11-27 08:00 HOURLY;INTERVAL=4"],
    ["meeting from 14:00 to 15:00 tomorrow", "meeting from to 15:00 | once 2026-11-27 14:00"],
    ["every 2 hours on the last day of the month count", "every 2 hours on the last day of the month count | -"],
    ["every 0 hours look", "every 0 hours look | -"],
    ["every second working day water the plants", "every second working day water the plants | -"],
    ["every week on the first working day plan", "every week on the first working day plan | -"],
    ["on the first working day pay", "pay | once 2026-12-01 09:00"],
    ["next month on the last working day pay", "pay | once 2026-12-31 09:00"],
    ["every month on the first working day pay", "pay | 2026-12-01 09:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"],
    ["every working day 8:00 plan", "plan | 2026-11-27 08:00 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["weekends 10:00 pancakes", "pancakes | 2026-11-28 10:00 WEEKLY;BYDAY=SA,SU"],
  ],
  de: [
    ["Stundenzettel am letzten Werktag im Monat", "Stundenzettel | 2026-11-30 09:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["jeden ersten Arbeitstag 8 Uhr Rechnungen", "Rechnungen | 2026-12-01 08:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"],
    ["letzter Werktag im Monat Kasse zählen", "Kasse zählen | 2026-11-30 09:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["alle 2 Stunden strecken", "strecken | 2026-11-26 20:17 HOURLY;INTERVAL=2"],
    ["jeden zweiten Arbeitstag gießen", "jeden zweiten Arbeitstag gießen | -"],
    ["nächsten Monat am ersten Werktag zahlen", "zahlen | once 2026-12-01 09:00"],
    ["alle 4 Stunden ab 8 Tropfen", "Tropfen | 2026-11-27 08:00 HOURLY;INTERVAL=4"],
    ["stündlich nach dem Ofen sehen", "nach dem Ofen sehen | 2026-11-26 19:17 HOURLY"],
    ["am 1. jeden Monats Miete", "Miete | 2026-12-01 09:00 MONTHLY"],
    ["morgen 9 Uhr Müll", "Müll | once 2026-11-27 09:00"],
    ["morgen früh um halb neun Arzt", "Arzt | once 2026-11-27 08:30"],
    ["in 20 Minuten Tee", "Tee | once 2026-11-26 18:37"],
    ["heute Abend Müll rausbringen", "Müll rausbringen | once 2026-11-26 20:00"],
    ["übermorgen Zahnarzt 14:30", "Zahnarzt | once 2026-11-28 14:30"],
    ["jeden 2. Dienstag 9:00 Mama anrufen", "Mama anrufen | 2026-12-01 09:00 WEEKLY;INTERVAL=2"],
    ["jeden zweiten Dienstag im Monat Stammtisch 20 Uhr", "Stammtisch | 2026-12-08 20:00 MONTHLY;BYDAY=2TU"],
    ["jeden Montag um 8 Müll", "Müll | weekly 2026-11-30 08:00"],
    ["montags 8:00 Müll", "Müll | weekly 2026-11-30 08:00"],
    ["montags und donnerstags 18 Uhr Sport", "Sport | 2026-11-30 18:00 WEEKLY;BYDAY=MO,TH"],
    ["jeden Montag und Mittwoch Sport", "Sport | 2026-11-30 09:00 WEEKLY;BYDAY=MO,WE"],
    ["jeden Tag um 8 Tabletten", "Tabletten | daily 2026-11-27 08:00"],
    ["täglich 8:00 Tabletten", "Tabletten | daily 2026-11-27 08:00"],
    ["werktags 9:15 Standup", "Standup | 2026-11-27 09:15 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["Mo-Fr 9:15 Standup", "Standup | 2026-11-27 09:15 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["alle 3 Tage gießen", "gießen | 2026-11-27 09:00 DAILY;INTERVAL=3"],
    ["alle zwei Wochen freitags Rechnung", "Rechnung | 2026-11-27 09:00 WEEKLY;INTERVAL=2"],
    ["jede zweite Woche Müll", "Müll | 2026-11-27 09:00 WEEKLY;INTERVAL=2"],
    ["alle 14 Tage Müll", "Müll | 2026-11-27 09:00 DAILY;INTERVAL=14"],
    ["jeden Monat am 15. Rechnung", "Rechnung | 2026-12-15 09:00 MONTHLY"],
    ["monatlich am 15. Rechnung", "Rechnung | 2026-12-15 09:00 MONTHLY"],
    ["am letzten Tag des Monats Bericht", "Bericht | 2026-11-30 09:00 MONTHLY;BYMONTHDAY=-1"],
    ["am letzten Freitag im Monat 17 Uhr Bier", "Bier | 2026-11-27 17:00 MONTHLY;BYDAY=-1FR"],
    ["jeden letzten Tag im Monat Bericht", "Bericht | 2026-11-30 09:00 MONTHLY;BYMONTHDAY=-1"],
    ["jedes Jahr am 5. März Geburtstag", "Geburtstag | 2027-03-05 09:00 YEARLY"],
    ["jeden 5. März Geburtstag", "Geburtstag | 2027-03-05 09:00 YEARLY"],
    ["24.12. 18:00 Bescherung", "Bescherung | once 2026-12-24 18:00"],
    ["am 24. Dezember Bescherung", "Bescherung | once 2026-12-24 09:00"],
    ["24.12.2027 Bescherung", "Bescherung | once 2027-12-24 09:00"],
    ["nächste Woche Steuer", "Steuer | once 2026-11-30 09:00"],
    ["nächsten Dienstag Zahnarzt", "Zahnarzt | once 2026-12-01 09:00"],
    ["nächste Woche Dienstag Zahnarzt", "Zahnarzt | once 2026-12-01 09:00"],
    ["am Montag um 9 anrufen", "anrufen | once 2026-11-30 09:00"],
    ["Montagabend Chor", "Chor | once 2026-11-30 20:00"],
    ["Montag Abend Chor", "Chor | once 2026-11-30 20:00"],
    ["um 7 aufstehen", "aufstehen | once 2026-11-27 07:00"],
    ["viertel vor acht los", "los | once 2026-11-27 07:45"],
    ["in einer Stunde Ofen", "Ofen | once 2026-11-26 19:17"],
    ["in drei Tagen zahlen", "zahlen | once 2026-11-29 09:00"],
    ["in 2 Wochen nachfragen", "nachfragen | once 2026-12-10 09:00"],
    ["in einer halben Stunde Tee", "Tee | once 2026-11-26 18:47"],
    ["wenn ein Agent startet: Notizen lesen", "Notizen lesen | session"],
    ["zu Beginn der nächsten Sitzung Notizen lesen", "Notizen lesen | session"],
    ["Milch kaufen", "Milch kaufen | -"],
    ["jeden Morgen dehnen", "dehnen | daily 2026-11-27 09:00"],
    ["jeden Abend Tagebuch", "Tagebuch | daily 2026-11-26 20:00"],
    ["am Wochenende putzen", "putzen | once 2026-11-28 09:00"],
    ["jedes Wochenende putzen", "putzen | 2026-11-28 09:00 WEEKLY;BYDAY=SA,SU"],
    ["um 9.30 Uhr Termin", "Termin | once 2026-11-27 09:30"],
    ["nachmittags um 3 Kaffee", "Kaffee | once 2026-11-27 15:00"],
    ["Erinnere mich morgen um 10 an die Bank", "an die Bank | once 2026-11-27 10:00"],
    ["So 10:00 Kirche", "Kirche | once 2026-11-29 10:00"],
    ["am 24. zahlen", "zahlen | once 2026-12-24 09:00"],
    ["nächsten Monat am 3. zahlen", "zahlen | once 2026-12-03 09:00"],
  ],
  es: [
    ["el último día laborable del mes facturas", "facturas | 2026-11-30 09:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["cada 4 horas desde las 8 gotas", "gotas | 2026-11-27 08:00 HOURLY;INTERVAL=4"],
    ["cada 2 horas estirar", "estirar | 2026-11-26 20:17 HOURLY;INTERVAL=2"],
    ["mañana a las 10 llamar al banco", "llamar al banco | once 2026-11-27 10:00"],
    ["llamar al banco mañana por la mañana", "llamar al banco | once 2026-11-27 09:00"],
    ["pasado mañana a las 9 dentista", "dentista | once 2026-11-28 09:00"],
    ["hoy a las 20:00 basura", "basura | once 2026-11-26 20:00"],
    ["esta noche sacar la basura", "sacar la basura | once 2026-11-26 20:00"],
    ["en 20 minutos té", "té | once 2026-11-26 18:37"],
    ["dentro de 2 horas horno", "horno | once 2026-11-26 20:17"],
    ["en media hora té", "té | once 2026-11-26 18:47"],
    ["en 3 días regar", "regar | once 2026-11-29 09:00"],
    ["en dos semanas preguntar", "preguntar | once 2026-12-10 09:00"],
    ["cada lunes a las 8 basura", "basura | weekly 2026-11-30 08:00"],
    ["los lunes y jueves 18:00 gimnasio", "gimnasio | 2026-11-30 18:00 WEEKLY;BYDAY=MO,TH"],
    ["todos los lunes basura", "basura | weekly 2026-11-30 09:00"],
    ["todos los días a las 8 pastillas", "pastillas | daily 2026-11-27 08:00"],
    ["cada día pastillas", "pastillas | daily 2026-11-27 09:00"],
    ["cada mañana estirar", "estirar | daily 2026-11-27 09:00"],
    ["de lunes a viernes 9:15 reunión", "reunión | 2026-11-27 09:15 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["entre semana a las 9 reunión", "reunión | 2026-11-27 09:00 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["cada 3 días regar", "regar | 2026-11-27 09:00 DAILY;INTERVAL=3"],
    ["cada dos semanas factura", "factura | 2026-11-27 09:00 WEEKLY;INTERVAL=2"],
    ["cada segundo martes 9:00 mamá", "mamá | 2026-12-01 09:00 WEEKLY;INTERVAL=2"],
    ["el segundo martes de cada mes club", "club | 2026-12-08 09:00 MONTHLY;BYDAY=2TU"],
    ["el 1 de cada mes alquiler", "alquiler | 2026-12-01 09:00 MONTHLY"],
    ["cada mes el 15 alquiler", "alquiler | 2026-12-15 09:00 MONTHLY"],
    ["el último día del mes informe", "informe | 2026-11-30 09:00 MONTHLY;BYMONTHDAY=-1"],
    ["el último viernes de cada mes a las 17 cervezas", "cervezas | 2026-11-27 17:00 MONTHLY;BYDAY=-1FR"],
    ["cada año el 5 de marzo cumpleaños", "cumpleaños | 2027-03-05 09:00 YEARLY"],
    ["el 24 de diciembre a las 18:00 regalos", "regalos | once 2026-12-24 18:00"],
    ["24/12 regalos", "regalos | once 2026-12-24 09:00"],
    ["24/12/2027 regalos", "regalos | once 2027-12-24 09:00"],
    ["el lunes a las 9 y media dentista", "dentista | once 2026-11-30 09:30"],
    ["lunes 9:00 dentista", "dentista | once 2026-11-30 09:00"],
    ["el próximo martes dentista", "dentista | once 2026-12-01 09:00"],
    ["la semana que viene factura", "factura | once 2026-11-30 09:00"],
    ["la próxima semana factura", "factura | once 2026-11-30 09:00"],
    ["el martes por la tarde café", "café | once 2026-12-01 15:00"],
    ["a las 7 de la tarde cena", "cena | once 2026-11-26 19:00"],
    ["a mediodía comer", "comer | once 2026-11-27 12:00"],
    ["cuando empiece un agente leer notas", "leer notas | session"],
    ["al empezar la próxima sesión leer notas", "leer notas | session"],
    ["comprar leche", "comprar leche | -"],
    ["el 24 pagar", "pagar | once 2026-12-24 09:00"],
    ["fines de semana", "fines de semana | -"],
    ["recuérdame mañana a las 10 llamar", "llamar | once 2026-11-27 10:00"],
  ],
  fr: [
    ["le dernier jour ouvré du mois factures", "factures | 2026-11-30 09:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["toutes les 4 heures à partir de 8 heures gouttes", "gouttes | 2026-11-27 08:00 HOURLY;INTERVAL=4"],
    ["toutes les 2 heures s'étirer", "s'étirer | 2026-11-26 20:17 HOURLY;INTERVAL=2"],
    ["tous les lundis 8h poubelles", "poubelles | weekly 2026-11-30 08:00"],
    ["demain 9h dentiste", "dentiste | once 2026-11-27 09:00"],
    ["demain matin appeler maman", "appeler maman | once 2026-11-27 09:00"],
    ["après-demain à 14h30 dentiste", "dentiste | once 2026-11-28 14:30"],
    ["ce soir sortir les poubelles", "sortir les poubelles | once 2026-11-26 20:00"],
    ["dans 20 min thé", "thé | once 2026-11-26 18:37"],
    ["dans une heure four", "four | once 2026-11-26 19:17"],
    ["dans une demi-heure thé", "thé | once 2026-11-26 18:47"],
    ["dans 3 jours arroser", "arroser | once 2026-11-29 09:00"],
    ["dans deux semaines relancer", "relancer | once 2026-12-10 09:00"],
    ["chaque jour à 8h cachets", "cachets | daily 2026-11-27 08:00"],
    ["tous les jours 8h cachets", "cachets | daily 2026-11-27 08:00"],
    ["tous les matins étirements", "étirements | daily 2026-11-27 09:00"],
    ["en semaine 9h15 réunion", "réunion | 2026-11-27 09:15 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["du lundi au vendredi 9h15 réunion", "réunion | 2026-11-27 09:15 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["le lundi et jeudi sport", "et jeudi sport | once 2026-11-30 09:00"],
    ["tous les lundis et jeudis 18h sport", "sport | 2026-11-30 18:00 WEEKLY;BYDAY=MO,TH"],
    ["tous les 3 jours arroser", "arroser | 2026-11-27 09:00 DAILY;INTERVAL=3"],
    ["toutes les deux semaines facture", "facture | 2026-11-27 09:00 WEEKLY;INTERVAL=2"],
    ["une semaine sur deux poubelles", "poubelles | 2026-11-27 09:00 WEEKLY;INTERVAL=2"],
    ["un mardi sur deux maman", "maman | 2026-12-01 09:00 WEEKLY;INTERVAL=2"],
    ["chaque deuxième mardi 9h maman", "maman | 2026-12-01 09:00 WEEKLY;INTERVAL=2"],
    ["le deuxième mardi du mois club", "club | 2026-12-08 09:00 MONTHLY;BYDAY=2TU"],
    ["le 1er de chaque mois loyer", "loyer | 2026-12-01 09:00 MONTHLY"],
    ["chaque mois le 15 loyer", "loyer | 2026-12-15 09:00 MONTHLY"],
    ["le dernier jour du mois rapport", "rapport | 2026-11-30 09:00 MONTHLY;BYMONTHDAY=-1"],
    ["le dernier vendredi de chaque mois 17h bière", "bière | 2026-11-27 17:00 MONTHLY;BYDAY=-1FR"],
    ["chaque année le 5 mars anniversaire", "anniversaire | 2027-03-05 09:00 YEARLY"],
    ["le 24 décembre à 18h cadeaux", "cadeaux | once 2026-12-24 18:00"],
    ["24/12 cadeaux", "cadeaux | once 2026-12-24 09:00"],
    ["lundi 9h30 dentiste", "dentiste | once 2026-11-30 09:30"],
    ["lundi prochain dentiste", "dentiste | once 2026-11-30 09:00"],
    ["la semaine prochaine facture", "facture | once 2026-11-30 09:00"],
    ["mardi soir chorale", "chorale | once 2026-12-01 20:00"],
    ["à midi manger", "manger | once 2026-11-27 12:00"],
    ["à 9 heures et demie appeler", "appeler | once 2026-11-27 09:30"],
    ["aujourd'hui à 20h film", "film | once 2026-11-26 20:00"],
    ["quand un agent démarre lire les notes", "lire les notes | session"],
    ["au début de la prochaine session lire les notes", "lire les notes | session"],
    ["acheter du lait", "acheter du lait | -"],
    ["le 24 payer", "payer | once 2026-12-24 09:00"],
    ["rappelle-moi demain à 10h d'appeler", "d'appeler | once 2026-11-27 10:00"],
    ["le mois prochain facture", "facture | once 2026-12-01 09:00"],
  ],
  ja: [
    ["毎月最終営業日に請求書", "請求書 | 2026-11-30 09:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["来月の最終営業日に請求書", "請求書 | once 2026-12-31 09:00"],
    ["毎月最初の営業日に請求書", "請求書 | 2026-12-01 09:00 MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1"],
    ["8:00 から4時間ごとに薬", "薬 | 2026-11-27 08:00 HOURLY;INTERVAL=4"],
    ["2時間ごとに休憩", "休憩 | 2026-11-26 20:17 HOURLY;INTERVAL=2"],
    ["毎週火曜 9:00 に歯医者", "歯医者 | weekly 2026-12-01 09:00"],
    ["3時 に電話", "電話 | once 2026-11-27 03:00"],
    ["明日 にんじんを買う", "にんじんを買う | once 2026-11-27 09:00"],
    ["明日9時 ゴミ", "ゴミ | once 2026-11-27 09:00"],
    ["明日の朝 ゴミ出し", "ゴミ出し | once 2026-11-27 09:00"],
    ["明後日14時30分 歯医者", "歯医者 | once 2026-11-28 14:30"],
    ["今夜 洗濯", "洗濯 | once 2026-11-26 20:00"],
    ["今日20時に電話", "電話 | once 2026-11-26 20:00"],
    ["20分後 お茶", "お茶 | once 2026-11-26 18:37"],
    ["1時間後に電話", "電話 | once 2026-11-26 19:17"],
    ["1時間半後 オーブン", "オーブン | once 2026-11-26 19:47"],
    ["3日後 水やり", "水やり | once 2026-11-29 09:00"],
    ["2週間後に確認", "確認 | once 2026-12-10 09:00"],
    ["毎日8時 薬", "薬 | daily 2026-11-27 08:00"],
    ["毎朝 体操", "体操 | daily 2026-11-27 09:00"],
    ["毎週月曜 8時 ゴミ", "ゴミ | weekly 2026-11-30 08:00"],
    ["毎週月・木 18時 ジム", "ジム | 2026-11-30 18:00 WEEKLY;BYDAY=MO,TH"],
    ["毎週月曜日と木曜日 ジム", "ジム | 2026-11-30 09:00 WEEKLY;BYDAY=MO,TH"],
    ["平日9時15分 朝会", "朝会 | 2026-11-27 09:15 WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["隔週火曜 9時 母に電話", "母に電話 | 2026-12-01 09:00 WEEKLY;INTERVAL=2"],
    ["第2火曜日 例会", "例会 | 2026-12-08 09:00 MONTHLY;BYDAY=2TU"],
    ["毎月第2火曜 例会", "例会 | 2026-12-08 09:00 MONTHLY;BYDAY=2TU"],
    ["毎月1日 家賃", "家賃 | 2026-12-01 09:00 MONTHLY"],
    ["毎月末 報告", "報告 | 2026-11-30 09:00 MONTHLY;BYMONTHDAY=-1"],
    ["毎月末日 報告", "報告 | 2026-11-30 09:00 MONTHLY;BYMONTHDAY=-1"],
    ["毎年3月5日 誕生日", "誕生日 | 2027-03-05 09:00 YEARLY"],
    ["12月24日18時 プレゼント", "プレゼント | once 2026-12-24 18:00"],
    ["12/24 プレゼント", "プレゼント | once 2026-12-24 09:00"],
    ["2027年3月1日 税金", "税金 | once 2027-03-01 09:00"],
    ["月曜日9時半 歯医者", "歯医者 | once 2026-11-30 09:30"],
    ["来週 請求書", "請求書 | once 2026-11-30 09:00"],
    ["来週火曜 歯医者", "歯医者 | once 2026-12-01 09:00"],
    ["午後3時 会議", "会議 | once 2026-11-27 15:00"],
    ["夜8時に電話", "電話 | once 2026-11-26 20:00"],
    ["正午 昼食", "昼食 | once 2026-11-27 12:00"],
    ["3日ごと 水やり", "水やり | 2026-11-27 09:00 DAILY;INTERVAL=3"],
    ["2週間ごと 請求書", "請求書 | 2026-11-27 09:00 WEEKLY;INTERVAL=2"],
    ["隔日 水やり", "水やり | 2026-11-27 09:00 DAILY;INTERVAL=2"],
    ["エージェントが開始したら メモを読む", "メモを読む | session"],
    ["次のセッション開始時 メモを読む", "メモを読む | session"],
    ["牛乳を買う", "牛乳を買う | -"],
    ["24日 支払い", "支払い | once 2026-12-24 09:00"],
    ["９時 会議", "会議 | once 2026-11-27 09:00"],
    ["金曜の夜 飲み会", "飲み会 | once 2026-11-27 20:00"],
    ["来月 請求書", "請求書 | once 2026-12-01 09:00"],
    ["9:30 朝会", "朝会 | once 2026-11-27 09:30"],
    ["明日の10時に銀行に電話をリマインドして", "銀行に電話 | once 2026-11-27 10:00"],
  ],
};

describe.each(Object.entries(lines))("in %s", (name, table) => {
  it.each(table)("%s", (line, reads) => expect(shown(read(line, clock, name as Spoken))).toBe(reads));
});

describe("whatever the language of the dashboard", () => {
  const all = Object.values(lines).flat();
  // A word may be one of two languages: then the dashboard's counts.
  it.each(Object.keys(lines))("%s understands the others", (name) => {
    const alike = all.filter(([line, reads]) => shown(read(line, clock, name as Spoken)) === reads);
    expect(alike.length / all.length).toBeGreaterThan(.96);
  });
});

describe("what is over says so", () => {
  it.each([
    ["en", "yesterday 10am call", "2026-11-25T10:00"], ["en", "call the day before yesterday", "2026-11-24T09:00"],
    ["de", "gestern 10 Uhr Test", "2026-11-25T10:00"], ["de", "vorgestern anrufen", "2026-11-24T09:00"],
    ["es", "ayer a las 10 llamar", "2026-11-25T10:00"], ["fr", "avant-hier appeler", "2026-11-24T09:00"],
    ["ja", "一昨日 10時 電話", "2026-11-24T10:00"], ["ja", "昨日の10時に電話", "2026-11-25T10:00"],
  ] as const)("in %s: %s", (name, line, at) => {
    const { when, past } = read(line, clock, name);
    expect([when?.at, past]).toEqual([at, true]);
  });
  it("in French alone it is a German place", () => expect(read("Paket hier abholen", clock, "de").when).toBeNull());
});

describe("what else it may mean", () => {
  it.each([
    ["call Mum every 2nd Tuesday 9:00", "2026-12-08 09:00 MONTHLY;BYDAY=2TU"],
    ["club every 3rd Thursday", "2026-11-26 09:00 -"],
    ["rent on the 1st of the month", "once 2026-12-01 09:00"],
    ["rent on the 1st of every month", "-"],
    ["dentist next Friday", "once 2026-12-04 09:00"],
    ["taxes 12/3", "once 2026-12-03 09:00"],
    ["film at 7", "once 2026-11-26 19:00"],
    ["film at 7am", "-"],
    ["film tomorrow at 7", "-"],
  ])("%s", (line, other) => {
    if (line.startsWith("club")) return expect(read(line, clock, "en").other).toEqual({ kind: "rrule", at: "2026-12-03T09:00", rrule: "FREQ=WEEKLY;INTERVAL=3" });
    expect(shown({ text: "", when: read(line, clock, "en").other }).slice(3)).toBe(other);
  });
  it.each([
    ["morgen halb drei Zahnarzt", "once 2026-11-27 14:30"],
    ["nächsten Freitag halb vier Tanja anrufen", "once 2026-11-27 15:30"],
    ["Dienstag viertel nach drei Physio", "once 2026-12-01 15:15"],
    ["morgen um halb neun Arzt", "-"],
  ])("%s", (line, other) => {
    expect(shown({ text: "", when: read(line, clock, "de").other }).slice(3)).toBe(other);
  });
  it("in America the month comes first", () => {
    const { when, other } = read("taxes 12/3", clock, "en", true);
    expect([when?.at, other?.at]).toEqual(["2026-12-03T09:00", "2027-03-12T09:00"]);
  });
});

describe("what is said of the time", () => {
  it.each([["call tomorrow", true], ["call tomorrow 9:00", false], ["call tonight", false], ["call in 5 minutes", false], ["call when an agent starts", false]])("%s: assumed %s", (line, assumed) => {
    expect(read(line, clock, "en").assumed).toBe(assumed);
  });
  it("is over", () => {
    expect(read("call today 9:00", clock, "en")).toMatchObject({ past: false, when: { at: "2026-11-26T21:00" } }); // tonight is left
    expect(read("call today 16:00", clock, "en")).toMatchObject({ past: true, when: { at: "2026-11-26T16:00" } });
  });
  it("counts hours by what passes, not by what clocks show", () => {
    const before = Date.parse("2026-10-24T23:30:00Z"); // 01:30, and at 03:00 it is 02:00 again
    expect(read("in 3 hours tea", clockAt(before), "en").when).toMatchObject({ at: "2026-10-25T03:30", moment: before + 3 * 3_600_000 });
    expect(read("in 1 day tea", clockAt(before), "en").when).toEqual({ kind: "once", at: "2026-10-26T09:00", rrule: null });
  });
});

describe("any text", () => {
  const random = (seed: number) => () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
  const words = [...Object.values(lines).flat().flatMap(([line]) => line.split(" ")), "9", "31", "2.", "12/24", "99:99", "\u0001", "\u{1F600}", "é", "\ud800", "ㄱ", "(", "[", "\\", "*", "٣", "İ"];
  const text = (next: () => number, n: number) => Array.from({ length: n }, () => words[Math.floor(next() * words.length)]).join(next() < .8 ? " " : "");
  const bare = (line: string) => line.normalize("NFC").replace(/\s+/gu, "");

  it("is read without a complaint, and loses nothing but time", () => {
    const next = random(7);
    for (let i = 0; i < 600; i++) {
      const line = text(next, 1 + Math.floor(next() * 14));
      const reading = read(line, clock, (["en", "de", "es", "fr", "ja"] as const)[i % 5]!);
      let from = 0; // what is left stands in the line, in its order
      for (const one of bare(reading.text)) expect(from = bare(line).indexOf(one, from) + 1, line).toBeGreaterThan(0);
      if (!reading.when) expect(bare(reading.text)).toBe(bare(line));
    }
  });
  it.each([["en", "tomorrow at 10"], ["de", "jeden Montag um 8 Uhr"], ["es", "mañana a las 10"], ["fr", "tous les lundis à 8h"], ["ja", "明日10時"]] as const)("in %s stays whole around a time", (name, time) => {
    const next = random(3);
    for (let i = 0; i < 100; i++) {
      const [before, after] = [0, 0].map(() => Array.from({ length: 1 + Math.floor(next() * 4) }, () => Array.from({ length: 2 + Math.floor(next() * 5) }, () => "bcgkqwxz"[Math.floor(next() * 8)]).join("")).join(" "));
      expect(read(`${before} ${time} ${after}`, clock, name).text).toBe(`${before} ${after}`);
    }
  });
  it("is folded character by character", () => {
    for (const line of ["Übermorgen ９：３０", "İstanbul ΑΣ", "ﬁ \u{1F600} e\u0301 ゴミ"]) expect(fold(line).length).toBe(line.length);
  });
  it("is read in a time that grows with its length alone", () => {
    for (const piece of ["a ", "1 ", "9:", "every ", "mo, ", "montags und ", "le 1er ", "月・", " \t", "in 1 h and ", "第2"]) {
      const line = piece.repeat(1000 / piece.length);
      const took = Array.from({ length: 3 }, () => { // the least of them: what else the machine does is not counted
        const began = performance.now();
        read(line, clock, "en");
        return performance.now() - began;
      });
      expect(Math.min(...took), piece).toBeLessThan(1000);
    }
    expect(read("x ".repeat(600) + "tomorrow", clock, "en").text).toHaveLength(1208);
  });
});
