/** Swedish. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const swedish = tableLanguage("sv", data as LanguageData, {
  parts:
    "tredjedelar/tredjedel 3, fjärdedelar/fjärdedel 4, femtedelar/femtedel 5, sjättedelar/sjättedel 6, sjundedelar/sjundedel 7, åttondelar/åttondel/åttondedelar/åttondedel 8, niondelar/niondel 9, tiondelar/tiondel 10, tjugondelar/tjugondel 20, hundradelar/hundradel 100, tusendelar/tusendel 1000",
  partsAnd: "och",
  idioms: "tusen tack",
  halves: "och en halv/och ett halvt/och halv",
  ordinals: "a=:a *=:e",
  money: {
    kr: ["krona/kronor/svenska kronor", "öre"],
    "€": ["euro", "cent/eurocent"],
    $: ["dollar", "cent"],
    "£": ["pund", "pence/penny"],
  },
  moneyAnd: "och",
  units: "kilo kg, hekto hg, grad celsius/grader celsius °C, kvadratmeter m², kubikmeter m³",
  per: { words: "per/i", units: "timme/timmen h, sekund/sekunden s, kvadratmeter m²" },
  dates: [
    "(den)? D N Y = D N Y",
    "(den)? D N = D N",
    "(år/i/sedan/från/till/våren/sommaren/hösten/vintern) Y = Y",
  ],
  times: [
    "(klockan/kl) H och? M minuter? = M",
    "(klockan/kl) H = 0",
    "halv H = -30",
    "(klockan/kl)? kvart_över H = 15",
    "(klockan/kl)? kvart_i H = -15",
    "(klockan/kl)? M minuter? över H = M",
    "(klockan/kl) M minuter? i H = -M",
  ],
  colon: ":",
  domains: "",
  address: "snabel-a/snabela/snabel_a/at punkt bindestreck/streck understreck snedstreck/slash",
  plus: "plus",
  telephone: { 10: [3, 3, 2, 2], 9: [3, 2, 2, 2] },
  letterWords: "i å ö",
  marks: {
    ",": "komma/kommatecken",
    ".": "punkt",
    "?": "frågetecken",
    "!": "utropstecken",
    ":": "kolon",
    ";": "semikolon",
    "…": "tre punkter",
    "(": "vänsterparentes/parentes börjar/öppna parentes",
    ")": "högerparentes/parentes slutar/stäng parentes",
    "-": "bindestreck",
    " –": "tankstreck",
    "/": "snedstreck",
    "\n": "ny rad",
    "\n\n": "nytt stycke",
  },
  quotes: {
    open: "”",
    close: "”",
    opening: "citat börjar/citattecken börjar",
    closing: "citat slutar/citattecken slutar/slut citat",
  },
  literal: "en ett denna detta varje min mitt din hans hennes första sista viktig annan någon ingen till på",
  questions:
    "vad vem vilken vilket vilka var varför hur varifrån vart är har kan kommer ska skulle vill får måste finns gör går hade tror vet när_är när_har när_kan när_kommer när_ska när_skulle när_vill när_får när_måste när_börjar när_slutar när_går när_öppnar när_stänger när_ses när_blir",
});
