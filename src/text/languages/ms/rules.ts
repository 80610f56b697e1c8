/** Malay. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const malay = tableLanguage("ms", data as LanguageData, {
  idioms: "seribu maaf",
  halves: "setengah",
  percent: "peratus",
  ordinals: "*=",
  money: {
    RM: ["ringgit/ringgit malaysia", "sen"],
    "€": ["euro", "sen"],
    $: ["dolar/dollar", "sen"],
    "£": ["paun/paun sterling", "peni"],
  },
  moneyLayout: "before",
  units: "kilo kg, darjah celsius/darjah °C, meter persegi m², meter padu m³",
  per: { words: "per/sejam", units: "jam j, saat s" },
  dates: ["(hari_bulan)? D N (tahun)? Y = D N Y", "D haribulan N Y = D N Y", "D haribulan N = D N"],
  times: [
    "(pukul/jam) H M minit? = M",
    "(pukul/jam) H setengah = 30",
    "(pukul/jam) H suku = 15",
    "(pukul/jam) H (pagi/petang/malam/tengah_hari) = 0",
  ],
  colon: ":",
  address: "at/alias/ada titik/noktah/dot sempang/tanda_sempang garis_bawah/underscore garis_miring/slash",
  domains: "my",
  plus: "tambah/campur",
  telephone: { 10: [3, 3, 4], 11: [3, 4, 4] },
  marks: {
    ",": "koma",
    ".": "noktah/titik",
    "?": "tanda soal/tanda tanya",
    "!": "tanda seru",
    ":": "titik bertindih/titik dua",
    ";": "koma bertitik",
    "…": "titik titik titik/elipsis",
    "(": "buka kurungan/kurungan buka/buka kurung",
    ")": "tutup kurungan/kurungan tutup/tutup kurung",
    "-": "tanda sempang/sempang",
    "/": "garis miring/palang",
    "\n": "baris baru",
    "\n\n": "perenggan baru",
  },
  quotes: {
    open: "“",
    close: "”",
    opening: "buka petikan/pengikat kata buka",
    closing: "tutup petikan/pengikat kata tutup",
  },
  literal: "sebuah satu setiap tanda pada di ke dari",
  questions:
    "apa apakah siapa siapakah bilakah di_mana ke_mana dari_mana mengapa kenapa bagaimana berapa berapakah yang_mana bolehkah adakah mahukah",
});
