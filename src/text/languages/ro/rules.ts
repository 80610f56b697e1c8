/** Romanian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const romanian = tableLanguage("ro", data as LanguageData, {
  parts:
    "sferturi/sfert 4, treimi/treime 3, pătrimi/pătrime 4, cincimi/cincime 5, șesimi/șesime 6, șeptimi/șeptime 7, optimi/optime 8, noimi/noime 9, zecimi/zecime 10, sutimi/sutime 100, miimi/miime 1000",
  partsAnd: "și",
  ordinals: "lea=-lea a=-a",
  idioms: "o mie de scuze/mii de scuze",
  halves: "și jumătate",
  percent: "la sută/procente/procent",
  money: {
    lei: ["leu/lei/de lei", "ban/bani/de bani"],
    "€": ["euro/de euro", "cent/cenți/eurocenți/de cenți"],
    $: ["dolar/dolari/de dolari", "cent/cenți/de cenți"],
    "£": ["liră/lire/lire sterline/de lire/de lire sterline", "penny/pence"],
  },
  moneyAnd: "și",
  units:
    "kilogram/kilograme/de kilograme/kil/kile/de kile kg, de kilometri km, de metri m, de grame g, de litri l, grade celsius/grad celsius/de grade celsius °C, metri pătrați/de metri pătrați/metru pătrat m², metri cubi/de metri cubi m³",
  per: { words: "pe", units: "oră h, secundă s, metru pătrat m²" },
  dates: ["D N Y = D N Y", "întâi N Y = 1 N Y", "D N = D N", "întâi N = 1 N"],
  times: [
    "(ora/orele/la_ora) H și? M minute? = M",
    "(ora/orele/la_ora) H = 0",
    "(la/ora) H și_jumătate = 30",
    "(la/ora) H și_un_sfert = 15",
    "(la/ora) H fără_un_sfert = -15",
    "(la/ora) H fără M = -M",
    "(la) H și M = M",
    "H și_un_sfert = 15",
    "H fără_un_sfert = -15",
    "H fără M = -M",
  ],
  hours: "amiază 12, miezul nopții 0",
  address:
    "arond/a_rond/at/coadă_de_maimuță punct cratimă/liniuță/minus liniuță_jos/underscore/linie_jos slash/bară/bară_oblică",
  plus: "plus",
  telephone: { 10: [4, 3, 3] },
  letterWords: "a o e",
  marks: {
    ",": "virgulă",
    ".": "punct",
    "?": "semnul întrebării/semn de întrebare",
    "!": "semnul exclamării/semn de exclamare",
    ":": "două puncte",
    ";": "punct și virgulă",
    "…": "puncte de suspensie/trei puncte",
    "(": "deschide paranteza/paranteză deschisă",
    ")": "închide paranteza/paranteză închisă",
    "-": "cratimă",
    " –": "linie de dialog/linie de pauză",
    "/": "bară oblică",
    "\n": "rând nou/linie nouă",
    "\n\n": "paragraf nou/alineat nou",
  },
  quotes: {
    open: "„",
    close: "”",
    opening: "deschide ghilimelele/ghilimele deschise",
    closing: "închide ghilimelele/ghilimele închise",
  },
  literal: "un o acest această fiecare primul ultimul meu mea său sa important alt la orice",
  questions:
    "ce cine cui unde de_ce cât câtă câți câte care oare pot poți puteți vrei vreți știi știți ai_putea ești sunteți când_vii când_vine când_veniți când_poți când_ai când_începe când_se când_ne când_este când_e cum_te cum_vă cum_se cum_pot cum_poți cum_ești cum_sunteți cum_a cum_merge",
});
