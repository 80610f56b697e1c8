/** Live streams beside recordings in a batch and beside dictations: how much later each is than alone. */
import type { ModelEngine } from "../../../src/engine/engine.ts";
import { recognized } from "../alignment/moonshine.ts";
import { latencies, tellBeside } from "../figures.ts";
import { oneBlock } from "../samples.ts";
import type { LiveDelays } from "./delays.ts";
import { hearSpeakers, RATE, type Spoken } from "./speakers.ts";

const DICTATIONS_ALONE = 60;
const PAUSE_MS = 500;
const LONGEST_DICTATION = 10 * RATE;
const BATCH_RECORDINGS = 2;
const GOAL = { most: 1.5 };

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
  compare(undisturbed, beside);
  const withDictations = await dictationsBeside(engine, engine, clips, { speakers, alone });
  compare(undisturbed, withDictations);
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
  let at = 0;
  const dictateNext = () => dictate(engine, clips, at++);
  return latencies(DICTATIONS_ALONE, () => PAUSE_MS, dictateNext);
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
    const pause = () => PAUSE_MS;
    dictated.push(...(await latencies(1, pause, () => dictate(dictating, clips, i))));
  });
  tellBeside(`  ${dictated.length} dictations`, alone, dictated, GOAL);
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

async function dictate(engine: ModelEngine, clips: readonly Spoken[], i: number): Promise<void> {
  const { samples } = clips[i % clips.length] as Spoken;
  const spoken = samples.subarray(0, LONGEST_DICTATION);
  await engine.recognize(oneBlock(spoken), { lane: "interactive", language: "en" });
}

function compare(alone: LiveDelays, beside: LiveDelays): void {
  for (const name of ["grey", "final", "ends"] as const)
    tellBeside(`  streams, ${name}`, alone.ms[name], beside.ms[name], GOAL);
}
