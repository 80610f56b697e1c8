/** Finds a spoken phrase in the text: exactly, else inflected, else by its sound. */
import { limits } from "../../config/limits.ts";
import { isPlainWord } from "../words/frequent-words.ts";
import { withoutArticle } from "./language-words.ts";
import { distance, fold, soundKey } from "./sound-alike.ts";
import { overlaps, type TextRange, textsOf, unitsOf } from "./text-range.ts";
import { namesKind } from "./values.ts";

/** Beyond this share of differing sounds two phrases are not the same: one letter in four. */
const FARTHEST = 0.26;
/** The next best place must be this much farther off, or the target is not certain. */
const MARGIN = 0.06;
/** Shorter words have too many neighbours to be recognized by sound. */
const SHORTEST_BY_SOUND = 4;

/** Every place where the phrase stands, in order; of places that only sound like it, the one that is clearly nearest. */
export function findPhrase(text: string, phrase: string): TextRange[] {
  const wanted = textsOf(phrase, "word");
  if (wanted.length === 0) return findLiteral(text, phrase.trim());
  const words = unitsOf(text, "word");
  if (namesKind(withoutArticle(phrase))) return findExact(text, phrase);
  const exact = findWords(
    text,
    words.map((word) => withoutPossessive(text, word, phrase)),
    wanted.map(fold),
    fold,
  );
  if (exact.length > 0) return exact;
  const inflected = findWords(text, words, wanted.map(singular), singular);
  return inflected.length > 0 ? inflected : findBySound(text, words, wanted);
}

/** One report and several are the same thing; `leaking` is another word than `leak`. */
function singular(word: string): string {
  return fold(word)
    .replace(/ies$/, "y")
    .replace(/(?<=.{2})(?:(?<=ch|sh|s|x|z)es|s)$/, "");
}

/** The words as they are said, in whatever case. */
export function findExact(text: string, phrase: string): TextRange[] {
  const wanted = textsOf(phrase.toLowerCase(), "word");
  const words = unitsOf(text, "word").map((word) => withoutPossessive(text, word, phrase));
  return findWords(text, words, wanted, (word) => word.toLowerCase());
}

/** `the client's` is a client too, if the phrase has no possessive of its own. */
function withoutPossessive(text: string, { start, end }: TextRange, phrase: string): TextRange {
  return /['’]s$/.test(text.slice(start, end)) && !/['’]/.test(phrase)
    ? { start, end: end - 2 }
    : { start, end };
}

export function findLiteral(text: string, literal: string): TextRange[] {
  if (literal === "") return [];
  const found: TextRange[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length)) {
    found.push({ start: at, end: at + literal.length });
  }
  return found;
}

/** Where a mark stands: the comma of 1,500 and the colon of 9:15 are no marks of the text. */
export function markPlaces(text: string, mark: string): TextRange[] {
  const isInNumber = ({ start, end }: TextRange) =>
    /\d$/.test(text.slice(0, start)) && /^\d/.test(text.slice(end));
  return findLiteral(text, mark).filter((place) => !isInNumber(place));
}

function findWords(
  text: string,
  words: readonly TextRange[],
  wanted: readonly string[],
  form: (word: string) => string,
): TextRange[] {
  const forms = words.map(({ start, end }) => form(text.slice(start, end)));
  const found: TextRange[] = [];
  // Marks alone are no words.
  for (let at = 0; wanted.length > 0 && at + wanted.length <= words.length; at += 1) {
    if (!wanted.every((word, index) => forms[at + index] === word)) continue;
    found.push(span(words, at, wanted.length));
    at += wanted.length - 1;
  }
  return found;
}

function findBySound(text: string, words: readonly TextRange[], wanted: readonly string[]): TextRange[] {
  const phrase = wanted.join(" ");
  if (phrase.length < SHORTEST_BY_SOUND || phrase.length > limits.editSoundAlikeChars) return [];
  const candidates: { range: TextRange; far: number }[] = [];
  for (const size of [wanted.length, wanted.length + 1, wanted.length - 1]) {
    for (let at = 0; size > 0 && at + size <= words.length; at += 1) {
      const range = span(words, at, size);
      const heard = text.slice(range.start, range.end);
      const far = distance(heard, phrase, FARTHEST);
      // Figures sound like no others, and like no word.
      const haveDigits = heard.replace(/\D/g, "") === phrase.replace(/\D/g, "");
      // A word more is no other sound: `after room 31 in the cellar`.
      const isPart = ` ${phrase} `.includes(` ${heard.toLowerCase()} `);
      const isBroken = /[.!?;:\n]\s/.test(heard);
      if (far <= FARTHEST && haveDigits && !isPart && !isBroken && mayBeMisheard(heard, phrase))
        candidates.push({ range, far });
    }
  }
  candidates.sort((a, b) => a.far - b.far);
  const [best] = candidates;
  if (!best) return [];
  const rivals = candidates.filter(
    ({ range, far }) => !overlaps(range, best.range) && far < best.far + MARGIN,
  );
  // `Hail` may be Hale or Hall.
  const alike = candidates.filter(({ range }) => soundKey(slice(text, range)) === soundKey(phrase));
  const sounds = new Set(alike.map(({ range }) => fold(slice(text, range))));
  if (sounds.size > 1) return [];
  const sameWords = rivals.every(({ range }) => fold(slice(text, range)) === fold(slice(text, best.range)));
  return sameWords ? [best.range] : [];
}

/** Two everyday words that sound a little alike are two words: a joke is no poke. */
function mayBeMisheard(heard: string, phrase: string): boolean {
  return soundKey(heard) === soundKey(phrase) || !areCommon(heard) || !areCommon(phrase);
}

function areCommon(phrase: string): boolean {
  return phrase.split(/\s+/).every((word) => isPlainWord(fold(word), "en"));
}

function span(words: readonly TextRange[], at: number, size: number): TextRange {
  return { start: words[at]?.start ?? 0, end: words[at + size - 1]?.end ?? 0 };
}

function slice(text: string, { start, end }: TextRange): string {
  return text.slice(start, end);
}
