/** Galician. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const galician = tableLanguage("gl", data as LanguageData, {
  idioms: "mil grazas/mil desculpas",
  halves: "e medio/e media",
  percent: "por cento/por cen",
  ordinals: "a=ª as=ª *=º",
  money: {
    "€": ["euro/euros/de euros", "céntimo/céntimos/céntimos de euro"],
    $: ["dólar/dólares/de dólares", "centavo/centavos"],
    "£": ["libra/libras/libras esterlinas", "penique/peniques"],
  },
  moneyLayout: "after",
  moneyAnd: "con/e",
  units:
    "quilo/quilos kg, grao celsius/graos celsius/graos centígrados °C, metro cadrado/metros cadrados m², metro cúbico/metros cúbicos m³",
  per: { words: "por", units: "hora h, segundo s, metro cadrado m²" },
  dates: [
    "D de N de/do Y = D de N de Y",
    "primeiro de N de/do Y = 1 de N de Y",
    "D de N = D de N",
    "primeiro de N = 1 de N",
  ],
  times: [
    "(a/as/á/ás) H e_media = 30",
    "(a/as/á/ás) H e_cuarto = 15",
    "(a/as/á/ás) H menos_cuarto = -15",
    "(a/as/á/ás) H menos M = -M",
    "(as/á/ás) H e M minutos? = M",
    "(as/ás) H (en_punto) = 0",
    "(as/ás) H (da_mañá/da_tarde/da_noite) = 0",
  ],
  hours: "mediodía 12, medianoite 0",
  address: "arroba punto guión/guion/trazo guión_baixo/subliñado barra/barra_inclinada",
  domains: "gal es",
  plus: "máis",
  telephone: { 9: [3, 3, 3] },
  letterWords: "a e o",
  marks: {
    ",": "coma",
    ".": "punto/punto e seguido/punto final",
    "?": "signo de interrogación/interrogación/pecha interrogación",
    "!": "signo de exclamación/exclamación/pecha exclamación",
    ":": "dous puntos",
    ";": "punto e coma",
    "…": "puntos suspensivos",
    "(": "abre paréntese/abrir paréntese",
    ")": "pecha paréntese/pechar paréntese",
    "-": "guión",
    " –": "raia",
    "/": "barra inclinada",
    "\n": "nova liña/liña nova",
    "\n\n": "novo parágrafo/parágrafo novo/punto e aparte",
  },
  quotes: {
    open: "«",
    close: "»",
    opening: "abre comiñas/abrir comiñas",
    closing: "pecha comiñas/pechar comiñas",
  },
  literal: "un unha o a este esta cada primeiro último meu seu en bo aquel moi ao do",
  questions:
    "quen canto canta cantos cantas cal cales por_que podes podedes queres queredes sabes sabedes tes tedes pode que_é que_fas que_tal que_pasa que_queres que_día que_hora cando_vés cando_é cando_comeza cando_chegas cando_nos como_estás como_está como_estades como_te como_podo como_vai onde_está onde_estás onde_é onde_vives",
});
