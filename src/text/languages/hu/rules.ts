/** Hungarian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const hungarian = tableLanguage("hu", data as LanguageData, {
  parts:
    "harmad/harmada 3, negyed/negyede 4, ötöd/ötöde 5, hatod/hatoda 6, heted/hetede 7, nyolcad/nyolcada 8, kilenced/kilencede 9, tized/tizede 10, század/százada 100, ezred/ezrede 1000",
  suffixes: {
    gap: "-",
    words: "kor ban ben ba be án én on en ön ra re ért tól től ig ról ről nál nél val vel a e",
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
    "kiló/kilót kg, deka/dekát dkg, celsius fok/fok celsius/celsius fokot °C, négyzetméter/négyzetmétert m², köbméter/köbmétert m³",
  per: { words: "per", units: "óra h, másodperc s" },
  dates: ["Y N D = Y. N D.", "N D = N D."],
  months:
    "januárban/januári februárban/februári márciusban/márciusi áprilisban/áprilisi májusban/májusi júniusban/júniusi júliusban/júliusi augusztusban/augusztusi szeptemberben/szeptemberi októberben/októberi novemberben/novemberi decemberben/decemberi",
  times: ["H óra M perc? = M", "H órakor = 0", "fél H = -30", "negyed H = -45", "háromnegyed H = -15"],
  address: "kukac/at pont kötőjel/mínusz alulvonás/aláhúzás per/perjel",
  plus: "plusz",
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
