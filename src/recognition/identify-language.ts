/**
 * Which language a recording is in, from its first minutes. Speech is found first, so that silence and music have no
 * say; a language needs seconds of speech, and clearly more of them than any other.
 */
import { limits } from "../config/limits.ts";
import { ENGINE_SAMPLE_RATE, type Engine, type RecognizeOptions } from "../engine/engine.ts";
import { languageOf } from "../lib/languages.ts";

/** Listened to at once. Most recordings show their language in the first. */
const WINDOW_SAMPLES = 15 * ENGINE_SAMPLE_RATE;
const ENOUGH_SPEECH_SECONDS = 3;
/** Of all that there is: a word or two. */
const LEAST_SPEECH_SECONDS = 0.5;
const CLEAR_LEAD = 2;

export interface Identified {
  /** tiro's code; null if too little speech was found, or none of the languages asked about. */
  language: string | null;
  /** All of the recording, also what was listened to. */
  audio: AsyncIterable<Int16Array>;
}

/**
 * @param engine of a pack that identifies languages.
 * @param candidates what it may be; what else is heard has no vote.
 */
export async function identifyLanguage(
  engine: Pick<Engine, "recognize">,
  audio: AsyncIterable<Int16Array>,
  candidates: ReadonlySet<string>,
  { lane, signal }: Pick<RecognizeOptions, "lane" | "signal">,
): Promise<Identified> {
  const source = audio[Symbol.asyncIterator]();
  const heard: Int16Array[] = [];
  const votes = new Map<string, number>();
  let samples = 0;
  let ended = false;
  try {
    while (!ended && samples < limits.identificationSeconds * ENGINE_SAMPLE_RATE) {
      const window = await nextWindow(source);
      ended = window.ended;
      samples += window.samples;
      if (window.samples === 0) break;
      heard.push(...window.blocks);
      const options = { lane, ...(signal && { signal }) };
      const { language: told, speechDurationSeconds } = await engine.recognize(each(window.blocks), options);
      const language = told === null ? null : languageOf(told);
      if (language !== null && candidates.has(language))
        votes.set(language, (votes.get(language) ?? 0) + speechDurationSeconds);
      if (leader(votes, ENOUGH_SPEECH_SECONDS) !== null) break;
    }
  } catch (error) {
    await source.return?.();
    throw error;
  }
  return {
    language: leader(votes, ENOUGH_SPEECH_SECONDS) ?? leader(votes, LEAST_SPEECH_SECONDS),
    audio: heardThen(heard, source),
  };
}

function leader(votes: ReadonlyMap<string, number>, leastSeconds: number): string | null {
  const [first, second] = [...votes].sort(([, a], [, b]) => b - a);
  if (!first || first[1] < leastSeconds) return null;
  return second && first[1] < CLEAR_LEAD * second[1] ? null : first[0];
}

async function nextWindow(source: AsyncIterator<Int16Array>) {
  const blocks: Int16Array[] = [];
  let samples = 0;
  while (samples < WINDOW_SAMPLES) {
    const { value, done } = await source.next();
    if (done) return { blocks, samples, ended: true };
    blocks.push(value);
    samples += value.length;
  }
  return { blocks, samples, ended: false };
}

async function* each(blocks: readonly Int16Array[]): AsyncGenerator<Int16Array> {
  yield* blocks;
}

/** Leaving it early closes the source. Used blocks are released one by one. */
async function* heardThen(
  heard: Int16Array[],
  source: AsyncIterator<Int16Array>,
): AsyncGenerator<Int16Array> {
  try {
    for (let block = heard.shift(); block; block = heard.shift()) yield block;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    heard.length = 0;
    await source.return?.();
  }
}
