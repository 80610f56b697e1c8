/** Indonesian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const indonesian = tableLanguage("id", data as LanguageData, {
  parts:
    "perdua 2, pertiga 3, perempat 4, perlima 5, perenam 6, pertujuh 7, perdelapan 8, persembilan 9, persepuluh 10, perseratus 100, perseribu 1000",
  idioms: "seribu maaf",
  halves: "setengah",
  percent: "persen/per seratus",
  ordinals: "*=ke-N",
  money: {
    Rp: ["rupiah", "sen"],
    "€": ["euro", "sen"],
    $: ["dolar/dollar", "sen"],
    "£": ["pound/poundsterling/pound sterling", "penny/pence"],
  },
  moneyLayout: "before",
  units: "kilo kg, derajat celsius/derajat °C, meter persegi m², meter kubik/kubik m³",
  per: { words: "per", units: "jam jam, detik dtk, meter persegi m²" },
  dates: ["(tanggal)? D N (tahun)? Y = D N Y", "(tanggal) D N = D N"],
  times: [
    "(pukul/jam) H lewat? M menit? = M",
    "(pukul/jam) setengah H = -30",
    "(pukul/jam) H lewat/lebih seperempat = 15",
    "(pukul/jam) H kurang seperempat = -15",
    "(pukul/jam) H kurang M menit? = -M",
  ],
  colon: ".",
  address: "at/et/kurung_a titik/dot strip/setrip/minus garis_bawah/underscore garis_miring/slash",
  plus: "plus/tambah",
  telephone: { 10: [4, 3, 3], 11: [4, 4, 3], 12: [4, 4, 4] },
  marks: {
    ",": "koma",
    ".": "titik",
    "?": "tanda tanya",
    "!": "tanda seru",
    ":": "titik dua",
    ";": "titik koma",
    "…": "titik titik titik/elipsis",
    "(": "buka kurung/kurung buka",
    ")": "tutup kurung/kurung tutup",
    "-": "tanda hubung",
    " –": "tanda pisah",
    "/": "garis miring",
    "\n": "baris baru",
    "\n\n": "paragraf baru/alinea baru",
  },
  quotes: {
    open: "“",
    close: "”",
    opening: "buka kutip/petik buka/tanda kutip buka",
    closing: "tutup kutip/petik tutup/tanda kutip tutup",
  },
  literal: "sebuah satu setiap tanda pada di ke dari",
  questions:
    "apa apakah siapa siapakah kapan di_mana dimana ke_mana kemana dari_mana mengapa kenapa bagaimana berapa berapakah yang_mana bisakah bolehkah maukah adakah",
});
