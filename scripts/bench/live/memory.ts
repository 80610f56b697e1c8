/**
 * Memory of open live streams in their host beside the model and its decodes. Decodes leave memory in use that goes up and down
 * by 20 MiB, however many streams there are. So the host first decodes as much at once as it ever will, and then hears few and
 * many streams again and again: what grows with their number is theirs (least squares), and what does not fit the line is said.
 */
import type { ModelEngine } from "../../../src/engine/engine.ts";
import { type Memory, memoryOf, processTree } from "../../../src/lib/processes.ts";
import { MIB } from "../../../src/lib/units.ts";
import { BLOCK_SAMPLES, SILENCE_MS } from "./speakers.ts";

const SILENCE_BLOCK = new Int16Array(BLOCK_SAMPLES);
const BLOCKS_PER_SECOND = 20;
const SPOKEN_SECONDS = 4;
const QUIET_SECONDS = 3;
/** By then the host has given back what it need not keep. */
const CLOSED_MS = 1_500;
const ROUNDS = 4;
const WARM_UPS = 2;

/** @param start a host that has heard no stream. @param counts at least two different numbers of streams. */
export async function measureMemory(
  start: () => ModelEngine,
  counts: readonly number[],
  speech: readonly Int16Array[],
): Promise<void> {
  if (counts.length === 0) return;
  const engine = start();
  try {
    await engine.ready();
    for (let i = 0; i < WARM_UPS; i++) await withStreams(engine, Math.max(...counts), speech);
    const found: { count: number; memory: Memory }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Upwards and downwards in turn, as often: what only ever grows is not taken for the streams..
      for (const count of round % 2 === 0 ? counts : counts.toReversed()) {
        const memory = await withStreams(engine, count, speech);
        found.push({ count, memory });
        console.log(`  ${count} open: ${mib(memory.anonymousBytes)} MiB anonymous`);
      }
    }
    for (const name of ["anonymousBytes", "proportionalBytes"] as const) {
      const { slope, error } = line(found.map(({ count, memory }) => [count, memory[name] / MIB]));
      console.log(`  ${name}: ${slope.toFixed(2)} ± ${error.toFixed(2)} MiB a stream in the host (goal 2)`);
    }
  } finally {
    await engine.close();
  }
}

/** @returns the host's memory once all have spoken and wait in silence. */
async function withStreams(
  engine: ModelEngine,
  count: number,
  speech: readonly Int16Array[],
): Promise<Memory> {
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(engine)));
  await Promise.all(
    streams.map(async ({ stream }, i) => {
      const samples = speech[i % speech.length] as Int16Array;
      for (let block = 0; block < (SPOKEN_SECONDS + QUIET_SECONDS) * BLOCKS_PER_SECOND; block++) {
        const isSpeech = block < SPOKEN_SECONDS * BLOCKS_PER_SECOND;
        const at = block * BLOCK_SAMPLES;
        stream.append(isSpeech ? samples.subarray(at, at + BLOCK_SAMPLES) : SILENCE_BLOCK);
        await Bun.sleep(1000 / BLOCKS_PER_SECOND);
      }
    }),
  );
  const memory = hostMemory(engine);
  await Promise.all(streams.map(({ stream }) => stream.close()));
  await Promise.all(streams.map(({ over }) => over));
  await Bun.sleep(CLOSED_MS);
  return memory;
}

async function openStream(engine: ModelEngine) {
  const endpointing = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: SILENCE_MS };
  const stream = await engine.openLive({ endpointing, partials: true, language: "en", mustAdmit: true });
  const over = Array.fromAsync(stream.events);
  return { stream, over };
}

function hostMemory(engine: ModelEngine): Memory {
  const pids = engine.status().processes.flatMap(({ pid }) => (pid === null ? [] : processTree(pid)));
  const all = pids.map(({ pid }) => memoryOf(pid));
  const sum = (name: keyof Memory) => all.reduce((total, each) => total + each[name], 0);
  return { proportionalBytes: sum("proportionalBytes"), anonymousBytes: sum("anonymousBytes") };
}

/** Least squares. @returns the slope, and its standard error. */
function line(points: readonly (readonly [number, number])[]): { slope: number; error: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (points.length - 2) / spread) };
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}
