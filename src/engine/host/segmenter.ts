/**
 * From window-by-window voice activity to the stretches that are decoded. Pure: no audio, no library.
 *
 * A segment ends at the first long pause. Once it is long itself it ends at any pause; when it reaches the
 * longest input of the model, it is cut at its longest pause or, failing that, at its quietest spot. Every
 * moment between two segments is owned by one of them, so that no word at a cut is reported twice.
 */
import type { VoiceActivity } from "./voice-activity.ts";

export interface SegmentationOptions {
  windowSamples: number;
  /** Longest decode, padding included. */
  maxSamples: number;
  padBeforeSamples: number;
  padAfterSamples: number;
  /** A pause this long ends a segment, however short that is. At least both paddings. */
  pauseSamples: number;
  /** So much silence at the recording's start or end is decoded along with the speech next to it. */
  edgeSamples: number;
}

export interface Segment {
  /** The decoded range, padding included; `untilSample` may lie past the end of the recording. */
  fromSample: number;
  untilSample: number;
  /** The words that begin here are this segment's. */
  ownFromSample: number;
  ownUntilSample: number;
  /** Whether it was cut in running speech on that side. */
  cutBefore: boolean;
  cutAfter: boolean;
  activity: VoiceActivity;
}

/** A segment of this share of the longest ends at the next pause between phrases (192 ms). */
const PREFERRED_SHARE = 0.8;
const PHRASE_PAUSE_WINDOWS = 6;
/** A pause of at least this many windows (96 ms) is one between words, not a stop consonant. */
const WORD_PAUSE_WINDOWS = 3;
/** Less speech than this (96 ms) is a click. */
const CLICK_WINDOWS = 3;
/** The detector needs a second window to make up its mind: speech began one earlier (and ended one earlier). */
const ONSET_WINDOWS = 1;
/** A cut in running speech is looked for in the last part of a segment. */
const HARD_CUT_SHARE = 0.2;

interface Heard {
  speech: boolean;
  /** Root mean square, 0 to 1. */
  level: number;
}

interface OpenSegment {
  firstWindow: number;
  heard: Heard[];
  from: number;
  ownFrom: number;
  cutBefore: boolean;
}

export class Segmenter {
  readonly #options: SegmentationOptions;
  readonly #pauseWindows: number;
  readonly #maxWindows: number;
  readonly #startSample: number;
  #nextWindow = 0;
  #open: OpenSegment | null = null;
  #lastSpeechWindow = -1;
  /** Where the last segment's ownership ends: no later one may own anything before. */
  #ownedUntil: number;
  #closed: Segment[] = [];

  /** @param startSample position in the recording of the first window. */
  constructor(options: SegmentationOptions, startSample: number) {
    this.#options = options;
    this.#startSample = startSample;
    this.#ownedUntil = startSample;
    const { windowSamples, padBeforeSamples, padAfterSamples, edgeSamples } = options;
    const padding = Math.max(padBeforeSamples, edgeSamples) + Math.max(padAfterSamples, edgeSamples);
    this.#pauseWindows = Math.ceil(options.pauseSamples / windowSamples);
    this.#maxWindows = Math.floor((options.maxSamples - padding) / windowSamples) - ONSET_WINDOWS;
    if (this.#maxWindows < 2 * this.#pauseWindows) throw new RangeError("no room for speech in a segment");
  }

  /** Hears the next window. */
  push(speech: boolean, level: number): void {
    const window = this.#nextWindow++;
    const open = this.#open;
    if (!open) {
      if (speech) this.#begin(window, level);
      return;
    }
    open.heard.push({ speech, level });
    const pause = window - this.#lastSpeechWindow - 1;
    if (speech) {
      if (
        pause >= PHRASE_PAUSE_WINDOWS &&
        window - pause - open.firstWindow >= this.#maxWindows * PREFERRED_SHARE
      ) {
        this.#splitAtPause(window - pause, window);
      }
      this.#lastSpeechWindow = window;
    } else if (pause + 1 >= this.#pauseWindows) {
      this.#closeInPause(this.#nextWindow);
      return;
    }
    if (this.#open && window + 1 - this.#open.firstWindow >= this.#maxWindows) this.#splitLongSegment();
  }

  /** Ends the last segment with the recording. @param endSample where that ends; null: it continues. */
  flush(endSample: number | null): void {
    if (!this.#open) return;
    const speechEnd = this.#position(this.#lastSpeechWindow + 1);
    const { edgeSamples, padAfterSamples } = this.#options;
    const atEdge = endSample !== null && endSample - speechEnd <= edgeSamples;
    const padAfter = atEdge ? Math.max(endSample - speechEnd, 0) : padAfterSamples;
    this.#close(this.#lastSpeechWindow + 1, { padAfter, ownUntil: speechEnd + padAfter, cutAfter: false });
  }

  /** The segments that ended since the last call, in order. */
  take(): Segment[] {
    const closed = this.#closed;
    if (closed.length > 0) this.#closed = [];
    return closed;
  }

  /** Whatever comes, no further segment reaches back before this position. */
  get quietUntilSample(): number {
    if (this.#open) return this.#open.from;
    return this.#reachBack(this.#nextWindow - ONSET_WINDOWS);
  }

  /** Whether a segment is open: in speech, or in a pause that may still belong to it. */
  get speaking(): boolean {
    return this.#open !== null;
  }

  #position(window: number): number {
    return this.#startSample + window * this.#options.windowSamples;
  }

  /** Where the padding of speech that begins in this window begins. */
  #reachBack(window: number): number {
    const { edgeSamples, padBeforeSamples } = this.#options;
    const position = this.#position(window);
    const atEdge = this.#startSample === 0 && position <= edgeSamples;
    return Math.max(atEdge ? 0 : position - padBeforeSamples, this.#ownedUntil);
  }

  #begin(window: number, level: number): void {
    const firstWindow = Math.max(window - ONSET_WINDOWS, 0);
    const from = this.#reachBack(firstWindow);
    const heard = Array.from({ length: window - firstWindow + 1 }, () => ({ speech: true, level }));
    this.#open = { firstWindow, heard, from, ownFrom: from, cutBefore: false };
    this.#lastSpeechWindow = window;
  }

  /** Ends the open segment where `endWindow` begins. */
  #close(endWindow: number, side: { padAfter: number; ownUntil: number; cutAfter: boolean }): void {
    const open = this.#open as OpenSegment;
    this.#open = null;
    const speech = open.heard.slice(0, endWindow - open.firstWindow).map((heard) => heard.speech);
    const click = speech.filter(Boolean).length < CLICK_WINDOWS && !open.cutBefore && !side.cutAfter;
    if (click) return;
    this.#ownedUntil = side.ownUntil;
    this.#closed.push({
      fromSample: open.from,
      untilSample: this.#position(endWindow) + side.padAfter,
      ownFromSample: open.ownFrom,
      ownUntilSample: side.ownUntil,
      cutBefore: open.cutBefore,
      cutAfter: side.cutAfter,
      activity: {
        fromSample: this.#position(open.firstWindow),
        windowSamples: this.#options.windowSamples,
        speech,
      },
    });
  }

  /** Splits at the pause from `pauseWindow` up to `resumeWindow`, where the next segment begins. */
  #splitAtPause(pauseWindow: number, resumeWindow: number): void {
    const { heard, firstWindow } = this.#open as OpenSegment;
    const { padBeforeSamples, padAfterSamples } = this.#options;
    const gap = this.#position(resumeWindow) - this.#position(pauseWindow);
    const share = padAfterSamples / (padBeforeSamples + padAfterSamples);
    const ownFrom = this.#position(pauseWindow) + Math.floor(gap * share);
    this.#close(pauseWindow, {
      padAfter: Math.min(padAfterSamples, gap),
      ownUntil: ownFrom,
      cutAfter: false,
    });
    this.#open = {
      firstWindow: resumeWindow,
      heard: heard.slice(resumeWindow - firstWindow),
      from: this.#position(resumeWindow) - Math.min(padBeforeSamples, gap),
      ownFrom,
      cutBefore: false,
    };
  }

  /** Splits in running speech where `cutWindow` begins: both sides hear the other's edge, see words.ts. */
  #splitAtCut(cutWindow: number): void {
    const { heard, firstWindow } = this.#open as OpenSegment;
    const { padBeforeSamples, padAfterSamples } = this.#options;
    const position = this.#position(cutWindow);
    this.#close(cutWindow, { padAfter: padAfterSamples, ownUntil: position, cutAfter: true });
    this.#open = {
      firstWindow: cutWindow,
      heard: heard.slice(cutWindow - firstWindow),
      from: Math.max(position - padBeforeSamples, this.#startSample),
      ownFrom: position,
      cutBefore: true,
    };
  }

  #splitLongSegment(): void {
    const { heard, firstWindow } = this.#open as OpenSegment;
    if (!heard.at(-1)?.speech) {
      // In a pause already: it may be short, but nothing better is needed.
      this.#closeInPause(this.#nextWindow);
      return;
    }
    const pause = longestPause(heard, Math.floor(heard.length / 3));
    if (pause) this.#splitAtPause(firstWindow + pause.from, firstWindow + pause.until);
    else
      this.#splitAtCut(firstWindow + quietestWindow(heard, Math.floor(heard.length * (1 - HARD_CUT_SHARE))));
  }

  /** Closes in the running pause, of which the windows before `nextWindow` are known to be silent. */
  #closeInPause(nextWindow: number): void {
    const endWindow = this.#lastSpeechWindow + 1;
    const gap = (nextWindow - endWindow) * this.#options.windowSamples;
    const padAfter = Math.min(this.#options.padAfterSamples, gap);
    this.#close(endWindow, { padAfter, ownUntil: this.#position(endWindow) + padAfter, cutAfter: false });
  }
}

/** The longest run of silence that begins at `first` or later and ends in speech. */
function longestPause(heard: Heard[], first: number): { from: number; until: number } | null {
  let best: { from: number; until: number } | null = null;
  let from = -1;
  for (let i = first; i < heard.length; i++) {
    if (!heard[i]?.speech) {
      if (from < 0) from = i;
    } else if (from >= 0) {
      if (from > first && i - from > (best ? best.until - best.from : WORD_PAUSE_WINDOWS - 1)) {
        best = { from, until: i };
      }
      from = -1;
    }
  }
  return best;
}

/** The window from `first` on with the least sound around it. */
function quietestWindow(heard: Heard[], first: number): number {
  let best = first;
  let least = Number.POSITIVE_INFINITY;
  for (let i = first; i < heard.length - 1; i++) {
    const around = (heard[i - 1]?.level ?? 0) + 2 * (heard[i]?.level ?? 0) + (heard[i + 1]?.level ?? 0);
    if (around < least) {
      least = around;
      best = i;
    }
  }
  return best;
}
