/** Latvian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const latvian = tableLanguage("lv", data as LanguageData, {
  halves: "ar pusi/un puse",
  ordinals: "*=.",
  money: {
    "€": ["eiro", "cents/centi/centu/centus"],
    $: ["dolārs/dolāri/dolāru/dolārus", "cents/centi/centu/centus"],
    "£": ["mārciņa/mārciņas/mārciņu", "penss/pensi/pensu"],
  },
  moneyAnd: "un",
  units:
    "kilo kg, grāds celsija/grādi celsija/grādu celsija/grādi pēc celsija °C, kvadrātmetrs/kvadrātmetri/kvadrātmetru/kvadrātmetrus m²",
  per: { words: "", units: "stundā h, sekundē s" },
  dates: ["Y gada D N = Y. gada D. N", "D N Y = D. N Y", "D N = D. N"],
  months:
    "janvārī/janvāra februārī/februāra martā/marta aprīlī/aprīļa maijā/maija jūnijā/jūnija jūlijā/jūlija augustā/augusta septembrī/septembra oktobrī/oktobra novembrī/novembra decembrī/decembra",
  times: [
    "(pulksten/plkst) H M = M",
    "(pulksten/plkst) H = 0",
    "H un M minūtes/minūtēm = M",
    "M pāri H = M",
    "bez M H = -M",
  ],
  address: "et/at/ets punkts defise/domuzīme/svītra pasvītrojums/apakšsvītra slīpsvītra",
  plus: "plus/pluss",
  telephone: { 8: [2, 3, 3] },
  marks: {
    ",": "komats",
    ".": "punkts",
    "?": "jautājuma zīme/jautājumzīme",
    "!": "izsaukuma zīme/izsaukumzīme",
    ":": "kols",
    ";": "semikols",
    "…": "daudzpunkte/trīs punkti",
    "(": "atvērt iekavas/iekavas atvērt/iekava atveras",
    ")": "aizvērt iekavas/iekavas aizvērt/iekava aizveras",
    "-": "defise",
    " –": "domuzīme",
    "/": "slīpsvītra",
    "\n": "jauna rinda/jaunā rindā",
    "\n\n": "jauna rindkopa",
  },
  quotes: {
    open: "“",
    close: "”",
    opening: "atvērt pēdiņas/pēdiņas atvērt",
    closing: "aizvērt pēdiņas/pēdiņas aizvērt",
  },
  literal: "šis šī katrs katra viens viena pirmais pirmā pēdējais mans mana kāds kāda",
  questions: "kas ko kam kur kāpēc kādēļ kā kāds kāda kādi cik vai kurš kura kuri no_kurienes",
});
