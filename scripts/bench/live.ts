/**
 * Live recognition with the recognizer in the box: recordings sent as fast as they were spoken, by one stream and by several
 * at once. How long after its end a word is seen in grey and is final, how late the text of an utterance is after the silence
 * that ends it, what a stream costs, how often grey words change, and how many words are wrong beside a decode of the whole.
 *
 *   bun run bench:live [--streams 1,4,8] [--memory 4,8,16] [--starter]
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ModelEngine } from "../../src/engine/engine.ts";
import { TiroError } from "../../src/lib/errors.ts";
import { MIB } from "../../src/lib/units.ts";
import { sharedClips, startEngine } from "../../test/engine/support.ts";
import { countErrors } from "./accuracy/count-errors.ts";
import { recognized, startMoonshine, textOf } from "./alignment/moonshine.ts";
import { LiveDelays } from "./live/delays.ts";
import { measureMemory } from "./live/memory.ts";
import { memoryOf, processTree } from "./processes.ts";

const RATE = 16_000;
/** As a browser's microphone sends. */
const BLOCK_SAMPLES = RATE / 20;
const SILENCE_MS = 500;
const SILENCE_AFTER = new Int16Array(RATE);
const TICKS_PER_SECOND = 100;

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1,4,8" },
    memory: { type: "string", default: "" },
    starter: { type: "boolean", default: false },
  },
});

/** Persons only: a program's voice tells nothing of how fast people can be followed. */
const clips = sharedClips().filter(({ file }) => !/^(synth|conversation)/.test(file));
if (clips.length === 0) throw new Error("no recordings of real voices beside the clone");
const start = () => (values.starter ? startEngine() : startMoonshine());
const counts = (list: string) => list.split(",").filter(Boolean).map(Number);
await measureMemory(
  start,
  counts(values.memory),
  clips.map(({ samples }) => samples),
);
const engine = start();
await engine.ready();
try {
  const whole = [];
  for (const { samples, text } of clips)
    whole.push(countErrors(normalized(text), normalized(textOf(await recognized(engine, samples)))));
  console.log(`${clips.length} recordings, decoded whole: ${wrongShare(whole)} of words wrong`);
  for (const streams of counts(values.streams)) await measure(streams);
} finally {
  await engine.close();
}

async function measure(streams: number): Promise<void> {
  const delays = new LiveDelays(SILENCE_MS);
  const errors: { wrong: number; words: number }[] = [];
  const before = hostFigures(engine);
  const begin = performance.now();
  let refused = 0;
  await Promise.all(
    Array.from({ length: streams }, async (_, i) => {
      for (const [j] of clips.entries()) {
        // Each begins with another one, so that they do not all speak and pause together.
        const { samples, text } = clips[(i + j) % clips.length] as (typeof clips)[number];
        const said = await speak(samples, delays);
        if (said === null) refused++;
        else errors.push(countErrors(normalized(text), normalized(said)));
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  const after = hostFigures(engine);
  console.log(`\n${streams} at once, ${seconds.toFixed(0)} s, load ${loadAverage()}:`);
  for (const line of delays.lines()) console.log(`  ${line}`);
  const cores = (after.cpuSeconds - before.cpuSeconds) / seconds;
  console.log(
    `  processors: ${cores.toFixed(2)} in all, ${(cores / streams).toFixed(2)} a stream; memory ${mib(after.bytes)} MiB, ${mib(after.bytes - before.bytes)} more`,
  );
  console.log(`  words wrong: ${wrongShare(errors)}; recordings refused: ${refused}`);
}

/** @returns what was final; null where the load admitted no more. */
async function speak(samples: Int16Array, delays: LiveDelays): Promise<string | null> {
  const endpointing = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: SILENCE_MS };
  const stream = await engine.openLive({ endpointing, partials: true, language: "en" }).catch((fault) => {
    if (fault instanceof TiroError && fault.code === "engine_unavailable") return null;
    throw fault;
  });
  if (!stream) return null;
  const begin = performance.now();
  const follow = delays.follow();
  const texts: string[] = [];
  const reading = (async () => {
    for await (const event of stream.events) {
      follow(event, (performance.now() - begin) / 1000);
      if (event.type === "utterance") texts.push(event.text);
    }
  })();
  for (const part of [samples, SILENCE_AFTER]) {
    for (let at = 0; at < part.length; at += BLOCK_SAMPLES) {
      stream.append(part.subarray(at, at + BLOCK_SAMPLES));
      const dueMs = (stream.position.receivedSamples / RATE) * 1000 - (performance.now() - begin);
      if (dueMs > 0) await Bun.sleep(dueMs);
    }
  }
  stream.end();
  await reading;
  return texts.filter(Boolean).join(" ");
}

function hostFigures(subject: ModelEngine): { cpuSeconds: number; bytes: number } {
  const pids = subject.status().processes.flatMap(({ pid }) => (pid === null ? [] : processTree(pid)));
  return pids.reduce(
    (sum, { pid }) => ({
      cpuSeconds: sum.cpuSeconds + cpuSeconds(pid),
      bytes: sum.bytes + memoryOf(pid).anonymousBytes,
    }),
    { cpuSeconds: 0, bytes: 0 },
  );
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function loadAverage(): string {
  return readFileSync("/proc/loadavg", "utf8").split(" ")[0] ?? "";
}

function wrongShare(errors: readonly { wrong: number; words: number }[]): string {
  const wrong = errors.reduce((sum, each) => sum + each.wrong, 0);
  const words = errors.reduce((sum, each) => sum + each.words, 0);
  return `${((100 * wrong) / words).toFixed(1)} % (${wrong} of ${words})`;
}

function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'$£%& ]/gu, " ")
    .replace(/ +/g, " ")
    .trim();
}

function mib(bytes: number): number {
  return Math.round(bytes / MIB);
}
