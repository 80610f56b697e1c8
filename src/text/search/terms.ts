/**
 * Texts and queries as terms. In scripts with spaces, a term is a run of letters and digits. In scripts that write
 * words without spaces, or join particles to them (Chinese, Japanese, Korean, Thai and their neighbours), texts are
 * indexed by their characters and pairs of characters, because no two dictionaries cut them alike; a word of the query
 * is looked for by its pairs, and what is found is compared with the text itself.
 */
import { limits } from "../../config/limits.ts";
import { type Slices, withoutPauses } from "../../lib/slices.ts";
import { whenNeeded } from "../../lib/when-needed.ts";
import { fold } from "./fold.ts";

const DENSE =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const LETTER = "(?=[\\p{L}\\p{N}\\p{M}])";
/** A letter or digit of a script whose words stand apart. */
export const WORD_LETTER = `${LETTER}[^${DENSE}]`;
/** Runs of letters and digits, of one kind each. */
const RUNS = new RegExp(`(?<dense>(?:${LETTER}[${DENSE}])+)|(?:${WORD_LETTER})+`, "gu");

export interface QueryTerm {
  /** Folded. */
  text: string;
  /** Tokens of the index for a text with the term. */
  tokens: string[];
  /** Whether the text must be looked at too: it may hold every token and yet not the term. */
  dense: boolean;
}

/** Words of a text that are read before others get their turn. */
const READ_AT_ONCE = 200;

/** Every token by which the texts can be found, each once. */
export function* indexingTokens(texts: readonly string[]): Slices<string[]> {
  const tokens = new Set<string>();
  let runs = 0;
  for (const text of texts) {
    for (const { run, dense } of runsOf(fold(text))) {
      if (++runs % READ_AT_ONCE === 0) yield;
      if (!dense) {
        tokens.add(cut(run));
        continue;
      }
      const characters = [...run];
      for (const character of characters) tokens.add(character);
      for (const pair of pairsOf(characters)) tokens.add(pair);
    }
  }
  return [...tokens];
}

export function indexTokens(texts: readonly string[]): string[] {
  return withoutPauses(indexingTokens(texts));
}

/** The words of a query by Unicode's word boundaries, each once, with those without meaning. */
export function queryTerms(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const { segment, isWordLike } of wordBreaks().segment(query.normalize("NFC"))) {
    if (!isWordLike) continue;
    for (const term of termsOfWord(fold(segment))) terms.set(term.text, term);
  }
  return [...terms.values()];
}

/** Words by Unicode's segmentation, which knows Chinese, Japanese, Thai and others by dictionary. */
export function* countingWords(text: string): Slices<number> {
  let words = 0;
  for (const { isWordLike } of wordBreaks().segment(text)) {
    if (isWordLike && ++words % READ_AT_ONCE === 0) yield;
  }
  return words;
}

const wordBreaks = whenNeeded(() => new Intl.Segmenter("en", { granularity: "word" }));

/** `l'état` is one word of Unicode's with two terms; the single letters beside an apostrophe carry no meaning. */
function termsOfWord(word: string): QueryTerm[] {
  const runs = [...runsOf(word)];
  const telling = runs.filter(({ run, dense }) => dense || run.length > 1 || /\p{N}/u.test(run));
  return (telling.length > 0 ? telling : runs).map(({ run, dense }) => {
    if (!dense) return { text: cut(run), tokens: [cut(run)], dense };
    const characters = [...run].slice(0, limits.searchTermChars);
    const tokens = characters.length === 1 ? characters : pairsOf(characters);
    return { text: characters.join(""), tokens, dense };
  });
}

function* runsOf(folded: string): Generator<{ run: string; dense: boolean }> {
  for (const match of folded.matchAll(RUNS))
    yield { run: match[0], dense: match.groups?.dense !== undefined };
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Text without spaces for pages is no word; its beginning is enough to find it. */
function cut(run: string): string {
  return run.length <= limits.searchTermChars ? run : [...run].slice(0, limits.searchTermChars).join("");
}
