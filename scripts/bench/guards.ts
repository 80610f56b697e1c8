/**
 * `bun run bench:guards FOLDER [--pieces 2000] [--noise-hours 10] [--without] [--keep FILE]`: what a recognizer without guards
 * does wrong.
 * FOLDER holds real recordings and `transcripts.tsv` (file, text): pieces of them, cut at arbitrary points, must not loop, and
 * those in which somebody speaks must not be empty; generated noise and music must give no words. Ends with 1 if a
 * goal is missed. The same pieces and noises on every run. `--without`: the same without guards, for comparison. `--keep`: measurements are
 * kept in the file, and an interrupted run continues from there.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Engine } from "../../src/engine/engine.ts";
import { repeatsItself } from "../../src/engine/host/guards/suspicion.ts";
import { comparedWord } from "../../src/engine/repetitions.ts";
import { seeded } from "../../src/lib/seeded.ts";
import { recognized, startMoonshine, textOf } from "./alignment/moonshine.ts";
import { NOISES } from "./alignment/noises.ts";
import { samplesOf } from "./diarize/voices.ts";
import { rowsOf, tell } from "./figures.ts";
import { KeptResults } from "./kept-results.ts";
import { pcmOf } from "./samples.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pieces: { type: "string", default: "2000" },
    "noise-hours": { type: "string", default: "10" },
    without: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const RATE = 16_000;
const SEED = 20_261_123;
const [SHORTEST_SECONDS, LONGEST_SECONDS] = [1, 9];
/** With so much speech in it, a piece says something. */
const SPEECH_SECONDS = 1;
const GOALS = { loops: 0, emptyPercent: 0.5, wordsIn10Minutes: 1 };
const NOISE_SECONDS = 120;

function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map(comparedWord)
    .filter((word) => word !== "");
}

/** So many at once as there are cores. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++] as T);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

interface Cut {
  file: string;
  begin: number;
  seconds: number;
}

function cuts(folder: string, count: number): Cut[] {
  const files = rowsOf(join(folder, "transcripts.tsv")).map(([file = ""]) => join(folder, file));
  const random = seeded(SEED);
  return Array.from({ length: count }, () => ({
    file: files[Math.floor(random() * files.length)] as string,
    begin: random(),
    seconds: SHORTEST_SECONDS + random() * (LONGEST_SECONDS - SHORTEST_SECONDS),
  })).sort((a, b) => (a.file < b.file ? -1 : 1));
}

interface PieceResult {
  words: number;
  isLoop: boolean;
  isSpeech: boolean;
}

const keptPieces = new KeptResults<PieceResult>(options.keep);
const keptNoise = new KeptResults<{ words: number }>(options.keep);

async function measurePieces(engine: Engine, folder: string, count: number): Promise<void> {
  const results: PieceResult[] = [];
  await each([...cuts(folder, count).entries()], async ([index, cut]) => {
    results.push(await keptPieces.of(`piece ${index} of ${count}`, () => measurePiece(engine, cut)));
  });
  const speaking = results.filter(({ isSpeech }) => isSpeech);
  const empty = speaking.filter(({ words }) => words === 0).length;
  console.log(`pieces of real recordings: ${results.length}`);
  tell("  loops", results.filter(({ isLoop }) => isLoop).length, "", { most: GOALS.loops });
  tell(
    `  empty: ${empty} of ${speaking.length} with a second of speech`,
    (100 * empty) / Math.max(speaking.length, 1),
    "%",
    { most: GOALS.emptyPercent },
  );
}

/** Several pieces are cut from each recording, and a decoder is a process. */
const decoded = new Map<string, Promise<Int16Array>>();

function wholeOf(file: string): Promise<Int16Array> {
  const samples = decoded.get(file) ?? samplesOf(file);
  decoded.set(file, samples);
  return samples;
}

async function measurePiece(engine: Engine, { file, begin, seconds }: Cut): Promise<PieceResult> {
  const all = await wholeOf(file);
  const from = Math.floor(begin * Math.max(all.length - RATE, 0));
  const recognition = await recognized(engine, all.slice(from, from + Math.floor(seconds * RATE)));
  const words = wordsOf(textOf(recognition));
  const isSpeech = recognition.speechDurationSeconds >= SPEECH_SECONDS;
  return { words: words.length, isLoop: repeatsItself(words), isSpeech };
}

async function measureNoise(engine: Engine, hours: number): Promise<void> {
  const runs = Math.ceil((hours * 3600) / NOISE_SECONDS);
  const words = new Map<string, number>(NOISES.map(({ name }) => [name, 0]));
  await each([...Array(runs).keys()], async (run) => {
    const noise = NOISES[run % NOISES.length] as (typeof NOISES)[number];
    const heard = await keptNoise.of(`noise ${run}`, async () => {
      const samples = noise.samples(NOISE_SECONDS, seeded(SEED + run));
      return { words: wordsOf(textOf(await recognized(engine, pcmOf(samples)))).length };
    });
    words.set(noise.name, (words.get(noise.name) ?? 0) + heard.words);
  });
  const all = [...words.values()].reduce((sum, count) => sum + count, 0);
  console.log(`noise and music: ${((runs * NOISE_SECONDS) / 3600).toFixed(1)} hours`);
  for (const [name, count] of words) if (count > 0) console.log(`  ${name}: ${count} words`);
  tell("  words in 10 minutes", all / ((runs * NOISE_SECONDS) / 600), "", { most: GOALS.wordsIn10Minutes });
}

const engine = startMoonshine(!options.without);
try {
  const [folder] = positionals;
  if (folder === undefined) console.log("no folder of real recordings is named: only noise is measured");
  else await measurePieces(engine, folder, Number(options.pieces));
  await measureNoise(engine, Number(options["noise-hours"]));
} finally {
  await engine.close();
}
