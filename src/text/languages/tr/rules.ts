/** Turkish. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const turkish = tableLanguage("tr", data as LanguageData, {
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
  times: ["(saat) H buçuk/buçukta = 30", "(saat) H M = M", "(saat) H = 0"],
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
