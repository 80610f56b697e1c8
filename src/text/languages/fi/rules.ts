/** Finnish. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const finnish = tableLanguage("fi", data as LanguageData, {
  parts:
    "kolmasosaa/kolmasosa/kolmannesta/kolmannes 3, neljäsosaa/neljäsosa/neljännestä/neljännes 4, viidesosaa/viidesosa/viidennestä/viidennes 5, kuudesosaa/kuudesosa 6, seitsemäsosaa/seitsemäsosa 7, kahdeksasosaa/kahdeksasosa 8, yhdeksäsosaa/yhdeksäsosa 9, kymmenesosaa/kymmenesosa 10, sadasosaa/sadasosa 100, tuhannesosaa/tuhannesosa 1000",
  partsAnd: "ja",
  idioms: "tuhat kiitosta",
  halves: "ja puoli",
  ordinals: "*=.",
  money: {
    "€": ["euro/euroa/euron/eurolla/eurosta", "sentti/senttiä/sentin"],
    $: ["dollari/dollaria/dollarin", "sentti/senttiä"],
    "£": ["punta/puntaa/punnan", "penni/penniä"],
  },
  moneyAnd: "ja",
  units:
    "kilo/kiloa kg, celsiusaste/celsiusastetta/astetta celsiusta °C, neliömetri/neliömetriä/neliö/neliötä m², kuutiometri/kuutiometriä/kuutio/kuutiota m³",
  per: { words: "", units: "tunnissa h, sekunnissa s" },
  dates: ["D N Y = D. N Y", "D N = D. N"],
  times: [
    "(kello/klo) H M = M",
    "(kello/klo) H = 0",
    "puoli H = -30",
    "varttia_yli H = 15",
    "vartin_yli H = 15",
    "varttia_vaille H = -15",
    "M yli H = M",
    "M vaille H = -M",
  ],
  colon: ".",
  months:
    "tammikuun helmikuun maaliskuun huhtikuun toukokuun kesäkuun heinäkuun elokuun syyskuun lokakuun marraskuun joulukuun",
  address: "ät/at/miukumauku piste väliviiva/viiva alaviiva vinoviiva/kauttaviiva",
  plus: "plus",
  telephone: { 10: [3, 3, 4] },
  marks: {
    ",": "pilkku",
    ".": "piste",
    "?": "kysymysmerkki",
    "!": "huutomerkki",
    ":": "kaksoispiste",
    ";": "puolipiste",
    "…": "kolme pistettä",
    "(": "sulku auki/avaa sulku/sulkumerkki auki",
    ")": "sulku kiinni/sulje sulku/sulkumerkki kiinni",
    "-": "yhdysmerkki/tavuviiva",
    " –": "ajatusviiva",
    "/": "vinoviiva/kauttaviiva",
    "\n": "uusi rivi/rivinvaihto",
    "\n\n": "uusi kappale/kappaleen vaihto",
  },
  quotes: {
    open: "”",
    close: "”",
    opening: "lainausmerkki auki/lainaus alkaa",
    closing: "lainausmerkki kiinni/lainaus päättyy",
  },
  literal: "joka jokainen yksi ensimmäinen viimeinen minun sinun hänen mikä",
  questions:
    "mikä mitä mitkä kuka ketä kenen missä mistä mihin milloin miksi miten millainen kuinka paljonko montako onko olisiko voisiko voiko voitko voisitko voitteko oletko oletteko haluatko tuleeko tuletko pitääkö saanko saako eikö etkö kumpi",
});
