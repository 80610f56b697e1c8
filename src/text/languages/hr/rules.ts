/** Croatian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const croatian = tableLanguage("hr", data as LanguageData, {
  idioms: "tisuću hvala/hiljadu hvala",
  halves: "i pol/ipol",
  ordinals: "*=.",
  money: {
    "€": ["euro/eura/eura/euri", "cent/centa/centi/centi"],
    $: ["dolar/dolara/dolari", "cent/centa"],
    "£": ["funta/funte/funti", "peni/penija"],
    kn: ["kuna/kune/kuna", "lipa/lipe"],
  },
  moneyAnd: "i",
  units:
    "kila/kilo kg, deka dag, stupanj celzijev/stupnja celzija/stupnjeva celzija/stupnjeva celzijevih °C, četvorni metar/četvorna metra/četvornih metara/kvadrata/kvadratnih metara m²",
  per: { words: "na/po", units: "sat h, sekundi s, sekundu s" },
  dates: ["D N Y (godine)? = D. N Y.", "D N = D. N"],
  times: [
    "(u/od/do/oko/nakon/prije)? H sat/sata/sati i? M minuta/minute/minutu? = M",
    "(u/od/do/oko/nakon/prije) H sat/sata/sati = 0",
    "pola H = -30",
    "(u/od/do/oko) H i_pol = 30",
    "petnaest_do H = -15",
  ],
  hours: "podne 12, ponoć 0",
  address: "manki/et/at/majmun točka crtica/minus donja_crta/podvlaka kosa_crta/slash",
  plus: "plus",
  telephone: { 9: [3, 3, 3], 10: [3, 3, 4] },
  letterWords: "a i o u s k",
  marks: {
    ",": "zarez",
    ".": "točka",
    "?": "upitnik",
    "!": "uskličnik",
    ":": "dvotočka/dvotočje",
    ";": "točka zarez/točka sa zarezom",
    "…": "tri točke/trotočje",
    "(": "otvori zagradu/otvorena zagrada",
    ")": "zatvori zagradu/zatvorena zagrada",
    "-": "crtica",
    " –": "crta",
    "/": "kosa crta",
    "\n": "novi red/novi redak",
    "\n\n": "novi odlomak/novi paragraf",
  },
  quotes: {
    open: "„",
    close: "”",
    opening: "otvori navodnike/otvoreni navodnici",
    closing: "zatvori navodnike/zatvoreni navodnici",
  },
  literal:
    "ta taj ova ovaj svaka svaki jedna jedan prva prvi zadnja zadnji moja moj važna važan koja koji bez",
  questions:
    "tko koga komu kome što čega gdje kamo kada zašto kako koliko koji koja koje kakav kakva je_li jesi_li jeste_li možeš_li možete_li mogu_li imaš_li imate_li hoćeš_li hoćete_li znaš_li znate_li da_li odakle",
});
