/** Swahili. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const swahili = tableLanguage("sw", data as LanguageData, {
  halves: "na nusu",
  percentFirst: "asilimia N%",
  money: {
    Ksh: ["shilingi/shilingi za kenya", "senti"],
    "€": ["yuro/euro", "senti"],
    $: ["dola/dola za marekani", "senti"],
    "£": ["pauni", "peni"],
  },
  moneyFirst: true,
  moneyAnd: "na",
  moneyLayout: "before-spaced",
  units: "kilo kg, nyuzi °C",
  dates: ["(tarehe)? D mwezi_wa? N mwaka_wa/mwaka? Y = D N Y", "(tarehe) D mwezi_wa? N = D N"],
  months:
    "januari/mwezi_wa_kwanza februari machi aprili mei juni julai agosti septemba oktoba novemba desemba",
  times: [
    "(saa) H na_nusu = 30",
    "(saa) H na_robo = 15",
    "(saa) H kasoro_robo = -15",
    "(saa) H na_dakika M = M",
    "(saa) H na M = M",
    "(saa) H kasoro M = -M",
  ],
  address: "at/et nukta/doti dashi/kistari mstari_chini/underscore mkwaju/slashi",
  domains: "ke tz",
  plus: "jumlisha",
  telephone: { 10: [4, 3, 3] },
  marks: {
    ",": "mkato/koma",
    ".": "nukta/kituo",
    "?": "alama ya kuuliza/kiulizi",
    "!": "alama ya mshangao/kishangao",
    ":": "nukta mbili/nuktambili",
    ";": "nukta mkato/nuktamkato",
    "(": "fungua mabano",
    ")": "funga mabano",
    "-": "kistari",
    "/": "mkwaju",
    "\n": "mstari mpya",
    "\n\n": "aya mpya",
  },
  quotes: { open: "“", close: "”", opening: "fungua nukuu", closing: "funga nukuu" },
  literal: "kila moja ya kwa",
  questions: "nani nini je wapi lini kwa_nini kwanini vipi ngapi gani mbona",
  questionEnds: "nini nani wapi lini ngapi gani",
});
