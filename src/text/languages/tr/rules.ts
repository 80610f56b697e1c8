/** Turkish. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const turkish = tableLanguage("tr", data as LanguageData, {
  ordinals: "*=.",
  partsFirst: "üçte 3, dörtte 4, beşte 5, altıda 6, yedide 7, sekizde 8, dokuzda 9, onda 10, binde 1000",
  halves: "buçuk",
  suffixes: {
    gap: "'",
    words:
      "de da te ta den dan ten tan e a ye ya i ı u ü yi yı yu yü si sı su sü in ın un ün nin nın nun nün inde ında unda ünde sinde sında",
  },
  idioms: "bin teşekkür/bin bir/yüz yüze/yüz üstü/yüz kere/bin kere",
  percentFirst: "yüzde %N",
  money: {
    "₺": ["lira/türk lirası/liraya/liradan/lirayı", "kuruş/kuruşa"],
    "€": ["euro/avro/euroya/avroya", "sent/cent"],
    $: ["dolar/dolara/doları", "sent/cent"],
    "£": ["sterlin/pound", "peni"],
  },
  moneyLayout: "before",
  units: "kilo kg, santigrat derece/derece/selsius derece °C, metrekare m², metreküp m³",
  dates: ["D N Y = D N Y", "D N = D N"],
  months:
    "ocak'ta/ocakta şubat'ta/şubatta mart'ta/martta nisan'da/nisanda mayıs'ta/mayısta haziran'da/haziranda temmuz'da/temmuzda ağustos'ta/ağustosta eylül'de/eylülde ekim'de/ekimde kasım'da/kasımda aralık'ta/aralıkta",
  times: [
    "(saat) H buçuk = 30",
    "(saat) H M = M",
    "(saat) H = 0",
    "(saat)? P çeyrek geçiyor/geçe = 15",
    "(saat)? P M geçiyor/geçe = M",
    "(saat)? P çeyrek var/kala = -15",
    "(saat)? P M var/kala = -M",
  ],
  hours:
    "biri 1, ikiyi 2, üçü 3, dördü 4, beşi 5, altıyı 6, yediyi 7, sekizi 8, dokuzu 9, onu 10, on biri 11, on ikiyi 12, bire 1, ikiye 2, üçe 3, dörde 4, beşe 5, altıya 6, yediye 7, sekize 8, dokuza 9, ona 10, on bire 11, on ikiye 12",
  colon: ".",
  address: "et/at/kuyruklu_a nokta tire/eksi alt_çizgi/alttan_tire bölü/taksim/slaş",
  plus: "artı",
  telephone: { 10: [3, 3, 2, 2], 11: [4, 3, 2, 2] },
  letterWords: "o",
  marks: {
    ",": "virgül",
    ".": "nokta",
    "?": "soru işareti",
    "!": "ünlem işareti/ünlem",
    ":": "iki nokta/iki nokta üst üste",
    ";": "noktalı virgül",
    "…": "üç nokta",
    "(": "parantez aç/aç parantez",
    ")": "parantez kapat/kapat parantez/parantezi kapat",
    "-": "kısa çizgi",
    " –": "uzun çizgi",
    "/": "eğik çizgi",
    "\n": "yeni satır/alt satır/satır başı",
    "\n\n": "yeni paragraf",
  },
  quotes: {
    open: "“",
    close: "”",
    opening: "tırnak aç/tırnak işareti aç",
    closing: "tırnak kapat/tırnak işareti kapat",
  },
  literal: "bir her ilk son hangi önemli benim onun",
  questions: "ne kim kime kimi nerede nereye nereden ne_zaman neden niçin niye nasıl hangi kaç kaça",
  questionEnds:
    "mi mı mu mü misin mısın musun müsün misiniz mısınız musunuz müsünüz miyim mıyım miyiz mıyız mudur müdür midir mıdır muydu müydü miydi mıydı",
});
