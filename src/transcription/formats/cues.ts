/**
 * Subtitles that can be read: at most two lines of 42 characters, balanced, split at words, on screen long
 * enough and not too long. The line length and the two lines, the 20 characters a second, the shortest (5/6 s)
 * and longest (7 s) time and the two free frames between cues are Netflix's Timed Text Style Guide for English
 * (https://partnerhelp.netflixstudios.com/hc/en-us/articles/217350977); the BBC's subtitle guidelines
 * (https://www.bbc.co.uk/accessibility/forproducts/guides/subtitles/) ask for the same two lines and for breaks
 * at punctuation and pauses. The same in the server and the browser.
 */
import { columnsOf } from "../../lib/columns.ts";
import type { Slices } from "../../lib/slices.ts";
import { cutText, type FittedWord, fittedWords, joinWords, type SubtitleWord } from "./cue-words.ts";

export interface Cue {
  startMs: number;
  endMs: number;
  /** Without the speaker. */
  lines: string[];
  /** Whose words it shows: never those of two. Null if nobody asked. */
  speaker: string | null;
  /** Which of the given words is its first. */
  firstWord: number;
}

export interface SubtitleRules {
  maxLineChars: number;
  maxLines: number;
  maxCharsPerSecond: number;
  minMs: number;
}

export const SUBTITLE_RULES: SubtitleRules = {
  maxLineChars: 42,
  maxLines: 2,
  maxCharsPerSecond: 20,
  minMs: 833,
};
export const LONGEST_CUE_MS = 7000;
const GAP_MS = 83;
/** A silence this long inside a cue would show words well before they are said; it ends a segment too. */
const PAUSE_MS = 600;
/** Words that are laid out at once: about a millisecond. */
const SLICE_WORDS = 100;

/** Costs of a cue; only their proportions matter. A cue more costs 1. */
const COST = { pauseInside: 20, tooShort: 10, hardToReadSecond: 1, breakInPhrase: 0.6, raggedLines: 0.4 };

export interface CueOptions {
  /** How long the recording is. */
  durationMs: number;
  rules?: SubtitleRules;
  /** Written before a speaker's words, for which room is left in the first line. */
  prefix?: (speaker: string) => string;
}

/** In order, without overlap, inside the recording's duration. None begins before its first word. */
export function* cueSlices(
  words: readonly SubtitleWord[],
  { durationMs, rules = SUBTITLE_RULES, prefix = () => "" }: CueOptions,
): Slices<Cue[]> {
  const layout = new CueLayout(rules, prefix);
  const fitted = yield* fittedWords(words, (speaker) => layout.widestWord(speaker));
  const cues = yield* new CueSplitter(fitted, layout).split();
  return setTimes(cues, layout, Math.floor(durationMs));
}

/** At most half of a line, so that there is room for words. */
export function speakerPrefix(name: string, { maxLineChars }: SubtitleRules = SUBTITLE_RULES): string {
  const widest = Math.floor(maxLineChars / 2) - 2;
  const short = columnsOf(name) <= widest ? name : `${(cutText(name, widest - 1)[0] ?? "").trimEnd()}…`;
  return `${short}: `;
}

interface TextCue {
  words: FittedWord[];
  lines: string[];
  width: number;
}

/** Widths and times by the rules. */
class CueLayout {
  readonly rules: SubtitleRules;
  /** More could not be read in the longest time. */
  readonly #mostColumns: number;
  readonly #prefix: (speaker: string) => string;
  readonly #prefixes = new Map<string, number>();

  constructor(rules: SubtitleRules, prefix: (speaker: string) => string) {
    this.rules = rules;
    this.#prefix = prefix;
    this.#mostColumns = Math.floor((LONGEST_CUE_MS * rules.maxCharsPerSecond) / 1000);
  }

  prefixWidth(speaker: string | null): number {
    if (speaker === null) return 0;
    const known = this.#prefixes.get(speaker);
    if (known !== undefined) return known;
    const width = columnsOf(this.#prefix(speaker));
    this.#prefixes.set(speaker, width);
    return width;
  }

  /** Columns that a speaker's first line has. */
  firstLine(speaker: string | null): number {
    return this.rules.maxLineChars - this.prefixWidth(speaker);
  }

  widestWord(speaker: string | null): number {
    const readable = this.#mostColumns - this.prefixWidth(speaker);
    return Math.max(1, Math.min(this.firstLine(speaker), readable));
  }

  isReadable(columns: number): boolean {
    return columns <= this.#mostColumns;
  }

  readingMs(columns: number): number {
    const { minMs, maxCharsPerSecond } = this.rules;
    return Math.min(LONGEST_CUE_MS, Math.max(minMs, Math.ceil((columns / maxCharsPerSecond) * 1000)));
  }
}

/** Where the second line and those after it begin, and how much longer one line is than another. */
interface Breaks {
  at: number[];
  shortest: number;
  longest: number;
}

/**
 * The cheapest way to cut the words into cues, by dynamic programming over the places where a cue may end.
 * Running sums make each candidate cheap: four hours of speech must not hold up the server.
 */
class CueSplitter {
  readonly #layout: CueLayout;
  readonly #words: FittedWord[];
  /** Columns and long pauses before each word, from the beginning. */
  readonly #columns: number[] = [0];
  readonly #pauses: number[] = [0];

  constructor(words: FittedWord[], layout: CueLayout) {
    this.#layout = layout;
    this.#words = words;
    for (const [index, word] of words.entries()) {
      const previous = words[index - 1];
      const pause = previous && word.startMs - previous.endMs > PAUSE_MS ? 1 : 0;
      this.#columns.push((this.#columns[index] ?? 0) + word.width + (word.spaceBefore ? 1 : 0));
      this.#pauses.push((this.#pauses[index] ?? 0) + pause);
    }
  }

  *split(): Slices<TextCue[]> {
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
      if (end % SLICE_WORDS === 0) yield;
    }
    const cues: TextCue[] = [];
    for (let end = this.#words.length; end > 0; end = best[end]?.from ?? 0) {
      cues.push(this.#cue(best[end]?.from ?? 0, end));
      if (cues.length % SLICE_WORDS === 0) yield;
    }
    return cues.reverse();
  }

  /** The cost of the words from `from` up to `end` as one cue; null if they do not fit into one. */
  #cost(from: number, end: number): number | null {
    const first = this.#words[from] as FittedWord;
    const last = this.#words[end - 1] as FittedWord;
    const width = this.#width(from, end) + this.#layout.prefixWidth(first.speaker);
    if (end - from > 1 && last.endMs - first.startMs > LONGEST_CUE_MS) return null;
    if (end - from > 1 && !this.#layout.isReadable(width)) return null;
    if (first.speaker !== last.speaker) return null;
    const breaks = this.#breaks(from, end);
    if (!breaks) return null;

    const next = this.#words[end];
    const roomMs = next ? next.startMs - GAP_MS - first.startMs : Number.POSITIVE_INFINITY;
    const wantedMs = this.#layout.readingMs(width);
    const pausesInside = (this.#pauses[end] ?? 0) - (this.#pauses[from + 1] ?? 0);
    let cost = 1 + COST.pauseInside * pausesInside;
    if (roomMs < this.#layout.rules.minMs) cost += COST.tooShort;
    else if (roomMs < wantedMs) cost += COST.hardToReadSecond * ((wantedMs - roomMs) / 1000);
    if (next && !endsPhrase(last, next)) cost += COST.breakInPhrase;
    return cost + (COST.raggedLines * (breaks.longest - breaks.shortest)) / this.#layout.rules.maxLineChars;
  }

  /** One line where it fits, else the most balanced ones; null if the lines are not enough. */
  #breaks(from: number, end: number): Breaks | null {
    const { maxLineChars, maxLines } = this.#layout.rules;
    const firstLine = this.#layout.firstLine(this.#words[from]?.speaker ?? null);
    if (this.#width(from, end) > firstLine + (maxLines - 1) * (maxLineChars + 1)) return null;
    for (let lines = 1; lines <= maxLines; lines += 1) {
      const breaks = this.#breaksOf(from, end, firstLine, lines);
      if (breaks) return breaks;
    }
    return null;
  }

  #breaksOf(from: number, end: number, firstLine: number, lines: number): Breaks | null {
    const width = this.#width(from, end);
    if (lines === 1) return width <= firstLine ? { at: [], shortest: width, longest: width } : null;
    let best: Breaks | null = null;
    for (let lineBreak = from + 1; lineBreak < end; lineBreak += 1) {
      const upper = this.#width(from, lineBreak);
      if (upper > firstLine) break;
      const rest = this.#breaksOf(lineBreak, end, this.#layout.rules.maxLineChars, lines - 1);
      if (!rest) continue;
      const [shortest, longest] = [Math.min(upper, rest.shortest), Math.max(upper, rest.longest)];
      if (!best || longest - shortest < best.longest - best.shortest)
        best = { at: [lineBreak, ...rest.at], shortest, longest };
    }
    return best;
  }

  #width(from: number, end: number): number {
    const columns = (this.#columns[end] ?? 0) - (this.#columns[from] ?? 0);
    return columns - (this.#words[from]?.spaceBefore ? 1 : 0);
  }

  #cue(from: number, end: number): TextCue {
    const starts = [from, ...(this.#breaks(from, end)?.at ?? [])];
    return {
      words: this.#words.slice(from, end),
      lines: starts.map((start, index) => joinWords(this.#words.slice(start, starts[index + 1] ?? end))),
      width: this.#width(from, end),
    };
  }
}

function endsPhrase(word: FittedWord, next: FittedWord): boolean {
  return /\p{P}$/u.test(word.text) || next.startMs - word.endMs > PAUSE_MS / 2;
}

/** A cue stays until it can be read, as far as the next one lets it, and never past the recording's end. */
function setTimes(cues: TextCue[], layout: CueLayout, durationMs: number): Cue[] {
  return cues.map(({ words, lines, width }, index) => {
    const { startMs, speaker, source } = words[0] as FittedWord;
    const last = words[words.length - 1] as FittedWord;
    const next = cues[index + 1]?.words[0];
    const readMs = startMs + layout.readingMs(width + layout.prefixWidth(speaker));
    const wantedMs = Math.max(last.endMs, readMs);
    const latestMs = next ? latestEndMs(readMs, next) : Math.max(durationMs, startMs + 1);
    const endMs = Math.min(wantedMs, latestMs, startMs + LONGEST_CUE_MS);
    return { startMs, endMs, lines, speaker, firstWord: source };
  });
}

/** The free frames before the next cue are given up where the cue could not be read with them. */
function latestEndMs(readMs: number, next: FittedWord): number {
  const withGapMs = next.startMs - GAP_MS;
  return withGapMs >= readMs ? withGapMs : next.startMs;
}
