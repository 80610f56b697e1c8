/** Slovenian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const slovenian = tableLanguage("sl", data as LanguageData, {
  idioms: "tisoč hvala",
  halves: "in pol",
  ordinals: "*=.",
  money: {
    "€": ["evro/evra/evre/evri/evrov/euro/eura/eurov", "cent/centa/cente/centi/centov"],
    $: ["dolar/dolarja/dolarje/dolarji/dolarjev", "cent/centa/centov"],
    "£": ["funt/funta/funte/funti/funtov", "peni/penijev"],
  },
  moneyAnd: "in",
  units:
    "kila/kile/kil kg, stopinja celzija/stopinji celzija/stopinje celzija/stopinj celzija °C, kvadratni meter/kvadratna metra/kvadratne metre/kvadratnih metrov m²",
  per: { words: "na", units: "uro h, sekundo s" },
  dates: ["D N Y (leta)? = D. N Y", "D N = D. N"],
  months: "januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra",
  times: [
    "(ob/od/do/po/okoli)? H ura/uri/urah/ure/ur in? M minut/minuta/minuti/minute? = M",
    "(ob/od/do/po/okoli) H uri/urah = 0",
    "(ob) H M = M",
    "pol H = -30",
    "četrt_na H = -45",
    "tri_četrt_na H = -15",
  ],
  hours: "poldne 12, polnoč 0",
  domains: "",
  address: "afna/at pika vezaj/minus/pomišljaj podčrtaj poševnica",
  plus: "plus",
  telephone: { 9: [3, 3, 3] },
  letterWords: "a o v z s k",
  marks: {
    ",": "vejica",
    ".": "pika",
    "?": "vprašaj",
    "!": "klicaj",
    ":": "dvopičje",
    ";": "podpičje",
    "…": "tri pike/tropičje",
    "(": "oklepaj",
    ")": "zaklepaj",
    "-": "vezaj",
    " –": "pomišljaj",
    "/": "poševnica",
    "\n": "nova vrstica",
    "\n\n": "nov odstavek",
  },
  quotes: {
    open: "„",
    close: "“",
    opening: "narekovaj spodaj/odpri narekovaj/začetni narekovaj",
    closing: "narekovaj zgoraj/zapri narekovaj/končni narekovaj",
  },
  literal: "ta vsaka vsak ena en prva prvi zadnja zadnji moja moj pomembna pomemben katera kateri brez",
  questions:
    "kdo koga komu kaj česa kje kam kdaj zakaj kako koliko kateri katera katero kakšen kakšna ali a_je a_si od_kod čigav",
});
