/**
 * Marks and capitals where one piece ends and the next begins. A recognizer that writes its own takes each piece for whole
 * sentences, and a piece may end in the middle of one: «ask not. What your country». Words stay as they are.
 */
import type { Piece, Word } from "../engine/engine.ts";
import { hasMarks } from "../text/formatting/punctuation/marked-words.ts";
import { rulesFor } from "../text/languages/index.ts";
import { isPlainWord, isUsualName } from "../text/words/frequent-words.ts";
import type { LanguageRules } from "../text/words/language-rules.ts";
import { capitalize, hasInnerCapital, isCapitalized, uncapitalize } from "../text/words/letter-case.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { sliceAtWords } from "./word-slices.ts";

/**
 * A speaker who pauses for less, in seconds, has not ended a sentence. Set by one half of 120 real clips, decoded in
 * shorter pieces and joined to longer recordings, beside what the recognizer writes of a clip in one piece. On the other
 * half, of 57 joins inside clips 22 stops and 25 first letters are other than there, instead of 35 and 51; of 26 between
 * clips 2 and 1, instead of 1 and 0.
 */
export const SENTENCE_GOES_ON_SECONDS = 0.4;

const SENTENCE_END = /(?:[\p{Ll}\p{N}]{2}\.|[?!])["'”’)\]]*$/u;
const STOP = /(?<=\p{Ll}{2})\.$/u;
/** Its stop is its own, whether or not a sentence ends there; so are those of initials and of `p.m.`. */
const ABBREVIATION = /^(?:mrs?|ms|drs?|prof|st|jr|sr|vs|etc|no|inc|ltd|co)\.$/iu;

/** Shorter words are not in the list of plain words. */
const SHORTEST_LISTED = 3;

/**
 * Changes full stops and first letters, never words, and only in a language whose words are known to have small letters or capitals.
 * @param vocabulary what the caller gave as it is to be written.
 */
export function mendJoins(
  pieces: readonly Piece[],
  language: string | null,
  vocabulary: Vocabulary,
): Piece[] {
  const rules = language === null ? null : rulesFor(language);
  if (!rules?.caseOf || !pieces.some(({ text }) => hasMarks(text))) return [...pieces];
  const mended: Piece[] = [];
  for (const piece of pieces) {
    const before = mended.at(-1);
    const [last, first] = [before?.words.at(-1), piece.words[0]];
    if (!before || !last || !first) {
      mended.push(piece);
      continue;
    }
    const join = joined(last, first, piece.words[1], rules, vocabulary);
    mended[mended.length - 1] = withWord(before, before.words.length - 1, join.last);
    mended.push(withWord(piece, 0, join.first));
  }
  return mended;
}

/** How the words on both sides of a join are written. */
function joined(
  last: Word,
  first: Word,
  second: Word | undefined,
  rules: LanguageRules,
  vocabulary: Vocabulary,
) {
  const { code } = rules;
  const goesOn = first.startSeconds - last.endSeconds < SENTENCE_GOES_ON_SECONDS;
  const before = goesOn && !ABBREVIATION.test(last.text) ? last.text.replace(STOP, "") : last.text;
  if (SENTENCE_END.test(before) && !ABBREVIATION.test(before))
    return { last: before, first: capitalize(first.text, code) };
  const inName = second !== undefined && isCapitalized(second.text) && !/^I(?:$|\W)/u.test(second.text);
  const isOpen =
    before.endsWith(".") || before.endsWith("…") || inName || !isWrittenSmall(first.text, rules, vocabulary);
  return { last: before, first: isOpen ? first.text : uncapitalize(first.text, code) };
}

/** Names, `I`, acronyms, what may be a name as well, and what begins a quotation are left as they are. */
function isWrittenSmall(text: string, { caseOf, code }: LanguageRules, vocabulary: Vocabulary): boolean {
  const word = /^(\p{L}+)(?:['’]\p{L}+)?\P{L}*$/u.exec(text)?.[1]?.toLowerCase();
  if (word === undefined || word === "i" || vocabulary.has(word) || hasInnerCapital(text)) return false;
  if (word.length >= SHORTEST_LISTED) return caseOf?.(word) === word;
  return isPlainWord(word, code) && !isUsualName(word, code);
}

function withWord(piece: Piece, index: number, text: string): Piece {
  const word = piece.words[index];
  if (!word || word.text === text) return piece;
  const slices = sliceAtWords(piece.text, piece.words);
  slices[index] = (slices[index] ?? "").replace(word.text, () => text);
  return {
    ...piece,
    text: slices.join("").trim(),
    words: piece.words.with(index, { ...word, text }),
  };
}
