/** Estonian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const estonian = tableLanguage("et", data as LanguageData, {
  idioms: "tuhat tänu",
  halves: "ja pool",
  ordinals: "*=.",
  money: {
    "€": ["euro/eurot/euroga", "sent/senti"],
    $: ["dollar/dollarit", "sent/senti"],
    "£": ["nael/naela/naelsterlingit", "penn/penni"],
  },
  moneyAnd: "ja",
  units: "kilo kg, kraad celsiust/kraadi celsiust °C, ruutmeeter/ruutmeetrit m², kuupmeeter/kuupmeetrit m³",
  per: { words: "", units: "tunnis h, sekundis s" },
  dates: ["D N Y = D. N Y", "D N = D. N"],
  months:
    "jaanuaril/jaanuari veebruaril/veebruari märtsil/märtsi aprillil/aprilli mail juunil/juuni juulil augustil/augusti septembril/septembri oktoobril/oktoobri novembril/novembri detsembril/detsembri",
  times: [
    "(kell/kella) H M = M",
    "(kell/kella) H = 0",
    "pool H = -30",
    "veerand H = -45",
    "kolmveerand H = -15",
    "M läbi H = M",
  ],
  domains: "ee",
  address: "ät/at/ätt punkt sidekriips/kriips alakriips/allkriips kaldkriips",
  plus: "pluss",
  telephone: { 7: [3, 4], 8: [4, 4] },
  marks: {
    ",": "koma",
    ".": "punkt",
    "?": "küsimärk",
    "!": "hüüumärk",
    ":": "koolon",
    ";": "semikoolon",
    "…": "kolm punkti",
    "(": "sulg algab/ava sulg/sulud algavad",
    ")": "sulg lõpeb/sule sulg/sulud lõpevad",
    "-": "sidekriips",
    " –": "mõttekriips",
    "/": "kaldkriips",
    "\n": "uus rida",
    "\n\n": "uus lõik",
  },
  quotes: {
    open: "„",
    close: "“",
    opening: "jutumärgid algavad/jutumärk algab",
    closing: "jutumärgid lõpevad/jutumärk lõpeb",
  },
  literal: "iga üks esimene viimane minu sinu tema tähtis mis teine",
  questions: "mis mida kes keda kelle kus kust kuhu millal miks kuidas mitu palju kas milline missugune kumb",
});
