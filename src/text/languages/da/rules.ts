/** Danish. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const danish = tableLanguage("da", data as LanguageData, {
  parts:
    "tredjedele/tredjedel 3, fjerdedele/fjerdedel 4, femtedele/femtedel 5, sjettedele/sjettedel 6, syvendedele/syvendedel 7, ottendedele/ottendedel 8, niendedele/niendedel 9, tiendedele/tiendedel 10, hundrededele/hundrededel 100, tusindedele/tusindedel 1000",
  partsAnd: "og",
  idioms: "tusind tak",
  halves: "og en halv/og et halvt/en halv/et halvt",
  ordinals: "*=.",
  money: {
    "kr.": ["krone/kroner/danske kroner", "øre"],
    "€": ["euro", "cent/eurocent"],
    $: ["dollar/dollars", "cent"],
    "£": ["pund", "pence/penny"],
  },
  moneyAnd: "og",
  units: "kilo kg, grad celsius/grader celsius °C, kvadratmeter m², kubikmeter m³",
  per: { words: "i/per/pr", units: "timen/time t, sekundet/sekund s, kvadratmeter m²" },
  dates: ["(den)? D N Y = D. N Y", "(den)? D N = D. N", "(år/i/siden/fra/til) Y = Y"],
  times: [
    "(klokken/kl) H M = M",
    "(klokken/kl) H = 0",
    "halv H = -30",
    "kvart_over H = 15",
    "kvart_i H = -15",
    "M minutter? over H = M",
    "(klokken/kl) M minutter? i H = -M",
  ],
  colon: ".",
  domains: "dk",
  address:
    "snabel-a/snabela/snabel_a/at punktum/punkt bindestreg/streg understreg/understregning skråstreg/slash",
  plus: "plus",
  telephone: { 8: [2, 2, 2, 2] },
  letterWords: "i å",
  marks: {
    ",": "komma",
    ".": "punktum",
    "?": "spørgsmålstegn",
    "!": "udråbstegn",
    ":": "kolon",
    ";": "semikolon",
    "…": "tre prikker",
    "(": "start parentes/parentes start/venstre parentes",
    ")": "slut parentes/parentes slut/højre parentes",
    "-": "bindestreg",
    " –": "tankestreg",
    "/": "skråstreg",
    "\n": "ny linje/linjeskift",
    "\n\n": "nyt afsnit",
  },
  quotes: {
    open: "»",
    close: "«",
    opening: "start citat/citationstegn start/anførselstegn start",
    closing: "slut citat/citationstegn slut/anførselstegn slut",
  },
  literal: "en et denne dette hver min mit din hans hendes første sidste vigtig anden noget ingen sætte",
  questions:
    "hvad hvem hvilken hvilket hvilke hvor hvornår hvorfor hvordan er har kan kommer skal skulle vil får må findes gør går havde tror ved",
});
