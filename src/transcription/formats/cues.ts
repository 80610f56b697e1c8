/**
 * Subtitles that can be read: at most two lines of 42 characters, balanced, split at words, on screen long
 * enough and not too long. The line length and the two lines, the 20 characters a second, the shortest (5/6 s)
 * and longest (7 s) time and the two free frames between cues are Netflix's Timed Text Style Guide for English
 * (https://partnerhelp.netflixstudios.com/hc/en-us/articles/217350977); the BBC's subtitle guidelines
 * (https://www.bbc.co.uk/accessibility/forproducts/guides/subtitles/) ask for the same two lines and for breaks
 * at punctuation and pauses.
 */
import { joinWords } from "../timed-words.ts";
import type { Transcription } from "../transcription.ts";
import { type SubtitleWord, subtitleWords } from "./subtitle-words.ts";

export interface Cue {
  startMs: number;
  endMs: number;
  lines: string[];
  /** Whose words it shows: never those of two. Null where nobody asked. */
  speaker: string | null;
}

export const LINE_WIDTH = 42;
export const LINES = 2;
export const SHORTEST_CUE_MS = 833;
export const LONGEST_CUE_MS = 7000;
const GAP_MS = 83;
const CHARACTERS_PER_SECOND = 20;
/** A silence this long inside a cue would show words well before they are said; it ends a segment too. */
const PAUSE_MS = 600;

/** Costs of a cue; only their proportions matter. A cue more costs 1. */
const COST = { pauseInside: 20, tooShort: 10, hardToReadSecond: 1, breakInPhrase: 0.6, raggedLines: 0.4 };

/**
 * In order, without overlap, inside the recording's duration.
 * @param prefix what will be written before a speaker's words, for which room is left in the first line.
 */
export function subtitleCues(
  transcription: Transcription,
  prefix: (speaker: string) => string = () => "",
): Cue[] {
  const widest = (speaker: string | null) => LINE_WIDTH - (speaker === null ? 0 : prefix(speaker).length);
  const words = subtitleWords(transcription, widest);
  const durationMs = Math.floor(transcription.durationSeconds * 1000);
  return setTimes(new CueSplitter(words, widest).split(), durationMs);
}

interface TextCue {
  words: SubtitleWord[];
  lines: string[];
  width: number;
}

/** One line where `lineBreak` is null, else two: the second starts at word `lineBreak`. */
interface Layout {
  lineBreak: number | null;
  difference: number;
}

/**
 * The cheapest way to cut the words into cues, by dynamic programming over the places where a cue may end.
 * Running sums make each candidate cheap: four hours of speech must not hold up the server.
 */
class CueSplitter {
  readonly #firstLine: (speaker: string | null) => number;
  readonly #words: SubtitleWord[];
  /** Columns and long pauses before each word, from the beginning. */
  readonly #columns: number[] = [0];
  readonly #pauses: number[] = [0];

  /** @param firstLine columns that a speaker's first line has. */
  constructor(words: SubtitleWord[], firstLine: (speaker: string | null) => number) {
    this.#firstLine = firstLine;
    this.#words = words;
    for (const [index, word] of words.entries()) {
      const previous = words[index - 1];
      const pause = previous && word.startMs - previous.endMs > PAUSE_MS ? 1 : 0;
      this.#columns.push((this.#columns[index] ?? 0) + word.width + (word.spaceBefore ? 1 : 0));
      this.#pauses.push((this.#pauses[index] ?? 0) + pause);
    }
  }

  split(): TextCue[] {
    const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
    for (let end = 1; end <= this.#words.length; end += 1) {
      let choice = { cost: Number.POSITIVE_INFINITY, from: end - 1 };
      for (let from = end - 1; from >= 0; from -= 1) {
        const spanCost = this.#cost(from, end);
        if (spanCost === null) break;
        const cost = (best[from]?.cost ?? 0) + spanCost;
        if (cost < choice.cost) choice = { cost, from };
      }
      best.push(choice);
    }
    const cues: TextCue[] = [];
    for (let end = this.#words.length; end > 0; end = best[end]?.from ?? 0) {
      cues.push(this.#cue(best[end]?.from ?? 0, end));
    }
    return cues.reverse();
  }

  /** What showing the words from `from` up to `end` as one cue costs; null where they do not fit into one. */
  #cost(from: number, end: number): number | null {
    const first = this.#words[from] as SubtitleWord;
    const last = this.#words[end - 1] as SubtitleWord;
    if (end - from > 1 && last.endMs - first.startMs > LONGEST_CUE_MS) return null;
    if (first.speaker !== last.speaker) return null;
    const layout = this.#layout(from, end);
    if (!layout) return null;

    const next = this.#words[end];
    const roomMs = next ? next.startMs - GAP_MS - first.startMs : Number.POSITIVE_INFINITY;
    const wantedMs = readingMs(this.#width(from, end));
    const pausesInside = (this.#pauses[end] ?? 0) - (this.#pauses[from + 1] ?? 0);
    let cost = 1 + COST.pauseInside * pausesInside;
    if (roomMs < SHORTEST_CUE_MS) cost += COST.tooShort;
    else if (roomMs < wantedMs) cost += COST.hardToReadSecond * ((wantedMs - roomMs) / 1000);
    if (next && !endsPhrase(last, next)) cost += COST.breakInPhrase;
    return cost + (COST.raggedLines * layout.difference) / LINE_WIDTH;
  }

  /** One line where it fits, else the most balanced two; null where two are not enough. */
  #layout(from: number, end: number): Layout | null {
    const firstLine = this.#firstLine(this.#words[from]?.speaker ?? null);
    if (this.#width(from, end) <= firstLine) return { lineBreak: null, difference: 0 };
    let best: Layout | null = null;
    for (let lineBreak = from + 1; lineBreak < end; lineBreak += 1) {
      const upper = this.#width(from, lineBreak);
      const lower = this.#width(lineBreak, end);
      if (upper > firstLine) break;
      const difference = Math.abs(upper - lower);
      if (lower <= LINE_WIDTH && (!best || difference < best.difference)) best = { lineBreak, difference };
    }
    return best;
  }

  #width(from: number, end: number): number {
    const columns = (this.#columns[end] ?? 0) - (this.#columns[from] ?? 0);
    return columns - (this.#words[from]?.spaceBefore ? 1 : 0);
  }

  #cue(from: number, end: number): TextCue {
    const lineBreak = this.#layout(from, end)?.lineBreak ?? null;
    const rows =
      lineBreak === null
        ? [[from, end]]
        : [
            [from, lineBreak],
            [lineBreak, end],
          ];
    return {
      words: this.#words.slice(from, end),
      lines: rows.map(([start, stop]) => joinWords(this.#words.slice(start, stop))),
      width: this.#width(from, end),
    };
  }
}

function endsPhrase(word: SubtitleWord, next: SubtitleWord): boolean {
  return /\p{P}$/u.test(word.text) || next.startMs - word.endMs > PAUSE_MS / 2;
}

function readingMs(columns: number): number {
  return Math.min(LONGEST_CUE_MS, Math.max(SHORTEST_CUE_MS, (columns / CHARACTERS_PER_SECOND) * 1000));
}

/** A cue stays until it can be read, as far as the next one lets it, and never past the recording's end. */
function setTimes(cues: TextCue[], durationMs: number): Cue[] {
  const timed: Cue[] = [];
  let previousEndMs = 0;
  for (const [index, { words, lines, width }] of cues.entries()) {
    const first = words[0] as SubtitleWord;
    const last = words[words.length - 1] as SubtitleWord;
    const next = cues[index + 1]?.words[0];
    const wantedMs = Math.max(last.endMs, first.startMs + readingMs(width));
    const latestMs = next ? latestEndMs(first, next) : Math.max(durationMs, first.startMs + 1);
    const endMs = Math.round(Math.min(wantedMs, latestMs, first.startMs + LONGEST_CUE_MS));
    // A short word with no room behind it may be shown a little before it is said.
    const startMs = Math.min(first.startMs, Math.max(previousEndMs + GAP_MS, endMs - SHORTEST_CUE_MS, 0));
    timed.push({ startMs, endMs, lines, speaker: first.speaker });
    previousEndMs = endMs;
  }
  return timed;
}

/** The free frames before the next cue are given up where the cue would be too short with them. */
function latestEndMs(first: SubtitleWord, next: SubtitleWord): number {
  const withGapMs = next.startMs - GAP_MS;
  return withGapMs - first.startMs >= SHORTEST_CUE_MS ? withGapMs : next.startMs;
}
