/**
 * `bun run bench:confidence FOLDER [--most N]`: how far the words that a recognizer in the box doubts are the wrong ones. FOLDER
 * holds real recordings and `transcripts.tsv` (file, text); besides them, the synthetic voices that are installed
 * (`diarize/voices.ts`) read `sentences.txt`; of either at most N. For each threshold: of the words below it, how many
 * are wrong; of the wrong words, how many are below it; of the words from it on, how many are right. Thresholds
 * (`confidence` of a `pack.json`) may be chosen by every other recording, shown as `choosing`; the rest, shown as
 * `judging`, says how good they are. Words with figures are left out: they stand for several words.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecognizer } from "../../src/cli/support/recognizer.ts";
import { loadConfig } from "../../src/config/load.ts";
import { confidencesOf } from "../../src/dictation/word-details.ts";
import { recognized, textOf } from "./alignment/moonshine.ts";
import { type JudgedWord, judgedWords } from "./confidence/judged-words.ts";
import { installedVoices, samplesOf, speak } from "./diarize/voices.ts";
import { linesOf, percentOf, rowsOf } from "./figures.ts";

const RECOGNIZERS = ["moonshine-tiny-en", "starter-en"];
const THRESHOLDS = [0.1, 0.15, 0.22, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: "string", default: "10000" } },
});

const [folder] = positionals;
const most = Number(flags.most);

interface Recording {
  set: string;
  text: string;
  samples(): Promise<Int16Array>;
}

function real(folder: string): Recording[] {
  return rowsOf(join(folder, "transcripts.tsv")).map(([file = "", text = ""]) => ({
    set: file.replace(/[_.-].*/, ""),
    text,
    samples: () => samplesOf(join(folder, file)),
  }));
}

function synthetic(): Recording[] {
  const sentences = linesOf(join(import.meta.dir, "sentences.txt"));
  return installedVoices().flatMap((voice) =>
    sentences.map((text) => ({ set: voice.name, text, samples: () => speak(voice, text) })),
  );
}

async function measure(recognizer: string, recordings: readonly Recording[]): Promise<void> {
  const environment = { TIRO_MODELS_DEFAULT: recognizer };
  const { config } = loadConfig({ environment, flags: { data: join(tmpdir(), "tiro-bench-confidence") } });
  const { engine } = openRecognizer(config);
  await engine.ready();
  const words = new Map<string, JudgedWord[]>();
  for (const [index, { set, text, samples }] of recordings.entries()) {
    const speech = await samples();
    const recognition = await recognized(engine, speech);
    const { pieces } = recognition;
    const heard = textOf(recognition);
    const segments = pieces.map((piece, id) => ({ ...piece, id }));
    const confidences = confidencesOf({ text: heard, segments });
    if (confidences.length === 0) continue;
    const judged = judgedWords(text, heard.split(/\s+/), confidences);
    for (const name of [set, "all"]) {
      const half = `${name}, ${Math.floor(index / 2) % 2 === 0 ? "choosing" : "judging"}`;
      words.set(half, [...(words.get(half) ?? []), ...judged]);
    }
  }
  await engine.close();
  for (const [set, judged] of words) tell(`${recognizer}: ${set}`, judged);
}

function tell(name: string, words: readonly JudgedWord[]): void {
  const wrong = words.filter(({ isRight }) => !isRight).length;
  console.log(`${name}: ${words.length} words, ${wrong} wrong`);
  for (const threshold of THRESHOLDS) {
    const below = words.filter(({ confidence }) => confidence < threshold);
    const wrongBelow = below.filter(({ isRight }) => !isRight).length;
    const above = words.length - below.length;
    console.log(
      `  below ${threshold.toFixed(2)}: ${below.length} words, ${percentOf(wrongBelow, below.length, 0)} wrong, ` +
        `${percentOf(wrongBelow, wrong, 0)} of the wrong; from it on ${percentOf(above - wrong + wrongBelow, above, 0)} right`,
    );
  }
}

/** At most so many, from all over the list. */
function evenly<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)] as T);
}

const recordings = [...evenly(folder === undefined ? [] : real(folder)), ...evenly(synthetic())];
for (const recognizer of RECOGNIZERS) await measure(recognizer, recordings);
