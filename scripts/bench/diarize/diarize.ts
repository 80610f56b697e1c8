/**
 * `bun run bench:diarize [--tuning] [--recordings FOLDER]`: who said what. Diarization error rate (overlap counted; with
 * and without a collar of 250 ms around true borders), words given to the right speaker, and the time taken, on the
 * shared recording of two speakers and on generated conversations of two to four voices; with and without
 * `max_speakers` set to the true number. Each is measured once more with the true turns in place of the segmentation
 * network's, which is what the voices alone lose, and with all turns given to one speaker, which any clustering must
 * beat. The clustering was tuned on seed 1; what counts is seed 2. `--tuning`: seed 1. `--recordings`: also a folder
 * with audio and `turns.rttm`. Ends with 1 if the mean of the errors of one kind misses its goal.
 */
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import { openRecognizer } from "../../../src/cli/support/recognizer.ts";
import { loadConfig } from "../../../src/config/load.ts";
import { loadSpeakerNetworks } from "../../../src/engine/host/backends/registry.ts";
import { silentLogger } from "../../../src/lib/logger.ts";
import { chooseSpeakerPacks } from "../../../src/packs/speaker-packs.ts";
import { openSpeakers } from "../../../src/recognition/open-speakers.ts";
import { assemble, mendPieces } from "../../../src/transcription/assemble.ts";
import { vocabularyOf } from "../../../src/transcription/vocabulary.ts";
import { percentOf, tell } from "../figures.ts";
import { type Conversation, makeConversations } from "./conversations.ts";
import { type DiarizationError, rateOf } from "./error-rate.ts";
import { analyseKnownTurns } from "./known-turns.ts";
import { type Measured, measureAnswer, measureTurns, sumErrors, type Told } from "./measure.ts";
import { readRecordings } from "./recordings.ts";
import { samplesOf } from "./voices.ts";

const SEED_TUNED_ON = 1;
const SEED_MEASURED = 2;
const SPEAKERS = [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4];
const SECONDS = 90;
const GOAL_GENERATED = 0.1;
const GOAL_RECORDINGS = 0.4;
const SHARED = join(import.meta.dir, "../../../../shared/audio");

interface Results {
  free: Measured;
  bounded: Measured;
  oneForAll: Measured;
  knownTurns: Measured;
  freeAnswer: Told;
  boundedAnswer: Told;
  analysisSeconds: number;
  audioSeconds: number;
}

const { values: flags } = parseArgs({
  options: { tuning: { type: "boolean", default: false }, recordings: { type: "string" } },
});
const { config } = loadConfig({ flags: { data: join(tmpdir(), "tiro-bench-diarize") } });
const libraries = prepareNativeLibraries({ dataDir: config.data.dir });
const { engine } = openRecognizer(config);
const speakers = openSpeakers(config, libraries, silentLogger);
const { similarity, ...model } = chooseSpeakerPacks({ dataDir: config.data.dir }, {});
const networks = await loadSpeakerNetworks({ ...libraries, model, threads: 1, niceness: 0 });
await engine.ready();

const made = await makeConversations(flags.tuning ? SEED_TUNED_ON : SEED_MEASURED, SPEAKERS, SECONDS);
await measureAll(`${made.length} generated conversations`, made, GOAL_GENERATED);
if (existsSync(SHARED))
  await measureAll("the shared recording", [await sharedConversation()], GOAL_GENERATED);
if (flags.recordings !== undefined)
  await measureAll("the recordings", await readRecordings(flags.recordings), GOAL_RECORDINGS);
speakers.engine.close();
await engine.close();

async function measureAll(what: string, conversations: Conversation[], goal: number): Promise<void> {
  const results: Results[] = [];
  for (const conversation of conversations) {
    const result = await measure(conversation);
    results.push(result);
    const { free, bounded, oneForAll, knownTurns } = result;
    const rates = [bounded, oneForAll, knownTurns].map(({ exact }) => percentOf(rateOf(exact), 1));
    console.log(
      `${conversation.name}: ${told(free.exact)}; max_speakers ${rates[0]}, one for all ${rates[1]}, known turns ` +
        `${rates[2]}; ${free.speakersFound} of ${trueCount(conversation)} speakers`,
    );
  }
  report(what, results, goal);
}

async function measure(conversation: Conversation): Promise<Results> {
  const { samples, turns } = conversation;
  const recognition = await engine.recognize(blocks(samples), { lane: "batch" });
  const pieces = mendPieces(recognition, null, vocabularyOf(null));
  const transcription = assemble({ ...recognition, pieces }, null);
  const began = performance.now();
  const analysis = await speakers.engine.analyse(blocks(samples));
  const analysisSeconds = (performance.now() - began) / 1000;
  const [count, options] = [trueCount(conversation), { similarity }];
  return {
    free: await measureTurns(turns, analysis, options, null),
    bounded: await measureTurns(turns, analysis, options, count),
    oneForAll: await measureTurns(turns, analysis, options, 1),
    knownTurns: await measureTurns(turns, analyseKnownTurns(networks, conversation), options, null),
    freeAnswer: await measureAnswer(turns, transcription, analysis, options, null),
    boundedAnswer: await measureAnswer(turns, transcription, analysis, options, count),
    analysisSeconds,
    audioSeconds: analysis.durationSeconds,
  };
}

function report(what: string, results: readonly Results[], goal: number): void {
  const total = (pick: (one: Results) => number) => results.reduce((sum, one) => sum + pick(one), 0);
  const errors = (way: "free" | "bounded" | "oneForAll" | "knownTurns") =>
    sumErrors(results.map((result) => result[way].exact));
  for (const [name, way, answer] of [
    ["without max_speakers", "free", "freeAnswer"],
    ["with max_speakers", "bounded", "boundedAnswer"],
  ] as const) {
    const right = total((one) => one[answer].words.right) / total((one) => one[answer].words.all);
    const collar = rateOf(sumErrors(results.map((result) => result[way].forgiving)));
    console.log(
      `${what}, ${name}: ${told(errors(way))}, with collar ${percentOf(collar, 1)}; words right ${percentOf(right, 1)}`,
    );
    const answered = (times: "utterances" | "wordSpans") =>
      told(sumErrors(results.map((one) => one[answer][times])));
    console.log(`${what}, ${name}, utterances of diarized_json: ${answered("utterances")}`);
    console.log(`${what}, ${name}, had they only their words' time: ${answered("wordSpans")}`);
  }
  console.log(`${what}, all turns given to one speaker: ${told(errors("oneForAll"))}`);
  console.log(`${what}, with known turns: ${told(errors("knownTurns"))}`);
  const speed = total((one) => one.audioSeconds) / total((one) => one.analysisSeconds);
  console.log(`${what}: ${speed.toFixed(0)} x real time`);
  const mean = total(({ free }) => rateOf(free.exact)) / results.length;
  const bounded = total((one) => rateOf(one.bounded.exact)) / results.length;
  tell(`${what}, mean of their own errors`, 100 * mean, "%", { most: 100 * goal });
  tell(`${what}, the same with max_speakers`, 100 * bounded, "%");
}

function trueCount({ turns }: Conversation): number {
  return new Set(turns.map(({ speaker }) => speaker)).size;
}

function told(error: DiarizationError): string {
  const part = (seconds: number) => percentOf(seconds, error.speech);
  return (
    `error ${percentOf(rateOf(error), 1)} (missed ${part(error.missed)}, falsely found ${part(error.falselyFound)}, ` +
    `given to another ${part(error.givenToAnother)})`
  );
}

async function sharedConversation(): Promise<Conversation> {
  const file = "conversation_two_speakers.wav";
  const manifest = JSON.parse(readFileSync(join(SHARED, "manifest.json"), "utf8")) as {
    file: string;
    turns?: { speaker: string; start: number; end: number }[];
  }[];
  const turns = manifest.find((entry) => entry.file === file)?.turns ?? [];
  return {
    name: file,
    samples: await samplesOf(join(SHARED, file)),
    turns: turns.map(({ speaker, start, end }) => ({ speaker, startSeconds: start, endSeconds: end })),
  };
}

async function* blocks(samples: Int16Array): AsyncGenerator<Int16Array> {
  for (let at = 0; at < samples.length; at += 16_000) yield samples.subarray(at, at + 16_000);
}
