/** Polish. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const polish = tableLanguage("pl", data as LanguageData, {
  parts:
    "trzecie/trzecich/trzecia/trzeciej 3, czwarte/czwartych/czwarta/czwartej 4, piąte/piątych/piąta/piątej 5, szóste/szóstych/szósta 6, siódme/siódmych/siódma 7, ósme/ósmych/ósma 8, dziewiąte/dziewiątych/dziewiąta 9, dziesiąte/dziesiątych/dziesiąta/dziesiątej 10, setne/setnych/setna/setnej 100, tysięczne/tysięcznych/tysięczna 1000",
  partsAnd: "i",
  idioms: "sto lat/sto razy/tysiąc razy",
  halves: "i pół",
  percent: "procentów",
  ordinals: "*=.",
  money: {
    zł: ["złoty/złote/złotych/złotego/złotym/złotymi", "grosz/grosze/groszy/gr"],
    "€": ["euro", "cent/centy/centów/eurocent/eurocenty/eurocentów"],
    $: ["dolar/dolary/dolarów/dolara", "cent/centy/centów"],
    "£": ["funt/funty/funtów/funta/funtów szterlingów", "pens/pensy/pensów"],
  },
  moneyAnd: "i",
  units:
    "kilo kg, deko dag, stopień celsjusza/stopnie celsjusza/stopni celsjusza °C, metr kwadratowy/metry kwadratowe/metrów kwadratowych m²",
  per: { words: "na", units: "godzinę h, sekundę s, metr kwadratowy m²" },
  dates: ["D N Y (roku/r)? = D N Y", "D N = D N"],
  times: [
    "(o/godzina/godzinie/o_godzinie/do/od/po/przed/około/na) O M = M",
    "(o_godzinie/godzina/o_godz) O = 0",
    "wpół_do O = -30",
    "kwadrans_po O = 15",
    "za_kwadrans O = -15",
    "M po O = M",
    "za M O = -M",
    "O zero_zero = 0",
  ],
  hours: "południe 12, południu 12",
  address: "małpa/małpka/at kropka minus/myślnik/łącznik podkreślenie/podkreślnik/podłoga ukośnik/slash",
  plus: "plus",
  telephone: { 9: [3, 3, 3] },
  letterWords: "a i o u w z",
  marks: {
    ",": "przecinek",
    ".": "kropka",
    "?": "znak zapytania/pytajnik",
    "!": "wykrzyknik",
    ":": "dwukropek",
    ";": "średnik",
    "…": "wielokropek/trzy kropki",
    "(": "nawias otwierający/otwórz nawias/otwarty nawias",
    ")": "nawias zamykający/zamknij nawias/zamknięty nawias",
    "-": "łącznik",
    " –": "myślnik",
    "/": "ukośnik",
    "\n": "nowa linia/nowy wiersz/nowa linijka",
    "\n\n": "nowy akapit",
  },
  quotes: {
    open: "„",
    close: "”",
    opening: "cudzysłów otwierający/otwórz cudzysłów",
    closing: "cudzysłów zamykający/zamknij cudzysłów",
  },
  literal:
    "ten ta każdy każda jeden jedna pierwszy pierwsza ostatni ostatnia mój moja jego jej ich jaki jaka która który bez",
  questions:
    "czy kto kogo komu co czego gdzie kiedy dlaczego czemu jaki jaka jakie który która które ile skąd dokąd jak_się jak_to jak_długo jak_często jak_daleko jak_mam jak_masz jak_można jak_zrobić",
});
