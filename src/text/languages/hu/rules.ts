/** Hungarian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

/** With the endings of cases left to `suffixes`: `kilométerrel`, `tizedikén`. */
const hungarianData: LanguageData = {
  ...(data as LanguageData),
  units: Object.fromEntries(
    Object.entries(data.units).map(([symbol, names]) => [symbol, names.split("/", 1).join("")]),
  ),
  percent: "százalék",
  sets: {
    ...data.sets,
    o: data.sets.o
      .split("\n")
      .filter((rule) => !/(?:án|ai|ára|ától|áig|én|ei|ére|étől|éig)$/u.test(rule))
      .concat("1 els")
      .join("\n"),
  },
};

const NUMERATORS = "egy két három négy öt hat hét nyolc kilenc".split(" ");
const DENOMINATORS = "harmad negyed ötöd hatod heted nyolcad kilenced tized".split(" ");

/** `kétharmad 2/3` */
const FRACTIONS = DENOMINATORS.flatMap((size, index) =>
  NUMERATORS.slice(0, index + 2).map((count, at) => `${count}${size} ${at + 1}/${index + 3}`),
).join(", ");

export const hungarian = tableLanguage("hu", hungarianData, {
  fractions: FRACTIONS,
  places: "tized 1, század 2, ezred 3",
  parts:
    "harmad/harmada 3, negyed/negyede 4, ötöd/ötöde 5, hatod/hatoda 6, heted/hetede 7, nyolcad/nyolcada 8, kilenced/kilencede 9, tized/tizede 10, század/százada 100, ezred/ezrede 1000",
  suffixes: {
    gap: "-",
    words:
      "kor ban ben ba be an án én on en ön ra re ára ére ért tól től ától étől ig áig éig ról ről áról éről ból ből nál nél val vel ával ével hoz hez höz ként szor szer ször nyi a e ai ei t ot et öt at as es os ös ral rel kal kel tal tel mal mel nal nel lal lel gal gel dal del szal szel zal zel ején=jén ejére=jére ejéig=jéig ejétől=jétől ejei=jei",
  },
  idioms: "ezer köszönet",
  ordinals: "*=.",
  halves: "és fél",
  money: {
    Ft: ["forint/magyar forint", "fillér"],
    "€": ["euró", "cent"],
    $: ["dollár", "cent/centet"],
    "£": ["font", "penny/pennyt"],
  },
  moneyAnd: "és",
  units:
    "kiló/kilót kg, kilogram kg, gram g, milligram mg, deka/dekát dkg, celsius fok/fok celsius/celsius fokot °C, négyzetméter/négyzetmétert m², köbméter/köbmétert m³",
  per: { words: "per", units: "óra/órá h, másodperc s" },
  dates: ["Y N D = Y. N D.", "N D = N D."],
  months:
    "januárban/januári februárban/februári márciusban/márciusi áprilisban/áprilisi májusban/májusi júniusban/júniusi júliusban/júliusi augusztusban/augusztusi szeptemberben/szeptemberi októberben/októberi novemberben/novemberi decemberben/decemberi",
  times: [
    "H óra M perc? = M",
    "H órakor = 0",
    "M perc_múlva H óra = -M",
    "M perccel_múlt H = M",
    "fél H = -30",
    "negyed H = -45",
    "háromnegyed H = -15",
  ],
  address: "kukac/at pont kötőjel/mínusz alulvonás/aláhúzás per/perjel",
  plus: "plusz",
  oneWord: true,
  emergency: "104 105 107 112",
  telephone: { 9: [2, 3, 4], 11: [2, 2, 3, 4] },
  letterWords: "a e s ő",
  marks: {
    ",": "vessző",
    ".": "pont",
    "?": "kérdőjel",
    "!": "felkiáltójel",
    ":": "kettőspont",
    ";": "pontosvessző",
    "…": "három pont",
    "(": "nyitó zárójel/zárójel nyit/zárójel kezdete",
    ")": "záró zárójel/csukó zárójel/zárójel bezár/zárójel vége",
    "-": "kötőjel",
    " –": "gondolatjel",
    "/": "perjel",
    "\n": "új sor",
    "\n\n": "új bekezdés",
  },
  quotes: {
    open: "„",
    close: "”",
    opening: "nyitó idézőjel/idézőjel nyit/idézőjel kezdete",
    closing: "záró idézőjel/idézőjel bezár/idézőjel vége",
  },
  literal: "a az egy minden első utolsó melyik milyen fontos",
  questions:
    "ki kit kinek mi mit minek hol hova hová honnan mikor miért hogyan hogy_van milyen melyik mennyi hány hányan vajon van-e mennyibe",
});
