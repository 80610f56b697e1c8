/**
 * The transcript of a recording as data: segments of words with times. Pure, and the same in the server and the browser. Times
 * are whole milliseconds from the beginning of the recording.
 */

export interface TranscriptWord {
  /** As it is displayed, with its marks and without spaces around it. */
  text: string;
  startMs: number;
  endMs: number;
  /** 0 to 1; absent if nobody said. */
  confidence?: number;
  /** No space stands before it, as between two words of Japanese; meaningless for a segment's first. */
  glued?: true;
}

/** One speaker's words in a stretch: a paragraph, and the unit of change. */
export interface TranscriptSegment {
  /** Lower-case letters and digits, 1 to 24; unique in its transcript. */
  id: string;
  /** `spk_N`; null if speakers were not distinguished. */
  speaker: string | null;
  startMs: number;
  endMs: number;
  words: readonly TranscriptWord[];
}

/** More in one would make saving a word slow; recognized ones are cut into far shorter ones. */
export const SEGMENT_WORDS_MAX = 200;
const RECOGNIZED_WORDS = 60;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u;

/** Scripts that write no spaces: a word there is what the system's segmenter says. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}。！？、，]/u;

/** Whether no space stands between two texts that meet. */
export function isUnspaced(before: string, text: string): boolean {
  return UNSPACED.test(before.slice(-1)) && UNSPACED.test(text.slice(0, 1));
}

export function textOf(words: readonly TranscriptWord[]): string {
  return words.map(({ text, glued }, index) => (index > 0 && !glued ? ` ${text}` : text)).join("");
}

/** An id of a segment that the browser makes; those of the server begin with a digit. */
export function newSegmentId(): string {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `x${first.toString(36)}${second.toString(36)}`;
}

/**
 * Cuts what a speaker said into segments of a length that can be read and saved: at the end of a sentence where one is in the
 * second half of the longest segment, else at its end.
 */
export function cutIntoRuns(words: readonly TranscriptWord[]): TranscriptWord[][] {
  const runs: TranscriptWord[][] = [];
  let from = 0;
  while (words.length - from > RECOGNIZED_WORDS) {
    const longest = words.slice(from, from + RECOGNIZED_WORDS);
    const end = longest.findLastIndex(
      ({ text }, index) => index >= RECOGNIZED_WORDS / 2 && SENTENCE_END.test(text),
    );
    const length = end === -1 ? RECOGNIZED_WORDS : end + 1;
    runs.push(words.slice(from, from + length));
    from += length;
  }
  if (from < words.length) runs.push(words.slice(from));
  return runs;
}

/** With the times of its words; `given` if it has none. */
export function segmentOf(
  id: string,
  speaker: string | null,
  words: readonly TranscriptWord[],
  given = { startMs: 0, endMs: 0 },
): TranscriptSegment {
  const [first] = words;
  if (first === undefined) return { id, speaker, ...given, words };
  return { id, speaker, startMs: first.startMs, endMs: Math.max(...words.map(({ endMs }) => endMs)), words };
}

/** Where two people spoke at once, words of both in one row begin no earlier than the one before them. */
export function inOrder(words: readonly TranscriptWord[]): readonly TranscriptWord[] {
  let beforeMs = 0;
  return words.map((word) => {
    const startMs = Math.max(beforeMs, word.startMs);
    beforeMs = startMs;
    return startMs === word.startMs ? word : { ...word, startMs, endMs: Math.max(startMs, word.endMs) };
  });
}

/** Why words are not those of a segment; null if they are: in order, inside it, not too many. */
export function faultOfSegment({ id, startMs, endMs, words }: TranscriptSegment): string | null {
  if (!/^[a-z0-9]{1,24}$/.test(id)) return "its id must be 1 to 24 lower-case letters and digits";
  if (words.length > SEGMENT_WORDS_MAX) return `it has more than ${SEGMENT_WORDS_MAX} words`;
  if (!(startMs <= endMs)) return "it ends before it begins";
  let beforeMs = startMs;
  for (const word of words) {
    if (word.text === "" || word.text.trim() !== word.text) return "a word is empty or has spaces around it";
    if (word.startMs < beforeMs || word.endMs < word.startMs || word.endMs > endMs)
      return "times of its words are not in order, or not inside it";
    beforeMs = word.startMs;
  }
  return null;
}
