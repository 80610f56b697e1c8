/**
 * `bun tune.ts MANIFEST…`: the weights of the search under which the starter mistakes the fewest words, as options of
 * word_model.py. A manifest is a JSON list of recordings (`file` beside it, `text`); each counts as much as the others.
 * From the weights of words.bin it goes up or down one weight after the other, until no step helps.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { surrounded } from "../../../src/engine/host/silence-around.ts";
import { type FrameScores, speltScores } from "../../../src/engine/host/word-search/spelt-scores.ts";
import { WordModel } from "../../../src/engine/host/word-search/word-model.ts";
import { WordSearch } from "../../../src/engine/host/word-search/word-search.ts";
import { wordErrorRate } from "../../../src/transcription/word-error-rate.ts";
import { loadStarter, RATE, SILENCE, wavFloats } from "../../bench/starter.ts";

const WORDS = resolve(import.meta.dir, "../../../models/starter-en/words.bin");
const STEPS = {
  token: 0.1,
  blank: 0.4,
  language: 0.05,
  word: 0.25,
  unknownWord: 2,
  unknownPiece: 0.5,
  unfinished: 1,
} as const;
type Weight = keyof typeof STEPS;
const WEIGHTS = Object.keys(STEPS) as Weight[];
/** Less than this, in percent of the words, is chance. */
const LEAST_GAIN = 0.03;

interface Heard {
  text: string;
  scores: FrameScores;
}

const recognizer = await loadStarter(false);
const model = new WordModel(readFileSync(WORDS));

async function heardIn(manifest: string): Promise<Heard[]> {
  const rows = JSON.parse(readFileSync(manifest, "utf8")) as { file: string; text: string }[];
  const heard: Heard[] = [];
  for (const { file, text } of rows) {
    const samples = wavFloats(resolve(dirname(manifest), file));
    const whole = surrounded(samples, SILENCE, samples.length + RATE);
    const spelt = await recognizer.prepare(whole, RATE, { language: null, hotwords: [] })();
    heard.push({ text, scores: speltScores(spelt, model.pieces.length) });
  }
  return heard;
}

function found(scores: FrameScores): string {
  const search = new WordSearch(model, null);
  search.hear(scores, 0, scores.frames);
  const pieces = search.finish().map(({ token }) => model.pieces[token]);
  return pieces.join("").replaceAll("▁", " ").trim();
}

/** Wrong words in a hundred. */
function errorsIn(set: Heard[]): number {
  let [wrong, words] = [0, 0];
  for (const { text, scores } of set) {
    const count = text.split(" ").length;
    wrong += wordErrorRate(text, found(scores)) * count;
    words += count;
  }
  return (100 * wrong) / words;
}

const manifests = process.argv.slice(2);
if (manifests.length === 0) throw new Error("Say which recordings: bun tune.ts MANIFEST…");
const sets = await Promise.all(manifests.map(heardIn));
const mean = () => sets.reduce((sum, set) => sum + errorsIn(set), 0) / sets.length;

let best = mean();
let before: number;
console.log(`${best.toFixed(2)} % with the weights of words.bin`);
do {
  before = best;
  for (const weight of WEIGHTS) {
    const start = model.weights[weight];
    let kept = start;
    for (const tried of [start + STEPS[weight], start - STEPS[weight]]) {
      model.weights[weight] = tried;
      const errors = mean();
      if (errors < best - LEAST_GAIN) [best, kept] = [errors, tried];
    }
    model.weights[weight] = kept;
  }
  const options = WEIGHTS.map((weight) => `--${option(weight)} ${Number(model.weights[weight].toFixed(3))}`);
  console.log(`${best.toFixed(2)} % with ${options.join(" ")}`);
} while (best < before);

function option(weight: Weight): string {
  return weight.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
}
