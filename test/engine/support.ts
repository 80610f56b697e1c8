/** Shared by the engine's tests: engines with the starter pack, recordings, and how far apart two texts are. */
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { joined } from "../../scripts/bench/samples.ts";
import { configSchema } from "../../src/config/schema.ts";
import { createEngine, type EngineOptions } from "../../src/engine/create-engine.ts";
import type { Recognition } from "../../src/engine/engine.ts";
import type { HostedEngine } from "../../src/engine/hosted-engine.ts";
import type { ModelSpec } from "../../src/engine/model-spec.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { builtinPackFolder, checkRecording } from "../../src/packs/builtin.ts";
import { loadPack, requireRecognizer } from "../../src/packs/load-pack.ts";
import { packModel } from "../../src/recognition/model-of-pack.ts";

export { joined };

export const SAMPLE_RATE = 16_000;
const REPOSITORY = join(import.meta.dir, "../..");
const REAL_HOST = [process.execPath, join(REPOSITORY, "src/main.ts"), "engine-host"];

export function starterModel(): ModelSpec {
  const dataDir = join(tmpdir(), "tiro-engine-tests");
  const pack = requireRecognizer(loadPack(builtinPackFolder(dataDir)));
  return packModel(pack, checkRecording(pack, dataDir));
}

/** @param engine the configuration's `engine` table. */
export function startEngine(
  engine: object = {},
  { hostCommand = REAL_HOST, idleHostMs = 60_000, ...others }: Partial<EngineOptions> = {},
): HostedEngine {
  const dataDir = join(tmpdir(), "tiro-engine-tests");
  const { sherpaAddonPath, decoderCallsPath, whisperLibraryPath, vadModelPath } = prepareNativeLibraries({
    dataDir,
  });
  return createEngine({
    model: starterModel(),
    sherpaAddonPath,
    decoderCallsPath,
    whisperLibraryPath,
    vadModelPath,
    hostCommand,
    idleHostMs,
    config: configSchema.parse({ engine }).engine,
    logger: silentLogger,
    clock: systemClock,
    ...others,
  });
}

interface Recording {
  file: string;
  /** The words in it. */
  text: string;
  samples: Int16Array;
}

export interface Clip extends Recording {
  /** The starter model's text of it, decoded whole. */
  starterText: string;
}

/** The recordings that are committed. */
export function committedClips(): Clip[] {
  const folder = join(REPOSITORY, "test/audio");
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
    file: string;
    text: string;
    starterText: string;
  }[];
  return manifest.map(({ file, text, starterText }) => ({
    file,
    text,
    starterText,
    samples: wavSamples(join(folder, file)),
  }));
}

/** Those of one sentence. */
export const sentenceClips = () => committedClips().filter(({ file }) => file.startsWith("synth_"));

/** Those beside the clone, which may not be committed: an empty list where they are not. */
export function sharedClips(): Recording[] {
  const folder = join(REPOSITORY, "../shared/audio");
  if (!existsSync(join(folder, "manifest.json"))) return [];
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
    file: string;
    text: string;
  }[];
  return manifest
    .filter(({ file }) => file.endsWith(".wav"))
    .map(({ file, text }) => ({ file, text, samples: wavSamples(join(folder, file)) }));
}

export function clip(file: string): Clip {
  const found = committedClips().find((each) => each.file === file);
  if (!found) throw new Error(`no recording ${file}`);
  return found;
}

/** 16 kHz mono PCM16 with a plain header, which all of these are. */
export function wavSamples(path: string): Int16Array {
  const file = readFileSync(path);
  const at = file.indexOf("data", 12, "latin1") + 8;
  const bytes = Math.min(file.readUInt32LE(at - 4), file.length - at);
  return new Int16Array(Uint8Array.from(file.subarray(at, at + bytes)).buffer);
}

export function silence(seconds: number): Int16Array {
  return new Int16Array(Math.round(seconds * SAMPLE_RATE));
}

export function louder(samples: Int16Array, factor: number): Int16Array {
  return samples.map((sample) => Math.round(sample * factor));
}

export async function* blocks(samples: Int16Array, blockSamples = SAMPLE_RATE): AsyncGenerator<Int16Array> {
  for (let at = 0; at < samples.length; at += blockSamples) yield samples.subarray(at, at + blockSamples);
}

export function textOf(recognition: Recognition): string {
  return recognition.pieces.map((piece) => piece.text).join(" ");
}

/** Words to change, add or drop to get from one text to the other (Levenshtein). */
export function wordDifferences(one: string, other: string): number {
  const a = one.split(" ").filter(Boolean);
  const b = other.split(" ").filter(Boolean);
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, word] of a.entries()) {
    const next = [i + 1];
    for (const [j, against] of b.entries()) {
      const change = (row[j] as number) + (word === against ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

export async function until(what: string, condition: () => boolean, withinMs = 120_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await Bun.sleep(10);
  }
}

/** Sentences that the starter model gets right however they are cut, in an order that shows each loss and doubling. */
const ORDER = [2, 8, 9, 8, 2, 2, 9, 8, 8, 2, 9, 9, 2, 8, 2, 9, 8, 9, 2, 2, 2, 8, 9, 9, 8, 2, 8, 8, 9, 2];

/** @param count the first so many. */
export function sentences(count = ORDER.length) {
  const clips = { 2: clip("synth_02_rms.wav"), 8: clip("synth_08_rms.wav"), 9: clip("synth_09_slt.wav") };
  const all = ORDER.slice(0, count).map((number) => clips[number as keyof typeof clips]);
  return {
    samples: joined(...all.flatMap(({ samples }) => [silence(2.7), samples])),
    texts: all.map(({ starterText }) => starterText),
  };
}
