/** Welsh. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const welsh = tableLanguage("cy", data as LanguageData, {
  idioms: "mil diolch",
  halves: "a hanner",
  percent: "y cant/yn y cant",
  money: {
    "£": ["punt/bunt/phunt/o bunnoedd/bunnoedd/punnoedd", "ceiniog/geiniog/cheiniog/o geiniogau/ceiniogau"],
    "€": ["ewro/o ewros", "sent/o sentiau"],
    $: ["doler/ddoler/o ddoleri/doleri", "sent/o sentiau"],
  },
  moneyLayout: "before",
  moneyAnd: "a/ac",
  units:
    "kilo/cilo/o gilogramau/cilogram/gilogram kg, cilomedr/gilomedr/o gilometrau km, gradd celsius/radd celsius °C, metr/medr/o fetrau m",
  per: { words: "yr/y", units: "awr awr, eiliad eiliad" },
  dates: ["(y)? D o? N Y = D N Y", "(y) D o? N = D N", "D o N = D N"],
  months:
    "ionawr chwefror fawrth/mawrth ebrill fai/mai fehefin/mehefin orffennaf/gorffennaf awst fedi/medi hydref dachwedd/tachwedd ragfyr/rhagfyr",
  times: [
    "hanner_awr_wedi H = 30",
    "chwarter_wedi H = 15",
    "chwarter_i H = -15",
    "M munud? wedi H = M",
    "(am)? H o'r_gloch = 0",
  ],
  address: "at/ar dot/pwynt cysylltnod/dash tanlinell/tanlinelliad slaes/blaen-slaes",
  domains: "cymru uk",
  plus: "plws",
  telephone: { 11: [5, 6] },
  letterWords: "a i o y",
  marks: {
    ",": "coma/atalnod",
    ".": "atalnod llawn",
    "?": "marc cwestiwn/gofynnod",
    "!": "ebychnod",
    ":": "colon",
    ";": "hanner colon/gwahannod",
    "…": "tri dot/elipsis",
    "(": "agor cromfachau/agor cromfach",
    ")": "cau cromfachau/cau cromfach",
    "-": "cysylltnod",
    " –": "llinell doriad",
    "/": "blaen-slaes",
    "\n": "llinell newydd",
    "\n\n": "paragraff newydd",
  },
  quotes: {
    open: "“",
    close: "”",
    opening: "agor dyfynodau/agor dyfynnod",
    closing: "cau dyfynodau/cau dyfynnod",
  },
  literal: "y yr pob fy dy ei un",
  questions:
    "beth pwy pryd ble lle pam sut faint sawl pa a_oes a_yw ydy ydych_chi wyt_ti oes a_fydd allwch_chi alli_di",
});
