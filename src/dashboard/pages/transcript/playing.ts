/** The sound of a recording: where it is, how fast, what is skipped or repeated. */
import { type Signal, signal } from "@preact/signals";
import type { TranscriptSegment } from "../../../recordings/transcript-model/segments.ts";
import { setting } from "../../state/signals.ts";
import type { Stretch } from "./homes/home.ts";
import { options } from "./options.ts";

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
/** Shorter pauses belong to speech; so much of a long one stays, for the ear. */
const SILENCE_MS = 1_200;
const LEFT_MS = 200;
/** Of a word that is heard alone. */
const ALONE_MS = 400;
/** A browser that draws more slowly still marks no word long before it is heard. */
const LEAD_MOST_MS = 40;

export class Playing {
  readonly isPlaying: Signal<boolean> = signal(false);
  /** Whole seconds, for clocks. */
  readonly seconds: Signal<number> = signal(0);
  readonly durationMs: Signal<number>;
  /** The browser cannot play it, or it is gone. */
  readonly isBroken: Signal<boolean> = signal(false);
  readonly loop: Signal<Stretch | null> = signal(null);
  readonly #segments: Signal<readonly TranscriptSegment[]>;
  readonly #moved = new Set<(ms: number) => void>();
  #media: HTMLMediaElement | null = null;
  #stopAtMs: number | null = null;
  #frame = 0;
  #frameAtMs = Number.NaN;
  #frameMs = 0;

  constructor(segments: Signal<readonly TranscriptSegment[]>, durationMs: number) {
    this.#segments = segments;
    this.durationMs = signal(durationMs);
  }

  /** @returns how to let go of it. */
  attach(media: HTMLMediaElement): () => void {
    this.#media = media;
    this.#keepSpeed();
    const over = new AbortController();
    const on = (type: string, act: () => void) => media.addEventListener(type, act, { signal: over.signal });
    on("play", () => {
      this.isPlaying.value = true;
      this.#frameAtMs = Number.NaN;
      this.#frame = requestAnimationFrame(this.#step);
    });
    on("pause", () => {
      this.isPlaying.value = false;
      this.#frameMs = 0;
      this.#tell();
    });
    on("seeked", () => this.#tell());
    on("error", setting(this.isBroken, true));
    on("durationchange", () => {
      if (Number.isFinite(media.duration)) this.durationMs.value = media.duration * 1000;
    });
    return () => {
      over.abort();
      cancelAnimationFrame(this.#frame);
      media.pause();
      this.#media = null;
      this.isPlaying.value = false;
    };
  }

  get ms(): number {
    return (this.#media?.currentTime ?? 0) * 1000;
  }

  /** Where the sound is once what is drawn now is seen: a frame later while it plays. */
  get seenMs(): number {
    return this.ms + this.#frameMs * (this.#media?.playbackRate ?? 1);
  }

  /** @param moved hears where the sound is, every frame while it plays. */
  onMove(moved: (ms: number) => void): () => void {
    this.#moved.add(moved);
    return () => void this.#moved.delete(moved);
  }

  toggle(): void {
    if (this.#media === null) return;
    this.#stopAtMs = null;
    if (this.#media.paused) this.#play();
    else this.#media.pause();
  }

  seek(ms: number): void {
    if (this.#media === null) return;
    this.#stopAtMs = null;
    this.#media.currentTime = Math.max(0, Math.min(ms, this.durationMs.peek())) / 1000;
    this.#tell();
  }

  /** Continues from there if it plays; otherwise plays the stretch alone and returns to its beginning. */
  hear({ fromMs, toMs }: Stretch): void {
    const isPlaying = this.isPlaying.peek() && this.#stopAtMs === null;
    this.seek(fromMs);
    if (isPlaying) return;
    this.#stopAtMs = Math.max(toMs, fromMs + ALONE_MS);
    this.#play();
  }

  setSpeed(speed: number): void {
    options.value = { ...options.peek(), speed };
    this.#keepSpeed();
  }

  faster(by: 1 | -1): void {
    const at = SPEEDS.findIndex((speed) => speed >= options.peek().speed);
    this.setSpeed(SPEEDS[Math.min(Math.max(0, at + by), SPEEDS.length - 1)] as number);
  }

  /** Also of what is loaded later: with a new address browsers go back to the usual one. */
  #keepSpeed(): void {
    const { speed } = options.peek();
    if (this.#media !== null) Object.assign(this.#media, { defaultPlaybackRate: speed, playbackRate: speed });
  }

  /** If the browser refuses, it says so by the button, which stays what it is. */
  #play(): void {
    this.#media?.play().catch((error: unknown) => {
      // Interrupted by a pause, or not playable: `error` reports that.
      if (!(error instanceof DOMException)) throw error;
    });
  }

  readonly #step = (nowMs: number) => {
    if (!this.isPlaying.peek()) return;
    if (!Number.isNaN(this.#frameAtMs)) this.#frameMs = Math.min(LEAD_MOST_MS, nowMs - this.#frameAtMs);
    this.#frameAtMs = nowMs;
    this.#keepWithin(this.ms);
    this.#tell();
    this.#frame = requestAnimationFrame(this.#step);
  };

  #keepWithin(ms: number): void {
    const loop = this.loop.peek();
    if (this.#stopAtMs !== null && ms >= this.#stopAtMs) {
      this.#stopAtMs = null;
      this.#media?.pause();
    } else if (loop !== null && (ms >= loop.toMs || ms < loop.fromMs)) this.seek(loop.fromMs);
    else if (options.peek().skipsSilence && this.#stopAtMs === null) this.#skip(ms);
  }

  #skip(ms: number): void {
    const pause = pauseAt(this.#segments.peek(), ms);
    if (pause !== null && ms > pause.fromMs + LEFT_MS && ms < pause.toMs - 2 * LEFT_MS)
      this.seek(pause.toMs - LEFT_MS);
  }

  #tell(): void {
    const { ms } = this;
    this.seconds.value = Math.floor(ms / 1000);
    for (const moved of this.#moved) moved(ms);
  }
}

/** The last that begins by then; -1 before the first. By halving: it is asked every frame. */
export function lastBegun(timed: readonly { startMs: number }[], ms: number): number {
  let [low, high] = [0, timed.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timed[middle] as { startMs: number }).startMs <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The long pause in which a moment is; null in speech. */
function pauseAt(segments: readonly TranscriptSegment[], ms: number): Stretch | null {
  const index = lastBegun(segments, ms);
  const words = segments[index]?.words ?? [];
  const at = lastBegun(words, ms);
  const fromMs = words[at]?.endMs ?? segments[index]?.startMs ?? 0;
  const next = words[at + 1] ?? segments[index + 1];
  if (next === undefined || ms < fromMs || next.startMs - fromMs < SILENCE_MS) return null;
  return { fromMs, toMs: next.startMs };
}
