/** German instructions: verb first (`ersetze`, `lösche`), or last (`Mittwoch statt Dienstag setzen`). */
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

const DELETE = "(?:lösche?|entferne?|streiche?|tilge|nimm|nehme|wirf|radiere|lass|kürze)";
const ADD = "(?:füge?|setze?|schreibe?|ergänze?|hänge?|packe?|tu|nimm|mache?)";
const MAKE =
  "(?:mache?|forme?|wandle|wandele|verwandle|verwandele|setze?|bringe?|stelle?|schreibe?|formatiere)";
const IT =
  "(?:es|das|dies|alles|den (?:ganzen )?text|die (?:liste|zeilen|punkte|sätze|wörter|auswahl|namen|einträge))";
const OUT_OF_IT = "(?:daraus|da ?raus|aus (?:dem text|der liste|den zeilen|den punkten|ihnen))";
const THERE = "(?: (?:ein|an|hinzu|dazu|hin|rein|davor|dahinter))?";
const LIST = "(?:zur|zu der|in die|auf die|an die) liste";
const REPLACE_BY = "durch|gegen|mit";

const target = targetReader({
  whole:
    /^(?:es|das|dies|alles|das (?:alles|ganze)|den (?:ganzen |gesamten |kompletten )?text|die (?:ganze |gesamte )?(?:auswahl|nachricht|mail|markierung))$/,
  the: "der|die|das|den|dem|des|im|vom",
  each: "alle|jede[nrms]?|sämtliche|beide",
  ordinals: {
    "erste[nrms]?": "first",
    "zweite[nrms]?": "second",
    "dritte[nrms]?": "third",
    "vierte[nrms]?": "fourth",
    "fünfte[nrms]?": "fifth",
    "vorletzte[nrms]?": "second to last",
    "letzte[nrms]?": "last",
  },
  units: {
    "satz(?:es)?|sätzen?": "sentence",
    "wort(?:es|s)?|wörtern?": "word",
    "zeilen?": "line",
    "absatz(?:es)?|absätzen?": "paragraph",
    "punkte?s?|einträge?n?|eintrags?|stichpunkte?s?|aufzählungspunkte?s?|listenpunkte?s?": "item",
    "buchstaben?s?|zeichens?": "letter",
  },
  counts: { zwei: "two", beiden: "two", drei: "three", vier: "four", fünf: "five" },
  word: "(?:das |den |die )?(?:wort|wörter|namen?|ausdruck|satzteil|teil|begriff|stelle|formulierung)",
  of: "in|von|im|aus|des",
  about: "mit|über|zu|von|wo|in dem|der mit",
  after: "nach|hinter|ab",
  before: "vor|bis(?: zu)?",
  from: "von",
  to: "bis(?: zu)?",
  all: "alles|den text|den rest|das",
});

const entries: readonly Entry[] = [
  [leave, /^(?:vergiss es|schon gut|lass (?:es|das)(?: so)?|abbrechen|abbruch|nichts ändern|doch nicht)$/],
  [
    greet,
    /^(?:beginne?|fang|starte) (?:es |das |die mail |den brief )?mit (?<hello>hallo|hi|guten tag|guten morgen|liebe|lieber|sehr geehrte(?: damen und herren)?)(?: (?<name>.+?))?(?: an)?$/,
  ],
  [
    signOff,
    /^(?:unterschreibe?|beende|schließe?|ende)(?: es| das| die mail| den brief)? mit (?<closing>(?:viele|beste|liebe|herzliche) grüße|mit freundlichen grüßen|beste grüße)(?:,? (?:von )?(?<name>.+))?$/,
  ],
  [
    tidy,
    /^(?:korrigiere?|repariere|richte|bereinige) die (?:zeichensetzung|interpunktion)$/,
    { what: "punctuation" },
  ],
  [tidy, /^(?:korrigiere?|repariere|bereinige) die (?:abstände|leerzeichen)$/, { what: "spacing" }],
  [
    tidy,
    /^(?:korrigiere?|repariere) die groß-? ?(?:und )?-?kleinschreibung am satzanfang$/,
    { what: "capitals" },
  ],
  [
    removeSpaces,
    new RegExp(`^${DELETE}(?: alle)?(?: die)? (?:doppelten|überflüssigen|unnötigen) leerzeichen$`),
  ],
  [removeBlankLines, new RegExp(`^${DELETE}(?: alle)?(?: die)? (?:leerzeilen|leeren zeilen)$`)],
  [
    makeList,
    new RegExp(
      `^${MAKE} (?:${IT} )?${OUT_OF_IT}? ?(?:(?:in|als|zu) )?(?:eine[rn]? )?(?:nummerierte|numerierte|geordnete) liste(?: ${OUT_OF_IT})?(?: um)?$`,
    ),
    { kind: "numbered" },
  ],
  [
    makeList,
    new RegExp(
      `^${MAKE} (?:${IT} )?${OUT_OF_IT}? ?(?:(?:in|als|zu) )?(?:eine[rn]? )?(?:liste|stichpunktliste|aufzählung|stichpunkten?|aufzählungsliste)(?: mit (?:stichpunkten|aufzählungspunkten))?(?: ${OUT_OF_IT})?(?: um)?$`,
    ),
    { kind: "bullet" },
  ],
  [
    makeList,
    /^(?:nummeriere?|numeriere?)(?: die)? (?:zeilen|punkte|liste|sätze|es|das|einträge)$/,
    { kind: "number" },
  ],
  [
    makeTable,
    new RegExp(
      `^${MAKE} (?:${IT} )?${OUT_OF_IT}? ?(?:(?:in|als|zu) )?eine[rn]? tabelle(?: ${OUT_OF_IT})?(?: um)?(?: mit den spalten (?<columns>.+))?$`,
    ),
  ],
  [
    makeSentence,
    new RegExp(
      `^${MAKE} (?:${IT} )?${OUT_OF_IT}? ?(?:(?:in|als|zu) )?eine[nm]? (?:ganzen )?satz(?: ${OUT_OF_IT})?(?: um)?$`,
    ),
  ],
  [
    removeMarkers,
    new RegExp(
      `^${DELETE}(?: alle)?(?: die)? (?:aufzählungszeichen|nummerierung|spiegelstriche|nummern|aufzählungspunkte)$`,
    ),
  ],
  [
    removeDuplicates,
    new RegExp(
      `^${DELETE}(?: alle)?(?: die)? (?:duplikate|doppelten (?:einträge|zeilen|punkte)|dopplungen)$`,
    ),
  ],
  [removeDuplicates, new RegExp(`^${DELETE}(?: alle)?(?: die)? doppelten wörter$`), { unit: "words" }],
  [
    sortLines,
    new RegExp(
      `^(?:sortiere?|ordne) (?:${IT} )?(?:alphabetisch|nach (?:dem )?(?:alphabet|namen?)|von a bis z)$`,
    ),
  ],
  [sortLines, new RegExp(`^(?:sortiere?|ordne) ${IT}$`)],
  [
    sortLines,
    new RegExp(
      `^(?:sortiere?|ordne) (?:${IT} )?(?:umgekehrt alphabetisch|(?:alphabetisch )?(?:absteigend|rückwärts)|von z bis a)$`,
    ),
    { order: "z to a" },
  ],
  [sortLines, new RegExp(`^(?:sortiere?|ordne) (?:${IT} )?nach (?:der )?länge$`), { order: "length" }],
  [
    sortLines,
    new RegExp(
      `^(?:sortiere?|ordne) (?:${IT} )?(?:nach (?:der )?(?:zahl|nummer|größe|anzahl|zahlen)|numerisch)$`,
    ),
    { order: "number" },
  ],
  [
    reverseLines,
    /^(?:kehre? die reihenfolge um|dreh(?:e)? die (?:reihenfolge|liste) um|umgekehrte reihenfolge)$/,
  ],
  [
    joinLines,
    /^(?:verbinde|füge|fasse) (?:die zeilen|alles|alle zeilen)(?: (?:zusammen|zu einer zeile|in eine zeile))*$/,
  ],
  [joinLines, new RegExp(`^(?:schreibe?|setze?|mache?|bringe?) ${IT} (?:in|auf) eine zeile$`)],
  [splitLines, /^(?:schreibe?|setze?) jeden satz (?:in|auf) eine (?:eigene|neue) zeile$/, { at: "sentence" }],
  [
    splitLines,
    /^(?:teile|trenne|zerlege) (?:es|das|den text) (?:in|nach) sätze(?:n)?(?: auf)?$/,
    { at: "sentence" },
  ],
  [numbersAsDigits, /^(?:schreibe?|mache?) (?:die|alle) zahlen (?:in|als|mit) (?:ziffern|zahlen)$/],
  [
    changeCase,
    /^(?:schreibe?|mache?|setze?|wandle) (?<target>.+?) (?:komplett |ganz |alles )?(?:in |zu )?(?:großbuchstaben|versalien|blockschrift)(?: um)?$/,
    { name: "capitals" },
  ],
  [
    changeCase,
    /^(?:schreibe?|mache?|setze?|wandle) (?<target>.+?) (?:komplett |ganz |alles )?(?:in |zu )?kleinbuchstaben(?: um)?$/,
    { name: "lowercase" },
  ],
  [
    changeCase,
    /^(?:schreibe?|mache?) (?<target>alles|den ganzen text|es|das) (?:komplett |ganz )?groß$/,
    { name: "capitals" },
  ],
  [changeCase, /^(?:schreibe?|mache?) (?<target>.+) klein$/, { name: "lowercase" }],
  [capitalize, /^(?:schreibe?|mache?) (?<target>.+) groß$/],
  [spellOtherwise, /^(?:schreibe?|setze?) (?<joined>.+) (?:zusammen|in einem wort|als ein wort)$/],
  [
    spell,
    /^(?:buchstabiere?|schreibe?) (?<from>.+?) (?:als |so |wie )?(?<letters>(?:[a-zäöü0-9][ ,.-]+){2,40}[a-zäöü0-9])$/,
  ],
  [wrap, /^(?:setze?|schreibe?|packe?) (?<target>.+?) in (?:klammern)$/, { name: "parentheses" }],
  [
    wrap,
    /^(?:setze?|schreibe?|packe?) (?<target>.+?) in (?:anführungszeichen|anführungsstriche|gänsefüßchen)$/,
    { name: "german quotes" },
  ],
  [wrap, /^(?:mache?|setze?|schreibe?|formatiere) (?<target>.+?) fett$/, { name: "bold" }],
  [wrap, /^(?:mache?|setze?|schreibe?|formatiere) (?<target>.+?) kursiv$/, { name: "italics" }],
  [
    unwrap,
    new RegExp(
      `^${DELETE}(?: die)? (?:anführungszeichen|anführungsstriche)(?: (?:um|von|bei) (?<target>.+))?$`,
    ),
    { name: "quotes" },
  ],
  [
    unwrap,
    new RegExp(`^${DELETE}(?: die)? klammern(?: (?:um|von|bei) (?<target>.+))?$`),
    { name: "parentheses" },
  ],
  [
    revalue,
    /^(?:verschiebe?|verlege?|leg|setze?|mache?|ändere?|stelle?|korrigiere?) (?:es|das|(?:den|die|das|unseren|unsere) [\p{L} ]+?) (?:auf|zu|um) (?<to>.+)$/u,
  ],
  [revalue, /^(?:mache?|nimm|sag) (?<to>.+?) daraus$/],
  [
    swap,
    /^(?:tausche?|vertausche?|wechsle) (?<one>.+?) (?:und|mit|gegen) (?<other>.+?)(?: (?:aus|miteinander|um))?$/,
  ],
  [
    move,
    /^(?:verschiebe?|setze?|stelle?|bringe?|zieh(?:e)?) (?<target>.+?) (?:an den anfang|nach (?:ganz )?(?:oben|vorne?))$/,
    { edge: "start" },
  ],
  [
    move,
    /^(?:verschiebe?|setze?|stelle?|bringe?|zieh(?:e)?) (?<target>.+?) (?:ans ende|an das ende|nach (?:ganz )?(?:unten|hinten))$/,
    { edge: "end" },
  ],
  [move, /^(?:verschiebe?|stelle?|zieh(?:e)?) (?<target>.+?) vor (?<place>.+)$/, { side: "before" }],
  [
    move,
    /^(?:verschiebe?|stelle?|zieh(?:e)?) (?<target>.+?) (?:hinter|nach) (?<place>.+)$/,
    { side: "after" },
  ],
  [addItem, new RegExp(`^${ADD} (?<words>.+?) ${LIST}${THERE}$`)],
  [
    addItem,
    new RegExp(
      `^${ADD} (?:noch )?(?:einen weiteren |einen neuen |einen )?(?:punkt|eintrag|stichpunkt) (?<words>.+?)${THERE}$`,
    ),
  ],
  [
    addItem,
    new RegExp(`^${ADD} (?<words>.+?) als (?:letzten|neuen|weiteren) (?:punkt|eintrag|stichpunkt)${THERE}$`),
  ],
  [
    addItem,
    new RegExp(`^${ADD} (?<words>.+?) als ersten (?:punkt|eintrag|stichpunkt)${THERE}$`),
    { place: "first" },
  ],
  [
    deleteMarks,
    new RegExp(`^${DELETE} (?:alle |sämtliche )?(?:die |das |den )?(?<mark>.+?)(?: (?:raus|weg|heraus))?$`),
  ],
  [
    removeItem,
    new RegExp(`^${DELETE} (?<target>.+?) (?:von|aus) der liste(?: (?:raus|weg|heraus|herunter|runter))?$`),
  ],
  [removeItem, new RegExp(`^${DELETE} (?<target>.+?)(?: (?:raus|weg|heraus|aus))?$`)],
  [
    insertAtEdge,
    new RegExp(`^${ADD} (?:am ende|ans ende|zum schluss|hinten)${THERE} (?<words>.+?)${THERE}$`),
    { edge: "end" },
  ],
  [
    insertAtEdge,
    new RegExp(`^${ADD} (?<words>.+?) (?:am ende|ans ende|zum schluss|hinten)${THERE}$`),
    { edge: "end" },
  ],
  [
    insertAtEdge,
    new RegExp(`^${ADD} (?:am anfang|an den anfang|vorne|ganz vorne)${THERE} (?<words>.+?)${THERE}$`),
    { edge: "start" },
  ],
  [
    insertAtEdge,
    new RegExp(`^${ADD} (?<words>.+?) (?:am anfang|an den anfang|vorne|an den beginn)${THERE}$`),
    { edge: "start" },
  ],
  [insertAtEdge, /^(?:beginne?|starte) mit (?<words>.+)$/, { edge: "start" }],
  [insertAtEdge, /^(?:ende|beende es|schließe?) mit (?<words>.+)$/, { edge: "end" }],
  [
    insertBeside,
    new RegExp(`^${ADD} (?<words>.+?) (?:nach|hinter) (?<target>.+?)${THERE}$`),
    { side: "after" },
  ],
  [insertBeside, new RegExp(`^${ADD} (?<words>.+?) vor (?<target>.+?)${THERE}$`), { side: "before" }],
  [
    insertBeside,
    new RegExp(`^${ADD} (?:nach|hinter) (?<target>.+?) (?<words>(?:ein|einen|eine) \\S+|\\S+)${THERE}$`),
    { side: "after" },
  ],
  [
    insertBeside,
    new RegExp(`^${ADD} vor (?<target>.+?) (?<words>(?:ein|einen|eine) \\S+|\\S+)${THERE}$`),
    { side: "before" },
  ],
  [insertMark, new RegExp(`^${ADD} (?<words>.+?)${THERE}$`)],
  [
    replaceTurnedRound,
    /^(?!.+ (?:ist|sind|war|heißt) .+ und nicht )(?:(?:nimm|schreibe?|sag|setze?|es soll|verwende) )?(?<to>.+?),? (?:statt|anstatt|anstelle von|und nicht) (?<from>.+?)(?: heißen| sein)?$/,
  ],
  [
    replaceTurnedRound,
    /^(?:statt|anstatt|anstelle von) (?<from>.+?),? (?:nimm |schreibe? |setze? |soll (?:es|da) )(?<to>.+?)(?: heißen| stehen| sein)?$/,
  ],
  [
    replaceTurnedRound,
    /^.+? (?:ist|sind|war|heißt) (?:am |um )?(?<to>[^,]+?),? (?:und )?nicht (?:am |um )?(?<from>.+)$/,
  ],
  [replaceTurnedRound, /^(?:.+? (?:ist|heißt) )?nicht (?<from>.+?),? sondern (?<to>.+)$/],
  [replaceTurnedRound, /^(?<from>.+?) soll (?<to>.+?) (?:heißen|sein|werden)$/],
  [replaceTurnedRound, /^wo (?<from>.+?) steht,? (?:schreibe?|setze?) (?<to>.+)$/],
  [
    replace,
    /^(?:ersetze?|tausche?|wechsle) (?:nur )?(?:überall )?(?<rest>.+?)(?: aus)?$/,
    { dividers: REPLACE_BY, and: "und" },
  ],
  [
    replace,
    /^(?:ändere?|verändere?|korrigiere?|mache?) (?:nur )?(?:überall )?(?<rest>.+?)(?: um| ab)?$/,
    { dividers: "auf|in|zu", and: "und" },
  ],
  [
    replace,
    /^(?:überall )?(?<rest>.+?) (?:ersetzen|austauschen|ändern)$/,
    { dividers: `${REPLACE_BY}|auf|in|zu`, and: "und" },
  ],
  [replace, /^aus (?<rest>.+)$/, { dividers: "mach|mache|wird", and: "und" }],
  [keepOnly, /^(?:behalte?|lass) nur (?<target>.+?)(?: stehen| übrig)?$/],
  [keepOnly, new RegExp(`^${DELETE} alles (?:außer|bis auf) (?<target>.+)$`)],
  [deleteWords, new RegExp(`^${DELETE} (?<target>.+?)(?: (?:raus|weg|heraus|aus))?$`)],
  [deleteWords, /^(?<target>.+) (?:löschen|streichen|entfernen|weg)$/],
];

export const german: Grammar = {
  entries,
  polite:
    /^(?:(?:bitte|ok|okay|also|so|ähm?|und|dann|jetzt|nun|noch|kannst du|könntest du|würdest du|du sollst|ich möchte,? dass du|mal)[, ]+)+/,
  politeEnd: /[, ]+(?:bitte|danke|für mich|mal)$/,
  joint: /(?:,|[.;!])? (?:und dann|und danach|dann|danach|und)[, ]+(?=\p{L})|[.;!?] (?=\p{L})|, (?=\p{L})/gu,
  verbs:
    /^(?:ersetze?|lösche?|entferne?|streiche?|füge?|setze?|schreibe?|ändere?|tausche?|vertausche?|sortiere?|ordne|mache?|nimm|verschiebe?|nummeriere?|unterschreibe?|beende|beginne?|hänge?|ergänze?|korrigiere?|verbinde|wandle|behalte?)(?= |$)/,
  scopes: [
    /^(?<rest>.+?),? (?:nur )?(?:im|in der|in dem) (?<scope>(?:\p{L}+) (?:satz|zeile|absatz|punkt|eintrag))$/u,
    /^(?<verb>\p{L}+) (?:im|in der|in dem) (?<scope>(?:\p{L}+) (?:satz|zeile|absatz|punkt|eintrag)) (?<rest>.+)$/u,
    /^(?:im|in der|in dem) (?<scope>(?:\p{L}+) (?:satz|zeile|absatz|punkt|eintrag)),? (?<rest>.+)$/u,
  ],
  everywhere: /,? (?:überall|im ganzen text|an allen stellen|jedes mal|jeweils)$|(?<=^\S+) überall(?= )/,
  target,
};
