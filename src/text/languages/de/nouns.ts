/** Which German words are nouns, and so begin with a capital: by a list, by their form, by what stands around them. */
import { readWeights, sumAt } from "../../formatting/hashed-weights.ts";
import type { WordContext } from "../../formatting/language-rules.ts";
import { nounFeatures } from "./noun-evidence.ts";
import { type NounKind, nounList } from "./noun-list.ts";
import weights from "./noun-weights.txt" with { type: "text" };
import listed from "./nouns.txt" with { type: "text" };

const kindOf = nounList(listed);
const WEIGHTS = readWeights(weights);
/** Nouns wherever they stand. */
const SURE: ReadonlySet<NounKind> = new Set(["listed", "ending", "compound"]);
/** In steps of the logarithm of the odds: of a hundred words that get a capital so, two should have none. */
const LEAST_ODDS = 1;
const SHORTEST = 3;
/** Behind these an infinitive is a noun: `beim lesen`; but `beim nächsten` and `zum ersten` are adjectives. */
const BEFORE_INFINITIVES = new Set(["beim", "zum", "vom"]);
const ADJECTIVES =
  /(?:ten|igen|lichen|ischen|eren|einen|allen|vielen|neuen|alten|guten|großen|kleinen|ganzen|beiden)$/u;
/** Behind these an adjective is: `etwas neues`. */
const BEFORE_ADJECTIVES = new Set(["etwas", "nichts", "wenig", "viel"]);

export function isNoun(context: WordContext): boolean {
  const kind = kindOf(context.word);
  if (SURE.has(kind)) return true;
  if (context.word.length < SHORTEST || !/^\p{L}/u.test(context.word)) return false;
  const [nextKind, [before = ""]] = [kindOf(context.after[0] ?? ""), context.before];
  if (SURE.has(nextKind)) {
    // What follows is the noun, and this its adjective.
    if (kind !== "doubtful" && /e[mnrs]?$/.test(context.word)) return false;
  } else if (isMadeNoun(context.word, before)) return true;
  return sumAt(WEIGHTS, nounFeatures(context, kind, nextKind)) > LEAST_ODDS;
}

/** A verb or an adjective that stands as a noun. */
function isMadeNoun(word: string, before: string): boolean {
  if (BEFORE_ADJECTIVES.has(before)) return /^\p{L}{3,}es$/u.test(word);
  return BEFORE_INFINITIVES.has(before) && /^\p{L}{3,}en$/u.test(word) && !ADJECTIVES.test(word);
}
