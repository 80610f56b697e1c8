/**
 * From window-by-window voice activity to the stretches that are decoded. Pure: no audio, no library.
 *
 * A segment ends at the first pause as long as both its paddings, because up to there it costs no more to
 * decode the pause than to pad twice. Once it is long it ends at any pause; when it reaches the longest
 * input of the model, it is cut at its longest pause or, failing that, at its quietest spot. Every moment
 * between two segments is owned by one of them, so that no word at a cut is told twice.
 */
export interface SegmentationOptions {
  windowSamples: number;
  /** Longest decode, padding included. */
  maxSamples: number;
  padBeforeSamples: number;
  padAfterSamples: number;
}

export interface Segment {
  /** What is decoded, padding included; `untilSample` may lie past the end of the recording. */
  fromSample: number;
  untilSample: number;
  /** The words that begin here are this segment's. */
  ownFromSample: number;
  ownUntilSample: number;
  /** Whether it was cut in running speech on that side. */
  cutBefore: boolean;
  cutAfter: boolean;
  speechSamples: number;
}

/** A segment this long ends at the next short pause: sentences stay whole and decodes stay even. */
const PREFERRED_SHARE = 0.6;
/** A pause of at least this many windows (96 ms) is one between words, not a stop consonant. */
const SHORT_PAUSE_WINDOWS = 3;
/** Less speech than this (96 ms) is a click. */
const CLICK_WINDOWS = 3;
/** The detector needs a second window to make up its mind: speech began one earlier. */
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
  readonly #mergeWindows: number;
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
    const padding = options.padBeforeSamples + options.padAfterSamples;
    this.#mergeWindows = Math.ceil(padding / options.windowSamples);
    this.#maxWindows = Math.floor((options.maxSamples - padding) / options.windowSamples) - ONSET_WINDOWS;
    if (this.#maxWindows < 2 * this.#mergeWindows)
      throw new RangeError("segments shorter than their padding");
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
        pause >= SHORT_PAUSE_WINDOWS &&
        window - pause - open.firstWindow >= this.#maxWindows * PREFERRED_SHARE
      ) {
        this.#cutAtPause(window - pause, window);
      }
      this.#lastSpeechWindow = window;
    } else if (pause + 1 >= this.#mergeWindows) {
      this.#closeAtPause(this.#lastSpeechWindow + 1, null);
      return;
    }
    if (this.#open && window + 1 - this.#open.firstWindow >= this.#maxWindows) this.#cutLongSegment();
  }

  /** Ends the last segment with the recording. */
  flush(): void {
    if (this.#open) this.#closeAtPause(this.#lastSpeechWindow + 1, null);
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
    const reach = this.#position(this.#nextWindow - ONSET_WINDOWS) - this.#options.padBeforeSamples;
    return Math.max(reach, this.#ownedUntil);
  }

  /** Whether a segment is open: in speech, or in a pause that may still belong to it. */
  get speaking(): boolean {
    return this.#open !== null;
  }

  #position(window: number): number {
    return this.#startSample + window * this.#options.windowSamples;
  }

  #begin(window: number, level: number): void {
    const firstWindow = Math.max(window - ONSET_WINDOWS, 0);
    const from = Math.max(this.#position(firstWindow) - this.#options.padBeforeSamples, this.#ownedUntil);
    const heard = Array.from({ length: window - firstWindow + 1 }, () => ({ speech: true, level }));
    this.#open = { firstWindow, heard, from, ownFrom: from, cutBefore: false };
    this.#lastSpeechWindow = window;
  }

  /** @param pauseWindow first window of the pause. @param own where ownership ends; null: with the padding. */
  #closeAtPause(
    pauseWindow: number,
    own: { until: number; padAfter: number } | null,
    cutAfter = false,
  ): void {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    const speechEnd = this.#position(pauseWindow);
    const until = speechEnd + (own?.padAfter ?? this.#options.padAfterSamples);
    const speechWindows = open.heard
      .slice(0, pauseWindow - open.firstWindow)
      .filter((heard) => heard.speech).length;
    const joined = open.cutBefore || cutAfter;
    if (speechWindows < CLICK_WINDOWS && !joined) return;
    this.#ownedUntil = own?.until ?? until;
    this.#closed.push({
      fromSample: open.from,
      untilSample: until,
      ownFromSample: open.ownFrom,
      ownUntilSample: this.#ownedUntil,
      cutBefore: open.cutBefore,
      cutAfter,
      speechSamples: speechWindows * this.#options.windowSamples,
    });
  }

  /** Splits at the pause [pauseWindow, resumeWindow); what follows opens the next segment. */
  #cutAtPause(pauseWindow: number, resumeWindow: number): void {
    const open = this.#open;
    if (!open) return;
    const { padBeforeSamples, padAfterSamples } = this.#options;
    const gap = this.#position(resumeWindow) - this.#position(pauseWindow);
    const share = padAfterSamples / (padBeforeSamples + padAfterSamples);
    const own = this.#position(pauseWindow) + Math.floor(gap * share);
    const rest = open.heard.slice(resumeWindow - open.firstWindow);
    this.#closeAtPause(pauseWindow, { until: own, padAfter: Math.min(padAfterSamples, gap) });
    const from = Math.max(this.#position(resumeWindow) - Math.min(padBeforeSamples, gap), this.#startSample);
    this.#open = { firstWindow: resumeWindow, heard: rest, from, ownFrom: own, cutBefore: false };
  }

  #cutLongSegment(): void {
    const open = this.#open as OpenSegment;
    const pause = longestPause(open.heard, Math.floor(open.heard.length / 3));
    if (pause) {
      this.#cutAtPause(open.firstWindow + pause.from, open.firstWindow + pause.until);
      return;
    }
    const cut = quietestWindow(open.heard, Math.floor(open.heard.length * (1 - HARD_CUT_SHARE)));
    const position = this.#position(open.firstWindow + cut);
    const rest = open.heard.slice(cut);
    this.#closeAtPause(
      open.firstWindow + cut,
      { until: position, padAfter: this.#options.padAfterSamples },
      true,
    );
    this.#open = {
      firstWindow: open.firstWindow + cut,
      heard: rest,
      from: Math.max(position - this.#options.padBeforeSamples, this.#startSample),
      ownFrom: position,
      cutBefore: true,
    };
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
      if (from > first && i - from > (best ? best.until - best.from : SHORT_PAUSE_WINDOWS - 1)) {
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
