/**
 * `bun run bench:batch`: seconds of audio per second when pieces are decoded one by one, as many at once as there are
 * cores, and when they are decoded in batches of several sizes; in turn, so that other work on the machine meets all
 * alike. Processor time counts too: unlike the clock it does not depend on who else is at work. With the starter pack
 * and with a model of production size. `--provider cuda --native-dir FOLDER` measures a GPU, `--quick` two rounds.
 */
import { availableParallelism, tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { ENGINE_SAMPLE_RATE } from "../../src/engine/engine.ts";
import type { Decoder } from "../../src/engine/host/backends/backend.ts";
import { backendFor } from "../../src/engine/host/backends/registry.ts";
import { builtinPackFolder, checkRecording } from "../../src/packs/builtin.ts";
import { loadPack, requireRecognizer } from "../../src/packs/load-pack.ts";
import { packModel } from "../../src/recognition/model-of-pack.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { writeLargePack } from "./large-model.ts";
import { benchSpeech } from "./speech.ts";

const { values: flags } = parseArgs({
  options: {
    provider: { type: "string", default: "cpu" },
    "native-dir": { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const PIECE_SECONDS = 15;
const ROUNDS = flags.quick ? 2 : 5;
const BATCHES = [1, 2, 4, 8, 16];

/** A decoder of this batch size, and how many pieces are handed to it at once. */
interface Way {
  batch: number;
  decoder: Decoder;
  atOnce: number;
}

/** Seconds of audio per second, and per second of processor time. */
interface Run {
  rate: number;
  cpuRate: number;
}

async function run({ decoder, atOnce }: Way, pieces: readonly Float32Array[]): Promise<Run> {
  const begin = performance.now();
  const cpuBegin = process.cpuUsage();
  const waiting = [...pieces];
  const options = { language: null, hotwords: [] };
  const work = async () => {
    for (let piece = waiting.shift(); piece; piece = waiting.shift())
      await decoder.prepare(piece, ENGINE_SAMPLE_RATE, options)();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const { user, system } = process.cpuUsage(cpuBegin);
  const seconds = pieces.length * PIECE_SECONDS;
  return { rate: seconds / ((performance.now() - begin) / 1000), cpuRate: seconds / ((user + system) / 1e6) };
}

async function measure(folder: string, pieces: readonly Float32Array[]): Promise<void> {
  const nativeDir = flags["native-dir"];
  const libraries = prepareNativeLibraries({ dataDir: tmpdir(), ...(nativeDir && { nativeDir }) });
  const pack = requireRecognizer(loadPack(folder));
  const provider = flags.provider === "cuda" ? "cuda" : "cpu";
  const model = packModel(pack, checkRecording(pack, tmpdir()));
  const backend = await backendFor(model.kind);
  const ways: Way[] = [];
  for (const batch of BATCHES) {
    const common = {
      ...libraries,
      model,
      marks: null,
      alignment: null,
      provider,
      threads: 1,
      parallelDecodes: 1,
      niceness: 0,
    } as const;
    const atOnce = batch === 1 ? availableParallelism() : 2 * batch;
    ways.push({ batch, decoder: await backend.load({ ...common, batch }), atOnce });
  }
  for (const way of ways) await run(way, pieces.slice(0, 4));
  const runs = ways.map((): Run[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, way] of ways.entries()) runs[i]?.push(await run(way, pieces));
  // Other work only ever makes a run slower: the best round is the least disturbed.
  const best = runs.map((each) => ({
    rate: Math.max(...each.map(({ rate }) => rate)),
    cpuRate: Math.max(...each.map(({ cpuRate }) => cpuRate)),
  }));
  console.log(
    `${pack.name} on ${provider}, ${pieces.length} pieces of ${PIECE_SECONDS} s, best of ${ROUNDS} rounds`,
  );
  const alone = best[0] as Run;
  for (const [i, { batch }] of ways.entries()) {
    const { rate, cpuRate } = best[i] as Run;
    const name = batch === 1 ? "one by one" : `batches of ${batch}`;
    const [ratio, cpuRatio] = [rate / alone.rate, cpuRate / alone.cpuRate];
    console.log(
      `  ${name.padEnd(14)} ${rate.toFixed(1)} × real time (${ratio.toFixed(2)} of one by one), ` +
        `${cpuRate.toFixed(1)} × on one processor (${cpuRatio.toFixed(2)})`,
    );
  }
}

async function main(): Promise<void> {
  const count = flags.quick ? 16 : 48;
  const speech = benchSpeech(count * PIECE_SECONDS);
  const pieces = Array.from({ length: count }, (_, i) =>
    Float32Array.from(
      speech.subarray(i * PIECE_SECONDS * ENGINE_SAMPLE_RATE, (i + 1) * PIECE_SECONDS * ENGINE_SAMPLE_RATE),
      (sample) => sample / 32_768,
    ),
  );
  const starter = builtinPackFolder(tmpdir());
  await measure(starter, pieces);
  using folder = temporaryFolder();
  writeLargePack(folder.path, starter);
  await measure(folder.path, pieces.slice(0, count / 2));
}

await main();
