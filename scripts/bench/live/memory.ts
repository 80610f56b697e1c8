/**
 * What open live streams take in their host beside the model and its decodes: each speaks once, and then says nothing. Decodes
 * leave memory behind that goes up and down by 20 MiB, however many streams there are, so it is also said how much of it goes
 * when the streams are closed.
 */
import type { ModelEngine } from "../../../src/engine/engine.ts";
import { MIB } from "../../../src/lib/units.ts";
import { type Memory, memoryOf, processTree } from "../processes.ts";
import { BLOCK_SAMPLES, SILENCE_MS } from "./speakers.ts";

const SILENCE_BLOCK = new Int16Array(BLOCK_SAMPLES);
const SPOKEN_SECONDS = 4;
const QUIET_SECONDS = 3;
const CLOSED_MS = 3_000;
/** Enough to decode as much at once as more would. */
const WARMING_STREAMS = 4;

/** @param start a host that has heard no stream. */
export async function measureMemory(
  start: () => ModelEngine,
  counts: readonly number[],
  speech: readonly Int16Array[],
): Promise<void> {
  for (const count of counts) {
    const engine = start();
    try {
      await engine.ready();
      // What decodes need stays, and falls to none of the streams.
      await withStreams(engine, WARMING_STREAMS, speech, async () => {});
      const before = hostMemory(engine);
      const during = await withStreams(engine, count, speech, async () => hostMemory(engine));
      await Bun.sleep(CLOSED_MS);
      const after = hostMemory(engine);
      const each = (than: Memory, name: keyof Memory) =>
        ((during[name] - than[name]) / count / MIB).toFixed(2);
      for (const [when, than] of [
        ["before", before],
        ["after they were closed", after],
      ] as const)
        console.log(
          `${count} streams open, more than ${when}: PSS ${each(than, "proportionalBytes")}, anonymous ${each(than, "anonymousBytes")} MiB a stream in the host (goal 2)`,
        );
    } finally {
      await engine.close();
    }
  }
}

/** One after the other begins to speak, so that they do not all decode together. */
async function withStreams<T>(
  engine: ModelEngine,
  count: number,
  speech: readonly Int16Array[],
  look: () => Promise<T>,
): Promise<T> {
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(engine)));
  try {
    await Promise.all(
      streams.map(async (stream, i) => {
        await Bun.sleep(i * 250);
        const samples = speech[i % speech.length] as Int16Array;
        for (let block = 0; block < (SPOKEN_SECONDS + QUIET_SECONDS) * 20; block++) {
          const at = block * BLOCK_SAMPLES;
          const spoken =
            block < SPOKEN_SECONDS * 20 ? samples.subarray(at, at + BLOCK_SAMPLES) : SILENCE_BLOCK;
          stream.append(spoken);
          await Bun.sleep(50);
        }
      }),
    );
    return await look();
  } finally {
    await Promise.all(streams.map((stream) => stream.close()));
  }
}

async function openStream(engine: ModelEngine) {
  const endpointing = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: SILENCE_MS };
  const stream = await engine.openLive({ endpointing, partials: true, language: "en", mustAdmit: true });
  void (async () => {
    for await (const _ of stream.events);
  })();
  return stream;
}

function hostMemory(engine: ModelEngine): Memory {
  const pids = engine.status().processes.flatMap(({ pid }) => (pid === null ? [] : processTree(pid)));
  const all = pids.map(({ pid }) => memoryOf(pid));
  const sum = (name: keyof Memory) => all.reduce((total, each) => total + each[name], 0);
  return { proportionalBytes: sum("proportionalBytes"), anonymousBytes: sum("anonymousBytes") };
}
