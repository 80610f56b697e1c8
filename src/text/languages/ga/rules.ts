/** Irish. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const irish = tableLanguage("ga", data as LanguageData, {
  idioms: "céad míle fáilte/míle buíochas/céad míle",
  halves: "go leith",
  percent: "faoin gcéad/sa chéad",
  money: {
    "€": ["euro/eoró", "cent/ceint"],
    $: ["dollar/dollair/ndollar/dhollar", "cent/ceint"],
    "£": ["punt/phunt/bpunt", "pingin/phingin/bpingine"],
  },
  moneyLayout: "before",
  moneyAnd: "agus",
  units:
    "cileagram/chileagram/gcileagram kg, ciliméadar/chiliméadar/gciliméadar km, méadar/mhéadar m, céim celsius/chéim celsius/gcéim celsius °C",
  per: { words: "san/sa", units: "uair u, soicind s" },
  dates: ["(an)? D lá? de/d' N Y = D N Y", "(an)? D N Y = D N Y", "(an) D lá? de/d' N = D N"],
  months:
    "d'eanáir d'fheabhra -  d'aibreán bhealtaine mheitheamh d'iúil lúnasa mheán_fómhair dheireadh_fómhair shamhain nollaig",
  times: [
    "(ar)? leathuair_tar_éis/leathuair_i_ndiaidh H = 30",
    "(ar)? ceathrú_tar_éis/ceathrú_i_ndiaidh H = 15",
    "(ar)? ceathrú_chun H = -15",
    "H a_chlog = 0",
  ],
  address: "ag/at ponc/pointe fleiscín/dais fostríoc/fo-líne slais/tulslais",
  domains: "ie",
  plus: "móide",
  telephone: { 10: [3, 3, 4] },
  letterWords: "a i",
  marks: {
    ",": "camóg",
    ".": "lánstad",
    "?": "comhartha ceiste",
    "!": "comhartha uaillbhreasa",
    ":": "idirstad",
    ";": "leathstad",
    "…": "éilips",
    "(": "oscail lúibíní/oscail lúibín",
    ")": "dún lúibíní/dún lúibín",
    "-": "fleiscín",
    " –": "dais",
    "/": "tulslais",
    "\n": "líne nua",
    "\n\n": "alt nua/paragraf nua",
  },
  quotes: {
    open: "“",
    close: "”",
    opening: "oscail comharthaí athfhriotail/oscail athfhriotal",
    closing: "dún comharthaí athfhriotail/dún athfhriotal",
  },
  literal: "an gach aon mo do",
  questions:
    "cad cé cén cá cathain conas cad_chuige cén_fáth an_bhfuil an_raibh an_féidir an_mbeidh an_dtiocfaidh an_bhfuair ar_mhaith nach_bhfuil cé_mhéad",
});
