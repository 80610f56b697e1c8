/** What Spanish says for marks, what it begins questions with, and what it drops. */
import { spokenMarks } from "../shared/marks.ts";
import { list } from "../shared/readers.ts";
import { capitals, pairs, type SpokenWords } from "../shared/spoken-words.ts";

export const WORDS: SpokenWords = {
  marks: spokenMarks({
    signs: {
      ",": "coma",
      ".": "punto/punto y seguido/punto final",
      "?": "signo de interrogación/cerrar interrogación/cierra interrogación/signo de cierre de interrogación/interrogación final",
      "!": "signo de exclamación/cerrar exclamación/cierra exclamación/signo de admiración/cerrar admiración",
      "¿": "abrir interrogación/abre interrogación/signo de apertura de interrogación",
      "¡": "abrir exclamación/abre exclamación/abrir admiración/abre admiración",
      ":": "dos puntos",
      ";": "punto y coma",
      "…": "puntos suspensivos",
      "(": "abrir paréntesis/abre paréntesis/paréntesis izquierdo",
      ")": "cerrar paréntesis/cierra paréntesis/paréntesis derecho",
      "[": "abrir corchetes/abre corchetes/abrir corchete",
      "]": "cerrar corchetes/cierra corchetes/cerrar corchete",
      "-": "guion/guión",
      " —": "raya",
      "/": "barra/barra inclinada",
      "\n": "nueva línea/salto de línea/línea nueva",
      "\n\n": "nuevo párrafo/punto y aparte/párrafo nuevo/punto aparte",
      "\n- ": "viñeta/nueva viñeta",
    },
    quotes: {
      open: "«",
      close: "»",
      opening: "abrir comillas/abre comillas",
      closing: "cerrar comillas/cierra comillas",
    },
    literalAfter: list(
      "el la los las un una unos unas del al este esta ese esa cada su mi tu en a qué cuál ningún ninguna cierto buen mejor último primer otro gran algún por preciso",
    ),
    // The verb: `que coma`, `se lo coma`.
    literalAfterOf: {
      coma: list(
        "el la los las un una unos unas esta esa cada su mi tu en ninguna otra última primera que se lo me te",
      ),
    },
    literalAhead: /^por punto(?: |$)/u,
    literalBefore: list("de del"),
    literalBeforeOf: { coma: [] },
    literalBehind: /(?:^| )(?:el|la|los|las|un|una|este|esta|ese|esa|mi|su|del|al|cada|ningún|ninguna)$/u,
  }),
  fillers: list("eh em ehm mmm hmm eeh ahm"),
  stutters: list("yo el la los las un una de del y o a en con por para que mi tu su"),
  corrections: ["no espera", "no perdón", "perdón", "corrección", "no mejor", "quise decir"],
  ordinaryCorrections: ["quiero decir", "digo", "mejor dicho", "o mejor"],
  erasures: ["borra eso", "olvida eso", "tacha eso"],
  literalCommandAfter: list("no nunca y o que se lo te me le yo él ella un una la el por favor"),
  capitalized: capitals(
    "lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre España México Argentina Colombia Chile Perú Madrid Barcelona Europa Francia Alemania Italia Londres Valencia Sevilla Zaragoza Málaga Bilbao Alicante Córdoba Valladolid Vigo Gijón Granada Coruña Vitoria Pamplona Almería Burgos Salamanca Santander Toledo Segovia Badajoz Oviedo Cádiz Murcia Girona Tarragona Lleida Cuenca Ávila Huelva Jaén Lugo Ourense Teruel Guadalajara Bogotá Lima Quito Caracas Montevideo Medellín Cali Monterrey Puebla Tijuana Rosario Valparaíso Lisboa Portugal París Roma Berlín Bruselas Uruguay Ecuador Venezuela Bolivia Paraguay Cuba",
  ),
  questionLeads: list("hola oye y pero entonces bueno vale ok"),
  questionStarts: [
    ...list("qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas cómo dónde adónde"),
    ...list("podrías podríais"),
    ...pairs(list("me nos"), list("puedes podrías podéis podríais")),
    ...pairs(["te"], list("apetece importa importaría")),
    ...pairs(list("por para a de en con"), ["qué"]),
    ...pairs(list("a de con para"), list("quién quiénes")),
    ...pairs(list("a de desde hasta por"), list("dónde cuándo")),
  ],
};
