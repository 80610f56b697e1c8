/** A segment whose text was typed over: words that stayed keep their times, new ones share the time of those they replace. */
import { alignTexts } from "./align.ts";
import { segmentOf, type TranscriptSegment, type TranscriptWord, textOf, UNSPACED } from "./segments.ts";

/** A new word between two that touch takes of the one before so much, at most. */
const SHARED_MS = 200;

type Typed = Pick<TranscriptWord, "text" | "glued">;

/** @param language of the segmenter, such as `ja`; the system's where it is null. */
export function retype(
  segment: TranscriptSegment,
  text: string,
  language: string | null = null,
): TranscriptSegment {
  const { words } = segment;
  const { typed, before, behind } = typedWords(words, text, language);
  const kept = words.slice(before, words.length - behind);
  const matches = alignTexts(
    typed.map(({ text }) => text),
    kept.map(({ text }) => text),
  );
  const next: TranscriptWord[] = words.slice(0, before);
  let taken = 0;
  for (let index = 0; index < typed.length; ) {
    const match = matches[index] as number;
    if (match !== -1) {
      next.push(withGlue(kept[match] as TranscriptWord, typed[index] as Typed));
      taken = match + 1;
      index++;
      continue;
    }
    const end = endOfRun(matches, index);
    const until = end === typed.length ? kept.length : (matches[end] as number);
    next.push(
      ...timed(typed.slice(index, end), kept.slice(taken, until), segment, next, words[before + until]),
    );
    taken = until;
    index = end;
  }
  next.push(...words.slice(words.length - behind));
  return segmentOf(segment.id, segment.speaker, next, segment);
}

function endOfRun(matches: readonly number[], from: number): number {
  let end = from;
  while (end < matches.length && matches[end] === -1) end++;
  return end;
}

function withGlue({ glued: _, ...word }: TranscriptWord, { glued }: Typed): TranscriptWord {
  return glued ? { ...word, glued } : word;
}

/** The words that were typed, without those at both ends that are as they were. */
function typedWords(
  words: readonly TranscriptWord[],
  text: string,
  language: string | null,
): { typed: Typed[]; before: number; behind: number } {
  const wanted = text.replace(/\s+/gu, " ").trim();
  let before = 0;
  while (before < words.length && isBeginning(wanted, textOf(words.slice(0, before + 1)))) before++;
  let behind = 0;
  const left = wanted.slice(textOf(words.slice(0, before)).length);
  while (behind < words.length - before && isEnd(left, words, behind + 1)) behind++;
  const end = behind === 0 ? "" : tailOf(words, behind);
  const middle = left.slice(0, left.length - end.length);
  return { typed: tokens(middle, before > 0, language), before, behind };
}

/** Whether the text continues with another word after it, or ends there. */
function isBeginning(text: string, beginning: string): boolean {
  if (!text.startsWith(beginning)) return false;
  const next = text.charAt(beginning.length);
  return next === "" || next === " " || UNSPACED.test(next);
}

function isEnd(text: string, words: readonly TranscriptWord[], count: number): boolean {
  const end = tailOf(words, count);
  if (!text.endsWith(end)) return false;
  const rest = text.slice(0, text.length - end.length);
  return end.startsWith(" ") || rest === "" || words.at(-count)?.glued === true;
}

/** The last words if they follow others. */
function tailOf(words: readonly TranscriptWord[], count: number): string {
  const tail = words.slice(words.length - count);
  const text = textOf(tail);
  return words.length === count || tail[0]?.glued ? text : ` ${text}`;
}

/** @param isBehind whether a word stands before the text, to which it may be glued. */
function tokens(text: string, isBehind: boolean, language: string | null): Typed[] {
  const isGlued = isBehind && text !== "" && !text.startsWith(" ");
  return text
    .split(" ")
    .filter((chunk) => chunk !== "")
    .flatMap((chunk, index) => {
      const parts = UNSPACED.test(chunk) ? segmented(chunk, language) : [chunk];
      return parts.map(
        (part, place): Typed =>
          place > 0 || (index === 0 && isGlued) ? { text: part, glued: true } : { text: part },
      );
    });
}

/** Marks go with the word before them. */
function segmented(chunk: string, language: string | null): string[] {
  const parts: string[] = [];
  const segmenter = new Intl.Segmenter(language ?? undefined, { granularity: "word" });
  for (const { segment, isWordLike } of segmenter.segment(chunk))
    if (!isWordLike && parts.length > 0) parts[parts.length - 1] += segment;
    else parts.push(segment);
  return parts;
}

/** New words over the time of those that went; between two that stayed, over the pause there, or over a share of the one before. */
function timed(
  typed: readonly Typed[],
  replaced: readonly TranscriptWord[],
  segment: TranscriptSegment,
  before: TranscriptWord[],
  next: TranscriptWord | undefined,
): TranscriptWord[] {
  if (typed.length === replaced.length)
    return typed.map((word, index) => {
      const { startMs, endMs } = replaced[index] as TranscriptWord;
      return { ...word, startMs, endMs };
    });
  const [first, last] = [replaced[0], replaced.at(-1)];
  if (first !== undefined && last !== undefined) return spread(typed, first.startMs, last.endMs);
  const previous = before.at(-1);
  const endMs = next?.startMs ?? segment.endMs;
  const startMs = previous?.endMs ?? segment.startMs;
  if (endMs > startMs || previous === undefined) return spread(typed, Math.min(startMs, endMs), endMs);
  const shared = Math.min(SHARED_MS, Math.floor((previous.endMs - previous.startMs) / 2));
  before[before.length - 1] = { ...previous, endMs: previous.endMs - shared };
  return spread(typed, previous.endMs - shared, previous.endMs);
}

/** By their letters. */
function spread(typed: readonly Typed[], startMs: number, endMs: number): TranscriptWord[] {
  const letters = typed.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return typed.map((word) => {
    const at = (count: number) => Math.round(startMs + ((endMs - startMs) * count) / letters);
    const placed = { ...word, startMs: at(before), endMs: at(before + word.text.length) };
    before += word.text.length;
    return placed;
  });
}
