/** People who speak live, at the speed of speech: what they receive, how late, and what it costs. */
import type { ModelEngine } from "../../../src/engine/engine.ts";
import { TiroError } from "../../../src/lib/errors.ts";
import { memoryOf, processorSeconds, processTree } from "../../../src/lib/processes.ts";
import { MIB } from "../../../src/lib/units.ts";
import { countErrors, type Errors, sumOf } from "../accuracy/count-errors.ts";
import { tellLoad } from "../load.ts";
import { LiveDelays } from "./delays.ts";

export interface Spoken {
  samples: Int16Array;
  text: string;
}

export const RATE = 16_000;
/** As a browser's microphone sends. */
export const BLOCK_SAMPLES = RATE / 20;
export const SILENCE_MS = 500;
const SILENCE_AFTER = new Int16Array(RATE);

/** Each says all of it, one recording after the other. */
export async function hearSpeakers(
  engine: ModelEngine,
  clips: readonly Spoken[],
  speakers: number,
): Promise<LiveDelays> {
  const delays = new LiveDelays(SILENCE_MS);
  const heard: { text: string; said: string }[] = [];
  const before = hostFigures(engine);
  const begin = performance.now();
  let refused = 0;
  await Promise.all(
    Array.from({ length: speakers }, async (_, i) => {
      for (const [j] of clips.entries()) {
        // Each begins with another one, so that they do not all speak and pause together.
        const { samples, text } = clips[(i + j) % clips.length] as Spoken;
        const said = await speak(engine, samples, delays);
        if (said === null) refused++;
        else heard.push({ text, said });
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  const after = hostFigures(engine);
  console.log(`\n${speakers} at once, ${seconds.toFixed(0)} s:`);
  tellLoad();
  delays.print();
  // Counted only now: it takes time that the speakers' words would have waited.
  const errors = heard.map(({ text, said }) => countErrors(normalized(text), normalized(said)));
  // Hosts come and go with batch work; what one took that is gone is not known.
  const used = [...after.cpuSeconds].map(([pid, cpu]) => cpu - (before.cpuSeconds.get(pid) ?? 0));
  const cores = used.reduce((sum, each) => sum + each, 0) / seconds;
  console.log(
    `  processors: ${cores.toFixed(2)} in all, ${(cores / speakers).toFixed(2)} a stream; memory ${mib(after.bytes)} MiB, ${mib(after.bytes - before.bytes)} more`,
  );
  console.log(
    `  words wrong: ${wrongShare(errors)}; recordings refused: ${refused} of ${speakers * clips.length}`,
  );
  return delays;
}

/** @returns what was final; null if the load admitted no more. */
async function speak(engine: ModelEngine, samples: Int16Array, delays: LiveDelays): Promise<string | null> {
  const endpointing = { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs: SILENCE_MS };
  const stream = await engine.openLive({ endpointing, partials: true, language: "en" }).catch((fault) => {
    if (fault instanceof TiroError && fault.code === "engine_unavailable") return null;
    throw fault;
  });
  // The next recording comes when this one would have been over.
  if (!stream) return Bun.sleep((samples.length / RATE) * 1000).then(() => null);
  const begin = performance.now();
  const follow = delays.follow(samples);
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

function hostFigures(subject: ModelEngine): { cpuSeconds: Map<number, number>; bytes: number } {
  const processes = subject.status().processes.flatMap(({ pid }) => (pid === null ? [] : processTree(pid)));
  return {
    cpuSeconds: new Map(processes.map(({ pid }) => [pid, processorSeconds(pid) ?? 0])),
    bytes: processes.reduce((sum, { pid }) => sum + memoryOf(pid).anonymousBytes, 0),
  };
}

export function wrongShare(errors: readonly Errors[]): string {
  const { wrong, words } = sumOf(errors);
  return `${((100 * wrong) / words).toFixed(1)} % (${wrong} of ${words})`;
}

export function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'$£%& ]/gu, " ")
    .replace(/ +/g, " ")
    .trim();
}

function mib(bytes: number): number {
  return Math.round(bytes / MIB);
}
