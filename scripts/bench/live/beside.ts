/** Live streams beside recordings in a batch and beside dictations: how much later each is than alone. */
import type { ModelEngine } from "../../../src/engine/engine.ts";
import { percentile } from "../../../src/lib/percentile.ts";
import { recognized } from "../alignment/moonshine.ts";
import type { LiveDelays } from "./delays.ts";
import { hearSpeakers, loadAverage, RATE, type Spoken } from "./speakers.ts";

const DICTATIONS_ALONE = 60;
const PAUSE_MS = 500;
const LONGEST_DICTATION = 10 * RATE;
const BATCH_RECORDINGS = 2;

export async function measureBeside(
  engine: ModelEngine,
  clips: readonly Spoken[],
  speakers: number,
): Promise<void> {
  const alone = await dictationsAlone(engine, clips);
  console.log(`\nStreams alone:`);
  const undisturbed = await hearSpeakers(engine, clips, speakers);
  console.log(`\nThe same beside ${BATCH_RECORDINGS} batch recordings:`);
  const beside = await during(hearSpeakers(engine, clips, speakers), BATCH_RECORDINGS, () =>
    batch(engine, clips),
  );
  compare("streams", undisturbed, beside);
  const withDictations = await dictationsBeside(engine, engine, clips, { speakers, alone });
  compare("streams", undisturbed, withDictations);
}

/** Dictations of one account beside streams of another, each by the recognizer that serves it. */
export async function measureDictationsBeside(
  streaming: ModelEngine,
  dictating: ModelEngine,
  clips: readonly Spoken[],
  speakers: number,
): Promise<void> {
  const alone = await dictationsAlone(dictating, clips);
  await dictationsBeside(streaming, dictating, clips, { speakers, alone });
}

async function dictationsAlone(engine: ModelEngine, clips: readonly Spoken[]): Promise<number[]> {
  const alone: number[] = [];
  for (let i = 0; i < DICTATIONS_ALONE; i++) alone.push(await dictate(engine, clips, i));
  console.log(`\n${alone.length} dictations alone, load ${loadAverage()}: ${bothOf(alone)}`);
  return alone;
}

async function dictationsBeside(
  streaming: ModelEngine,
  dictating: ModelEngine,
  clips: readonly Spoken[],
  { speakers, alone }: { speakers: number; alone: readonly number[] },
): Promise<LiveDelays> {
  console.log(`\n${speakers} streams beside one dictation after the other:`);
  const dictated: number[] = [];
  const delays = await during(hearSpeakers(streaming, clips, speakers), 1, async (i) => {
    dictated.push(await dictate(dictating, clips, i));
  });
  console.log(`  ${dictated.length} dictations: ${bothOf(dictated)}, ${times(dictated, alone)} (goal 1.5)`);
  return delays;
}

/** Does it again and again, so many at once, until the work is done. */
async function during<T>(
  work: Promise<T>,
  atOnce: number,
  disturb: (i: number) => Promise<void>,
): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let i = 0; !isOver; i++) await disturb(i);
    }),
  );
  return over;
}

async function batch(engine: ModelEngine, clips: readonly Spoken[]): Promise<void> {
  for (const { samples } of clips) await recognized(engine, samples);
}

/** @returns the seconds that its text took, after a pause as people make. */
async function dictate(engine: ModelEngine, clips: readonly Spoken[], i: number): Promise<number> {
  await Bun.sleep(PAUSE_MS);
  const { samples } = clips[i % clips.length] as Spoken;
  const begin = performance.now();
  const blocks = async function* () {
    yield samples.subarray(0, LONGEST_DICTATION);
  };
  await engine.recognize(blocks(), { lane: "interactive", language: "en" });
  return (performance.now() - begin) / 1000;
}

function compare(what: string, alone: LiveDelays, beside: LiveDelays): void {
  for (const name of ["grey", "final", "ends"] as const)
    console.log(`  ${what}, ${name}: ${times(beside.seconds[name], alone.seconds[name])} (goal 1.5)`);
}

function bothOf(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(3)} / ${percentile(values, 0.95).toFixed(3)} s (p50 / p95)`;
}

function times(values: readonly number[], alone: readonly number[]): string {
  const [now, before] = [percentile(values, 0.95), percentile(alone, 0.95)];
  return `p95 ${now.toFixed(2)} s for ${before.toFixed(2)} s alone, ${(now / before).toFixed(2)} times`;
}
