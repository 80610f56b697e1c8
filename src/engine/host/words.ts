/** From the model's tokens to words with times, and from overlapping decodes to one run of words. */
import type { Word } from "../engine.ts";
import type { Decoded } from "./backends/backend.ts";
import type { Segment } from "./segmenter.ts";

/** How long the last token of a word is taken to last where the model does not say, in seconds. */
const LAST_TOKEN_SECONDS = 0.2;
/** Two decodes of one moment place a token within this of each other, in seconds: three frames of 80 ms. */
const SAME_WORD_SECONDS = 0.24;

/** Scripts that are written without spaces: each token stands for itself. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** A word and whether a space stands before it. */
export interface SpacedWord extends Word {
  spaced: boolean;
}

/**
 * @param offsetSeconds where the decoded audio begins in the recording. @param endSeconds where it ends.
 * @returns words in order, times monotonic and inside the decoded audio.
 */
export function wordsOf(decoded: Decoded, offsetSeconds: number, endSeconds: number): SpacedWord[] {
  const words: SpacedWord[] = [];
  let wordEnd = offsetSeconds;
  let opensWord = true;
  decoded.tokens.forEach((token, i) => {
    const start = Math.min(Math.max(offsetSeconds + (decoded.timestamps[i] ?? 0), offsetSeconds), endSeconds);
    const marked = /^[▁ ]/.test(token);
    const text = token.replace(/^[▁ ]+/, "");
    opensWord ||= marked;
    if (text === "") return;
    const previous = words.at(-1);
    const ends = start + (decoded.durations[i] || LAST_TOKEN_SECONDS);
    if (opensWord || UNSPACED.test(text) || !previous) {
      if (previous) previous.endSeconds = Math.max(Math.min(wordEnd, start), previous.startSeconds);
      const from = Math.max(start, previous?.endSeconds ?? start);
      const logProbs = decoded.logProbs?.slice(i, i + 1);
      words.push({
        text,
        startSeconds: from,
        endSeconds: from,
        spaced: opensWord,
        ...(logProbs && { logProbs }),
      });
    } else {
      previous.text += text;
      previous.logProbs?.push(...(decoded.logProbs?.slice(i, i + 1) ?? []));
    }
    wordEnd = Math.min(Math.max(ends, start), endSeconds);
    opensWord = false;
  });
  const last = words.at(-1);
  if (last) last.endSeconds = Math.max(wordEnd, last.startSeconds);
  return words;
}

/**
 * Words of a model that gives no times, spread over what it decoded in the order of their length: a word of twice the
 * letters takes twice as long.
 */
export function spreadWords(text: string, startSeconds: number, endSeconds: number): SpacedWord[] {
  const parts = [...text.matchAll(/(\s*)(\S+)/gu)].flatMap(([, space = "", word = ""], i) =>
    unspacedParts(word).map((part, j) => ({ text: part, spaced: j === 0 && (i === 0 || space !== "") })),
  );
  const letters = parts.reduce((sum, part) => sum + part.text.length, 0);
  const secondsPerLetter = Math.max(endSeconds - startSeconds, 0) / letters;
  let at = startSeconds;
  return parts.map((part) => {
    const from = at;
    at += part.text.length * secondsPerLetter;
    return { ...part, startSeconds: from, endSeconds: at };
  });
}

/** Characters of scripts without spaces stand for themselves, and take the marks after them along. */
function unspacedParts(word: string): string[] {
  if (![...word].some((character) => UNSPACED.test(character))) return [word];
  const parts: string[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const last = parts.at(-1);
    const continues =
      last !== undefined && (isMark(segment) || !(UNSPACED.test(segment) || UNSPACED.test(last)));
    if (continues) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function isMark(text: string): boolean {
  return /^[\p{P}\p{S}]/u.test(text);
}

/** The decode if the words at a cut could not be distinguished by their times: each side hears its own only. */
export function withoutOverlap(segment: Segment): Segment {
  return {
    ...segment,
    fromSample: segment.cutBefore ? segment.ownFromSample : segment.fromSample,
    untilSample: segment.cutAfter ? segment.ownUntilSample : segment.untilSample,
  };
}

export function textOf(words: SpacedWord[]): string {
  return words.map((word, i) => (word.spaced && i > 0 ? ` ${word.text}` : word.text)).join("");
}

/** The state that one segment leaves for the next if speech was cut. */
export interface Seam {
  /** The last word reported. */
  last: SpacedWord | null;
  /** The word that begins just after the cut, as the segment before heard it. */
  next: SpacedWord | null;
}

/**
 * The words that are this segment's to report. If speech was cut, both sides heard the word at the cut, at
 * slightly different times: it is reported once, whichever side of the cut each placed it on.
 */
export function ownWords(
  words: SpacedWord[],
  segment: Segment,
  sampleRate: number,
  before: Seam | null,
): { words: SpacedWord[]; seam: Seam | null } {
  const from = segment.ownFromSample / sampleRate;
  const until = segment.ownUntilSample / sampleRate;
  const own = words
    .filter((word) => word.startSeconds >= from && word.startSeconds < until)
    .map((word) => ({ ...word, endSeconds: Math.min(word.endSeconds, until) }));
  if (segment.cutBefore && before) {
    if (own[0] && before.last && isSame(own[0], before.last)) own.shift();
    const disowned = words.filter((word) => word.startSeconds < from).at(-1);
    if (before.next && disowned && isSame(before.next, disowned)) {
      const endSeconds = Math.max(from, Math.min(disowned.endSeconds, own[0]?.startSeconds ?? until));
      own.unshift({ ...before.next, startSeconds: from, endSeconds });
    }
  }
  const next = words.find((word) => word.startSeconds >= until) ?? null;
  return { words: own, seam: segment.cutAfter ? { last: own.at(-1) ?? null, next } : null };
}

/** The marks and capitals at a cut depend on what is heard of the sentence. */
function spoken(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "") || text;
}

function isSame(a: Word, b: Word): boolean {
  return spoken(a.text) === spoken(b.text) && Math.abs(a.startSeconds - b.startSeconds) <= SAME_WORD_SECONDS;
}
