/**
 * The recognizer's process is killed again and again, at random moments, while people speak: what is said must come out
 * once. `bun test/engine/live-kills.ts KILLS SEED` for more of it than a test has time for.
 */
import { expect } from "bun:test";
import type { ModelEngine } from "../../src/engine/engine.ts";
import type { LiveEvent } from "../../src/engine/live.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { seeded } from "../../src/lib/seeded.ts";
import { ENDPOINTING, expectInOrder, utterancesOf } from "./live-conformance.ts";
import { SAMPLE_RATE, sentences, startEngine, until, wordDifferences } from "./support.ts";

const STREAMS = 3;
const BLOCK_SAMPLES = SAMPLE_RATE / 10;
const AHEAD_SAMPLES = 20 * SAMPLE_RATE;
const LONGEST_WAIT_MS = 700;
/** A host that is killed often is restarted late; to this clock, every kill is an age ago. */
const fastClock = { ...systemClock, monotonic: () => systemClock.monotonic() * 1_000 };

/** @returns how many kills there were. */
export async function killWhileSpoken(kills: number, seed: number): Promise<number> {
  const engine = startEngine({ processes: 1, interactive_process: false }, { clock: fastClock });
  const random = seeded(seed);
  /** The words of each stream: one that is never left in peace is given up, and rightly so. */
  const told = new Array<number>(STREAMS).fill(0);
  let done = 0;
  let failed = false;
  const speaking = async (i: number) => {
    while (done < kills && !failed)
      await speakAll(engine, () => {
        told[i] = (told[i] as number) + 1;
      });
  };
  const killing = async () => {
    while (done < kills && !failed) {
      const before = [...told];
      const goesOn = () => told.every((count, i) => count > (before[i] as number));
      await until("every stream goes on", () => failed || goesOn());
      await Bun.sleep(random() * LONGEST_WAIT_MS);
      if (killHost(engine)) done++;
    }
  };
  try {
    await engine.ready();
    await Promise.all([killing(), ...told.map((_, i) => speaking(i))]);
    return done;
  } finally {
    failed = true;
    await engine.close();
  }
}

function killHost(engine: ModelEngine): boolean {
  const host = engine.status().processes.find(({ state, pid }) => state === "ready" && pid !== null);
  if (!host?.pid) return false;
  process.kill(host.pid, "SIGKILL");
  return true;
}

/** Sentences in an order that shows each loss and doubling, sent as fast as they are heard. */
async function speakAll(engine: ModelEngine, onTold: () => void): Promise<void> {
  const { samples, texts } = sentences();
  const stream = await engine.openLive({ endpointing: ENDPOINTING, partials: true, mustAdmit: true });
  const told: LiveEvent[] = [];
  let isOver = false;
  const reading = (async () => {
    for await (const event of stream.events) {
      told.push(event);
      if (event.type === "words") onTold();
    }
  })().finally(() => {
    isOver = true;
  });
  // Where another stream fails first, its fault is reported.
  reading.catch(() => {});
  const ahead = () => stream.position.receivedSamples - stream.position.settledSamples;
  for (let at = 0; at < samples.length; at += BLOCK_SAMPLES) {
    stream.append(samples.subarray(at, at + BLOCK_SAMPLES));
    while (ahead() > AHEAD_SAMPLES && !isOver) await Bun.sleep(5);
  }
  stream.end();
  await reading;
  expectInOrder(told);
  const heard = utterancesOf(told).map(({ text }) => text);
  expect(heard).toHaveLength(texts.length);
  heard.forEach((text, i) => {
    expect(wordDifferences(texts[i] as string, text)).toBeLessThanOrEqual(1);
  });
}

if (import.meta.main) {
  const [kills = "200", seed = "1"] = process.argv.slice(2);
  const begin = performance.now();
  const done = await killWhileSpoken(Number(kills), Number(seed));
  console.log(
    `${done} kills in ${Math.round((performance.now() - begin) / 1000)} s: every sentence came out once`,
  );
}
