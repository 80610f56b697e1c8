/** Which German words are nouns, and so begin with a capital: by a list, by their endings, by what stands before them. */
import { list } from "../shared/readers.ts";
import listed from "./nouns.txt" with { type: "text" };

const entries = listed.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const NOUNS = new Set(entries.filter((line) => !line.startsWith("?")));
/** Verbs or adjectives as well. */
const DOUBTFUL = new Set(entries.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));

const ENDINGS =
  /^\p{L}{3,}(?:ungs?|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|ismus|nis|nisse|nissen|ling|lings|linge|tum|tums|enz|enzen|ment|ments|eur|eure|iker|ikerin|erin|erinnen)$/u;
/** Participles that end as nouns do. */
const PARTICIPLES =
  /^(?:\p{L}*(?:ge|ver|be|ent|er|miss|durch|ein|auf|vor|um|ab)(?:lungen|sungen|zwungen|drungen|sprungen|schwungen|schlungen|rungen|klungen|wrungen))$/u;

const ARTICLES = new Set(
  list(
    "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines im am zum zur vom beim ins ans mein meine meinen meinem meiner meines dein deine deinen deinem deiner sein seine seinen seinem seiner ihre ihren ihrem ihrer unser unsere unseren unserem unserer euer eure diese dieser dieses diesen diesem jede jeder jedes jeden jedem",
  ),
);
/** Behind these an infinitive is a noun: `beim lesen`. */
const BEFORE_INFINITIVES = new Set(["beim", "zum", "vom"]);
/** Behind these an adjective is: `etwas neues`. */
const BEFORE_ADJECTIVES = new Set(["etwas", "nichts", "wenig", "viel"]);
/** `zum ersten`, `beim nächsten`: adjectives, whatever they end in. */
const NO_INFINITIVES =
  /(?:ten|sten|igen|lichen|ischen|eren|ersten|einen|allen|vielen|neuen|alten|guten|großen|kleinen|ganzen|beiden|anderen)$/u;

/** @param before the word in front, @param after the one behind; lower case, empty where there is none. */
export function isNoun(word: string, before: string, after: string): boolean {
  if (isPlainNoun(word)) return true;
  // What follows is the noun, and this its adjective.
  if (isPlainNoun(after)) return false;
  if (BEFORE_ADJECTIVES.has(before) && /^\p{L}{3,}es$/u.test(word)) return true;
  if (DOUBTFUL.has(word)) return ARTICLES.has(before);
  return BEFORE_INFINITIVES.has(before) && /^\p{L}{3,}en$/u.test(word) && !NO_INFINITIVES.test(word);
}

function isPlainNoun(word: string): boolean {
  return NOUNS.has(word) || endsAsNoun(word) || isCompound(word);
}

function endsAsNoun(word: string): boolean {
  return ENDINGS.test(word) && !PARTICIPLES.test(word);
}

const SHORTEST_PART = 4;

/** `budgetplanung`, `arbeitsvertrag`: two nouns in one word. */
function isCompound(word: string): boolean {
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const head = word.slice(0, at);
    const tail = word.slice(at);
    const isHead = NOUNS.has(head) || (head.endsWith("s") && isLinked(head.slice(0, -1)));
    if (isHead && (NOUNS.has(tail) || endsAsNoun(tail))) return true;
  }
  return false;
}

function isLinked(head: string): boolean {
  return NOUNS.has(head) || DOUBTFUL.has(head) || endsAsNoun(head);
}
