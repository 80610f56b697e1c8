/** Spanish instructions, in the familiar and the polite form and as infinitives, with the pronouns that verbs carry: `hazlo`. */
import { capitalize, changeCase } from "../commands/case.ts";
import { deleteMarks, deleteWords, keepOnly } from "../commands/delete.ts";
import { insertAtEdge, insertBeside, insertMark } from "../commands/insert.ts";
import { addItem, removeItem } from "../commands/items.ts";
import { greet, signOff } from "../commands/letter.ts";
import {
  joinLines,
  makeList,
  makeSentence,
  removeDuplicates,
  removeMarkers,
  reverseLines,
  sortLines,
  splitLines,
} from "../commands/lines.ts";
import { move, swap } from "../commands/move.ts";
import { numbersAsDigits } from "../commands/numbers.ts";
import { replace, replaceTurnedRound, spell, spellOtherwise } from "../commands/replace.ts";
import { revalue } from "../commands/revalue.ts";
import { makeTable } from "../commands/table.ts";
import { leave, removeBlankLines, removeSpaces, tidy } from "../commands/tidy.ts";
import { unwrap, wrap } from "../commands/wrap.ts";
import type { Entry, Grammar } from "../grammar.ts";
import { targetReader } from "./targets.ts";

const DELETE =
  "(?:borr(?:a|e|ar)|elimin(?:a|e|ar)|quit(?:a|e|ar)|suprim(?:e|a|ir)|sac(?:a|ar)|saque|tach(?:a|e|ar))";
const ADD =
  "(?:añad(?:e|a|ir)|agreg(?:a|ar)|agregue|insert(?:a|e|ar)|pon|ponga|poner|escrib(?:e|a|ir)|incluye|coloc(?:a|ar))";
/** `conviértelo`, `hazlo`, `ponlas`: all of the selection. */
const MAKE_IT =
  "(?:(?:conviérte|convierta|convertir|transfórma|transforma|transforme|transformar|pása|pasa|pase|cámbia|cambia|cambie|pon|ponga|haz|haga)(?:lo|la|los|las)?|(?:convierte|transforma))";
const IT =
  "(?:esto|eso|todo|(?:todo )?el texto|la (?:lista|selección)|las (?:líneas|palabras|frases)|los (?:elementos|puntos|nombres))";
const LIST = "a (?:la|esta|mi) lista";

const target = targetReader({
  whole:
    /^(?:esto|eso|todo|todo (?:esto|eso|el texto|el mensaje)|el texto(?: entero| completo)?|(?:toda )?la selección|el mensaje|lo|la|los|las)$/,
  the: "el|la|los|las|lo|del|de la|de los|de las",
  each: "todos los|todas las|cada|ambas|ambos",
  ordinals: {
    "primer(?:o|a|os|as)?": "first",
    "segund[oa]s?": "second",
    "tercer(?:o|a)?": "third",
    "cuart[oa]": "fourth",
    "quint[oa]": "fifth",
    "penúltim[oa]": "second to last",
    "últim[oa]s?": "last",
  },
  units: {
    "frases?|oraci(?:ón|ones)": "sentence",
    "palabras?": "word",
    "líneas?|rengl(?:ón|ones)": "line",
    "párrafos?": "paragraph",
    "elementos?|puntos?|viñetas?|entradas?|artículos?": "item",
    "letras?|caracter(?:es)?": "letter",
  },
  counts: { dos: "two", tres: "three", cuatro: "four", cinco: "five" },
  word: "(?:la |el |las |los )?(?:palabras?|nombre|expresión|término|parte)",
  of: "de|del|en",
  about: "con|sobre|que (?:contiene|habla de|dice|menciona)|donde dice",
  after: "después de|tras|detrás de|a partir de|que sigue a",
  before: "antes de|delante de|hasta",
  from: "desde|de",
  to: "hasta|a",
  all: "todo(?: lo que (?:está|viene|hay))?|el texto|el resto|lo",
});

const entries: readonly Entry[] = [
  [leave, /^(?:déja(?:lo|la)(?: así| como está)?|olvída(?:lo|te)|cancela(?:r|lo)?|no cambies nada|nada)$/],
  [
    greet,
    /^(?:empieza|empiece|comienza|comience|empezar) (?:el (?:mensaje|correo|texto) |la carta )?con (?<hello>hola|buenos días|buenas tardes|estimado|estimada|querido|querida)(?: (?<name>.+))?$/,
  ],
  [
    signOff,
    /^(?:termina|termine|acaba|cierra|firma|despide)(?: el (?:mensaje|correo|texto)| la carta)? con (?<closing>(?:un )?saludos?(?: cordiales)?|un cordial saludo|atentamente|un abrazo|muchas gracias|gracias)(?:,? (?:de )?(?<name>.+))?$/,
  ],
  [tidy, /^(?:corrige|corrija|arregla|arregle) la puntuación$/, { what: "punctuation" }],
  [tidy, /^(?:corrige|corrija|arregla|arregle) los espacios$/, { what: "spacing" }],
  [tidy, /^(?:corrige|corrija|arregla|arregle) las mayúsculas$/, { what: "capitals" }],
  [
    removeSpaces,
    new RegExp(
      `^${DELETE}(?: todos)? los (?:dobles espacios|espacios (?:dobles|sobrantes|de más|innecesarios))$`,
    ),
  ],
  [removeBlankLines, new RegExp(`^${DELETE}(?: todas)? las líneas (?:vacías|en blanco)$`)],
  [
    makeList,
    new RegExp(`^${MAKE_IT}(?: ${IT})?(?: en)?(?: una)? lista (?:numerada|ordenada)(?: (?:con|de) ${IT})?$`),
    { kind: "numbered" },
  ],
  [
    makeList,
    new RegExp(
      `^${MAKE_IT}(?: ${IT})?(?: en)?(?: una)? lista(?: con viñetas| de puntos)?(?: (?:con|de) ${IT})?$`,
    ),
    { kind: "bullet" },
  ],
  [
    makeList,
    /^numer(?:a|e|ar) (?:las (?:líneas|frases)|los (?:elementos|puntos)|la lista|esto)$/,
    { kind: "number" },
  ],
  [
    makeTable,
    new RegExp(
      `^${MAKE_IT}(?: ${IT})?(?: en)?(?: una)? tabla(?: con (?:las columnas|columnas) (?<columns>.+))?$`,
    ),
  ],
  [
    makeSentence,
    new RegExp(`^${MAKE_IT}(?: ${IT})?(?: en)?(?: una)?(?: sola)? (?:frase|oración)(?: (?:con|de) ${IT})?$`),
  ],
  [removeMarkers, new RegExp(`^${DELETE}(?: todas)? (?:las viñetas|los guiones|la numeración|los números)$`)],
  [
    removeDuplicates,
    new RegExp(`^${DELETE}(?: todos)? los (?:duplicados|elementos (?:repetidos|duplicados))$`),
  ],
  [
    removeDuplicates,
    new RegExp(`^${DELETE}(?: todas)? las palabras (?:repetidas|duplicadas)$`),
    { unit: "words" },
  ],
  [
    sortLines,
    new RegExp(
      `^(?:orden(?:a|e|ar)|clasific(?:a|ar))(?:l[oa]s?)?(?: ${IT})?(?: alfabéticamente| (?:por|en) orden alfabético| de la a a la z)?$`,
    ),
  ],
  [
    sortLines,
    new RegExp(
      `^orden(?:a|e|ar)(?:l[oa]s?)?(?: ${IT})? (?:en orden (?:alfabético )?inverso|de la z a la a|al revés|en orden descendente)$`,
    ),
    { order: "z to a" },
  ],
  [
    sortLines,
    new RegExp(`^orden(?:a|e|ar)(?:l[oa]s?)?(?: ${IT})? por (?:longitud|largo)$`),
    { order: "length" },
  ],
  [
    sortLines,
    new RegExp(`^orden(?:a|e|ar)(?:l[oa]s?)?(?: ${IT})? por (?:números?|cantidad|tamaño)$`),
    { order: "number" },
  ],
  [reverseLines, /^inv(?:ierte|ierta|ertir) (?:el orden|la lista|las líneas)$/],
  [
    joinLines,
    new RegExp(`^(?:une|una|unir|junta|junte|juntar|pon|ponga) ${IT}(?: en una (?:sola )?línea)?$`),
  ],
  [
    splitLines,
    /^(?:pon|ponga|escribe|poner) (?:cada frase|una frase|cada oración) (?:en una (?:nueva )?línea|por línea|en su propia línea)$/,
    { at: "sentence" },
  ],
  [
    numbersAsDigits,
    /^(?:escribe|escriba|pon|ponga) (?:todos )?los números (?:en cifras|con cifras|en dígitos)$/,
  ],
  [
    changeCase,
    /^(?:pon|ponga|escribe|escriba|pasa|poner|escribir)(?:l[oa]s?)? ?(?<target>.*?) ?en mayúsculas?$/,
    { name: "capitals" },
  ],
  [
    changeCase,
    /^(?:pon|ponga|escribe|escriba|pasa|poner|escribir)(?:l[oa]s?)? ?(?<target>.*?) ?en minúsculas?$/,
    { name: "lowercase" },
  ],
  [capitalize, /^(?:escribe|escriba|pon|ponga|escribir) (?<target>.+) con mayúscula(?: inicial)?$/],
  [
    spellOtherwise,
    /^(?:escribe|escriba|escribir) (?<joined>.+) (?:en una sola palabra|junto|como una palabra)$/,
  ],
  [
    spell,
    /^(?:deletrea|escribe|escriba) (?<from>.+?) (?:como |así )?(?<letters>(?:[a-zñáéíóú0-9][ ,.-]+){2,40}[a-zñáéíóú0-9])$/,
  ],
  [wrap, /^(?:pon|ponga|poner|coloca) (?<target>.+?) entre paréntesis$/, { name: "parentheses" }],
  [wrap, /^(?:pon|ponga|poner|coloca) (?<target>.+?) entre comillas$/, { name: "quotes" }],
  [wrap, /^(?:pon|ponga|poner|escribe) (?<target>.+?) en negrita$/, { name: "bold" }],
  [wrap, /^(?:pon|ponga|poner|escribe) (?<target>.+?) en cursiva$/, { name: "italics" }],
  [unwrap, new RegExp(`^${DELETE} las comillas(?: (?:de|alrededor de) (?<target>.+))?$`), { name: "quotes" }],
  [
    unwrap,
    new RegExp(`^${DELETE} los paréntesis(?: (?:de|alrededor de) (?<target>.+))?$`),
    { name: "parentheses" },
  ],
  [
    revalue,
    /^(?:muev(?:e|a)|mover|pas(?:a|e|ar)|aplaz(?:a|ar)|cambi(?:a|e|ar)|pon|ponga|adelanta)(?:lo|la)?(?: (?:esto|eso|(?:el|la|los|las|nuestra) [\p{L} ]+?))? (?:al|a la|a las|a los|a|para el|para las|para|por) (?<to>.+)$/u,
  ],
  [swap, /^(?:intercambia|intercambie|intercambiar|permuta) (?<one>.+?) (?:y|con|por) (?<other>.+)$/],
  [
    move,
    /^(?:muev(?:e|a)|mover|pon|ponga|pasa) (?<target>.+?) (?:al principio|al comienzo|arriba|al inicio)$/,
    { edge: "start" },
  ],
  [move, /^(?:muev(?:e|a)|mover|pon|ponga|pasa) (?<target>.+?) (?:al final|abajo)$/, { edge: "end" }],
  [move, /^(?:muev(?:e|a)|mover) (?<target>.+?) (?:antes de|delante de) (?<place>.+)$/, { side: "before" }],
  [move, /^(?:muev(?:e|a)|mover) (?<target>.+?) (?:después de|detrás de) (?<place>.+)$/, { side: "after" }],
  [addItem, new RegExp(`^${ADD} (?<words>.+?) (?:${LIST}|en la lista)$`)],
  [
    addItem,
    new RegExp(
      `^${ADD} (?:un|una|otro|otra) (?:nuevo |nueva )?(?:elemento|punto|viñeta|entrada) (?<words>.+)$`,
    ),
  ],
  [addItem, new RegExp(`^${ADD} (?<words>.+?) como (?:último|nuevo) (?:elemento|punto)$`)],
  [addItem, new RegExp(`^${ADD} (?<words>.+?) como primer (?:elemento|punto)$`), { place: "first" }],
  [deleteMarks, new RegExp(`^${DELETE} (?:todos |todas )?(?:los |las |la |el )?(?<mark>.+?)$`)],
  [removeItem, new RegExp(`^${DELETE} (?<target>.+?) de (?:la|esta|mi) lista$`)],
  [removeItem, new RegExp(`^${DELETE} (?<target>.+)$`)],
  [insertAtEdge, new RegExp(`^${ADD} al final (?<words>.+)$`), { edge: "end" }],
  [insertAtEdge, new RegExp(`^${ADD} (?<words>.+?) al final$`), { edge: "end" }],
  [
    insertAtEdge,
    new RegExp(`^${ADD} (?:al principio|al comienzo|al inicio) (?<words>.+)$`),
    { edge: "start" },
  ],
  [
    insertAtEdge,
    new RegExp(`^${ADD} (?<words>.+?) (?:al principio|al comienzo|al inicio)$`),
    { edge: "start" },
  ],
  [insertAtEdge, /^(?:empieza|empiece|comienza|comience) con (?<words>.+)$/, { edge: "start" }],
  [insertAtEdge, /^(?:termina|termine|acaba|acabe) con (?<words>.+)$/, { edge: "end" }],
  [
    insertBeside,
    new RegExp(`^${ADD} (?<words>.+?) (?:después de|detrás de|tras) (?<target>.+)$`),
    { side: "after" },
  ],
  [
    insertBeside,
    new RegExp(`^${ADD} (?<words>.+?) (?:antes de|delante de) (?<target>.+)$`),
    { side: "before" },
  ],
  [insertMark, new RegExp(`^${ADD} (?<words>.+)$`)],
  [
    replaceTurnedRound,
    /^(?:(?:es|son)|.+? (?:es|son|era)) (?:el |la |los |a las |las )?(?<to>[^,]+?),? (?:y )?no (?:el |la |los |a las |las )?(?<from>.+)$/,
  ],
  [
    replaceTurnedRound,
    /^(?!(?:es|son) |.+ (?:es|son|era) .+ y no )(?:(?:pon|ponga|escribe|di|usa) )?(?<to>.+?),? (?:en (?:lugar|vez) de|y no) (?<from>.+)$/,
  ],
  [replaceTurnedRound, /^en (?:lugar|vez) de (?<from>.+?),? (?:pon|ponga|escribe|di|usa) (?<to>.+)$/],
  [replaceTurnedRound, /^(?:no es |no )(?<from>.+?),? (?:sino|es) (?<to>.+)$/],
  [replaceTurnedRound, /^(?<from>.+?) (?:debe ser|debería ser|tiene que ser) (?<to>.+)$/],
  [replaceTurnedRound, /^donde (?:dice|pone) (?<from>.+?),? (?:pon|ponga|escribe|di) (?<to>.+)$/],
  [
    replace,
    /^(?:reemplaz(?:a|ar)|reemplace|sustitu(?:ye|ya|ir)|cambi(?:a|e|ar)|remplaza|modific(?:a|ar)|corr(?:ige|ija|egir)) (?:solo )?(?<rest>.+)$/,
    { dividers: "por|con|a las|al|a", and: "y" },
  ],
  [keepOnly, /^(?:deja|deje|conserva|mantén|guarda) (?:solo|solamente|únicamente) (?<target>.+)$/],
  [keepOnly, new RegExp(`^${DELETE} todo (?:excepto|menos|salvo) (?<target>.+)$`)],
  [deleteWords, /^(?:bórra|elimína|quíta)(?<target>lo|la|los|las)(?: tod[oa]s?)?$/],
  [deleteWords, new RegExp(`^${DELETE} (?<target>.+)$`)],
];

export const spanish: Grammar = {
  entries,
  polite:
    /^(?:(?:por favor|ok|okay|vale|bueno|pues|eh|y|luego|ahora|después|puedes|podrías|puede|podría|quiero que|me gustaría que)[, ]+)+/,
  politeEnd: /[, ]+(?:por favor|gracias)$/,
  joint: /(?:,|[.;!])? (?:y luego|y después|luego|después|y)[, ]+(?=\p{L})|[.;!?] (?=\p{L})|, (?=\p{L})/gu,
  verbs:
    /^(?:reemplaz[ae]r?|sustituy[ea]|cambi[ae]r?|borr[ae]r?|elimin[ae]r?|quit[ae]r?|añad[ea]|añadir|agreg\p{L}+|insert[ae]r?|pon(?:ga|er)?|pon(?:lo|la)|escrib[ea]|orden[ae]r?|intercambi[ae]r?|muev[ea]|mover|convi\p{L}+|conviért\p{L}+|haz\p{L}*|numer[ae]r?|termin[ae]|empie[cz][ae]|corrige|corrija|deja|suprim\p{L}+)(?= |$)/u,
  scopes: [
    /^(?<rest>.+?),? (?:solo )?en (?<scope>(?:la|el) \p{L}+ (?:frase|oración|línea|párrafo|elemento|punto))$/u,
    /^(?<verb>\p{L}+) en (?<scope>(?:la|el) \p{L}+ (?:frase|oración|línea|párrafo|elemento|punto)) (?<rest>.+)$/u,
    /^en (?<scope>(?:la|el) \p{L}+ (?:frase|oración|línea|párrafo|elemento|punto)),? (?<rest>.+)$/u,
  ],
  everywhere:
    /,? (?:en todas partes|en todo el texto|en todos los (?:sitios|lugares|casos)|cada vez|siempre)$/,
  target,
};
