/** Norwegian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const norwegian = tableLanguage("no", data as LanguageData, {
  digits: "tre 3, fire 4, fem 5, seks 6, sju 7, åtte 8, ni 9",
  parts:
    "tredjedeler/tredjedel/tredeler/tredel 3, fjerdedeler/fjerdedel/firedeler/firedel 4, femtedeler/femtedel/femdeler/femdel 5, sjettedeler/sjettedel/seksdeler/seksdel 6, sjuendedeler/sjuendedel/syvendedeler/syvendedel/sjudeler/sjudel 7, åttendedeler/åttendedel/åttedeler/åttedel 8, niendedeler/niendedel/nideler/nidel 9, tiendedeler/tiendedel/tideler/tidel 10, hundredeler/hundredel/hundrededeler/hundrededel 100, tusendeler/tusendel 1000",
  partsAnd: "og",
  idioms: "tusen takk",
  halves: "og en halv/og et halvt/en halv/et halvt",
  ordinals: "*=.",
  money: {
    kr: ["krone/kroner/norske kroner", "øre"],
    "€": ["euro", "cent/eurocent"],
    $: ["dollar", "cent"],
    "£": ["pund", "pence/penny"],
  },
  moneyLayout: "after",
  moneyAnd: "og",
  units: "kilo kg, hekto hg, grad celsius/grader celsius °C, kvadratmeter m², kubikkmeter m³",
  per: { words: "per/i", units: "time/timen h, sekund/sekundet s, kvadratmeter m²" },
  dates: [
    "(den)? D N Y = D. N Y",
    "(den)? D N = D. N",
    "(år/i/siden/fra/til/våren/sommeren/høsten/vinteren) Y = Y",
  ],
  times: [
    "(klokken/klokka/kl) H M = M",
    "(klokken/klokka/kl) H = 0",
    "halv H = -30",
    "kvart_over H = 15",
    "kvart_på H = -15",
    "M minutter? over H = M",
  ],
  address: "krøllalfa/alfakrøll/at punktum/punkt bindestrek/strek understrek skråstrek/slash",
  plus: "pluss",
  telephone: { 8: [2, 2, 2, 2] },
  letterWords: "i å",
  marks: {
    ",": "komma",
    ".": "punktum",
    "?": "spørsmålstegn",
    "!": "utropstegn",
    ":": "kolon",
    ";": "semikolon",
    "…": "tre prikker",
    "(": "venstre parentes/parentes start/start parentes",
    ")": "høyre parentes/parentes slutt/slutt parentes",
    "-": "bindestrek",
    " –": "tankestrek",
    "/": "skråstrek",
    "\n": "ny linje/linjeskift",
    "\n\n": "nytt avsnitt/ny paragraf",
  },
  quotes: {
    open: "«",
    close: "»",
    opening: "anførselstegn start/start anførselstegn/sitat start",
    closing: "anførselstegn slutt/slutt anførselstegn/sitat slutt",
  },
  literal: "en et denne dette hver min mitt din hans hennes første siste viktig annen noe ingen sette",
  questions:
    "hva hvem hvilken hvilket hvilke hvor hvorfor hvordan er har kan kommer skal skulle vil får må finnes gjør går hadde tror vet når_er når_har når_kan når_kommer når_skal når_vil når_får når_må når_begynner når_slutter når_går når_åpner når_stenger når_blir når_sees",
});
