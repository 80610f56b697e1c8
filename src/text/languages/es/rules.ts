/** Spanish. */
import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { clockReader, twoDigits } from "../shared/clock.ts";
import { inGroups } from "../shared/digit-runs.ts";
import { letterWords } from "../shared/letter-words.ts";
import { languageReader } from "../shared/reading.ts";
import { smallNumbers } from "../shared/spoken-words.ts";
import { dateReaders } from "./dates.ts";
import { cardinal, denominator, NUMBERS } from "./numbers.ts";
import { MEASURES, MONEY } from "./units.ts";
import { WORDS } from "./words.ts";

/** Groups by length: seven to nine digits in most countries, ten in Mexico, Argentina and Colombia. */
const GROUPS: Readonly<Record<number, readonly number[]>> = {
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
};

function telephone(digits: string): string {
  return inGroups(digits, GROUPS[digits.length] ?? [3, 3, 3, 0], "-");
}

const readTime = clockReader({
  cardinal,
  articles: ["las", "la"],
  hours: ["horas", "hora"],
  and: ["y", "con"],
  minus: ["menos"],
  minutes: ["minutos", "minuto"],
  parts: { "cuarto/un cuarto": 15, media: 30 },
  named: { mediodía: 12, medianoche: 0 },
  toward: ["para las", "para la"],
  articleOf: (hour) => (hour === 1 ? "la" : "las"),
  dayParts: ["de la mañana", "de la tarde", "de la noche", "de la madrugada", "del mediodía"],
  halves: { "a m/a eme/a. m.": "a.\u00a0m.", "p m/pe eme/p. m.": "p.\u00a0m." },
  sharp: ["en punto"],
  write: (hour, minute) => `${hour}:${twoDigits(minute ?? 0)}`,
});

/** Below ten numbers are words in print, and articles and pronouns too. */
const LEAST_IN_DIGITS = 10n;

const read = languageReader(
  {
    numbers: NUMBERS,
    amounts: {
      decimalPairs: true,
      points: { coma: ",", punto: "." },
      minus: ["menos"],
      minusNotAfter: ["al", "lo", "o", "los", "las", "la", "ni", "mucho", "horas", "y"],
      separator: "\u202f",
    },
    plain: {
      leastInDigits: LEAST_IN_DIGITS,
      idioms: ["mil gracias", "cien veces", "mil veces", "mil disculpas", "mil perdones"],
    },
    fractions: {
      denominator,
      and: ["y"],
    },
    halves: ["y medio", "y media"],
    percent: { percent: ["por ciento", "porciento", "por cien"], gap: " " },
    measures: MEASURES,
    money: MONEY,
    labels: {
      names: "página puerta andén vía sala habitación apartado terminal anexo tabla figura línea aula",
      parted: "versión capítulo sección artículo párrafo",
      ranked: "número",
      articles: "un una",
      point: "punto",
    },
    letterWords: ["a", "e", "o", "u", "y"],
    digitRuns: {
      plus: ["más"],
      elementsBelow: 1000n,
      national: /^\d{9,10}$/,
      layout: telephone,
    },
    addresses: {
      signs: {
        arroba: "@",
        punto: ".",
        "guion/guión/guion medio/guión medio": "-",
        "guion bajo/guión bajo/subrayado": "_",
        "barra/slash/barra inclinada/diagonal": "/",
        "dos puntos": ":",
        "dos puntos barra barra": "://",
      },
      letters: {
        "uve doble": "w",
        "doble ve": "w",
        "doble u": "w",
        "i griega": "y",
        "triple doble ve": "www",
        "triple uve doble": "www",
        "triple w": "www",
        "tres w": "www",
        "hache te te pe": "http",
        "hache te te pe ese": "https",
      },
      domains: ["mx", "ar", "cl", "cat", "net", "eu"],
    },
  },
  [readTime, ...dateReaders],
);

export const spanish: LanguageRules = {
  ...scriptRules("es"),
  ...WORDS,
  namedAfter: ["señor", "señora", "señorita", "don", "doña", "doctor", "doctora"],
  letters: {
    ...letterWords(
      "hola/estimado/estimada/querido/querida/buenos días/buenas tardes/buenas noches/apreciado/apreciada",
      "todos todas chicos chicas equipo tal a mi amigo amiga amigos señores cliente clientes colega compañeros",
      "saludo saludos atentamente cordialmente abrazo abrazos besos gracias",
    ),
    smallTitles: true,
  },
  sentenceOpens: { "?": "¿", "!": "¡" },
  numberStyle: smallNumbers(NUMBERS, LEAST_IN_DIGITS),
  rangeWords: ["a", "o"],
  rangeAfter: { opening: "entre", joint: "y" },
  streetNames: {
    streets: ["calle", "avenida", "plaza", "paseo"],
    joints: ["de", "la", "el", "los", "las", "del", "y"],
    never: [
      "a",
      "en",
      "por",
      "con",
      "para",
      "desde",
      "hasta",
      "hay",
      "tiene",
      "son",
      "es",
      "sobre",
      "entre",
      "unos",
      "unas",
    ],
    numberWords: ["número"],
  },
  read,
};
