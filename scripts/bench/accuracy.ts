/**
 * `bun run bench:accuracy [FOLDER…]`: the words that each recognizer in the box hears wrong, set by set, through tiro's HTTP
 * API; for the starter also those of the model's likeliest tokens, without its search for words. Sets: the committed
 * recordings, or those beside the clone (../shared/audio) where they are; those of every folder that is named; new sentences
 * by the synthetic voices that are installed (flite, festival). Readers whom the starter knows from its training are kept
 * apart. `--write` keeps the figures in accuracy/figures.json, of which `bun run docs` makes the tables of README, manual and
 * card. `--texts` prints what was heard. `--dictionary` measures something else: names, with and without a dictionary that
 * holds them, and with `--prose FOLDER` what a dictionary does to text (`dictionary-terms.ts`).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { speltScores, TOKENS_PER_FRAME } from "../../src/engine/host/word-search/spelt-scores.ts";
import { WordModel } from "../../src/engine/host/word-search/word-model.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { countErrors, type Errors, sumOf } from "./accuracy/count-errors.ts";
import { FIGURES, type Figures } from "./accuracy/figures.ts";
import { type Recording, type RecordingSet, recordingSets } from "./accuracy/sets.ts";
import { measureDictionary } from "./accuracy-dictionary.ts";
import { measureTerms } from "./dictionary-terms.ts";
import { percentOf } from "./figures.ts";
import { startBenchServer } from "./server.ts";
import { loadStarter, RATE, wavFloats } from "./starter.ts";

const ROOT = join(import.meta.dir, "../..");
const PACKS = ["moonshine-tiny-en", "starter-en"] as const;
const TOKENS_OF_ANY_MODEL = 65_536;

/** The text of a CTC decoder without words: the likeliest token of every frame, repeats and blanks left out. */
async function likeliestTokens(recordings: Recording[]): Promise<string[]> {
  const recognizer = await loadStarter(false);
  const { pieces } = new WordModel(readFileSync(join(ROOT, "models/starter-en/words.bin")));
  const texts: string[] = [];
  for (const { path } of recordings) {
    const decode = recognizer.prepare(wavFloats(path), RATE, { language: null, hotwords: [] });
    const { frames, tokens } = speltScores(await decode(), TOKENS_OF_ANY_MODEL);
    const best = Array.from({ length: frames }, (_, frame) => tokens[frame * TOKENS_PER_FRAME] as number);
    const said = best.filter((token, i) => token !== 0 && token !== best[i - 1]);
    texts.push(
      said
        .map((token) => pieces[token])
        .join("")
        .replaceAll("▁", " ")
        .trim(),
    );
  }
  return texts;
}

function errorsOf(recordings: readonly Recording[], texts: readonly string[]): Errors {
  return sumOf(recordings.map(({ text }, i) => countErrors(text, texts[i] as string)));
}

/** The text of each pack, by set and recording. */
async function heardBy(pack: string, sets: readonly RecordingSet[]): Promise<string[][]> {
  const server = await startBenchServer(null, { TIRO_MODELS_DEFAULT: pack });
  try {
    const heard: string[][] = [];
    for (const { recordings } of sets) {
      const texts: string[] = [];
      for (const { path } of recordings) texts.push(await server.transcribe(readFileSync(path)));
      heard.push(texts);
    }
    return heard;
  } finally {
    await server.stop();
  }
}

async function measure(sets: readonly RecordingSet[], showTexts: boolean): Promise<Figures[]> {
  const heard = { "moonshine-tiny-en": [] as string[][], "starter-en": [] as string[][] };
  for (const pack of PACKS) heard[pack] = await heardBy(pack, sets);
  const figures: Figures[] = [];
  for (const [index, { recordings, ...about }] of sets.entries()) {
    const wrong = (texts: readonly string[] = []) => errorsOf(recordings, texts).wrong;
    figures.push({
      ...about,
      recordings: recordings.length,
      words: sumOf(recordings.map(({ text }) => countErrors(text, ""))).words,
      moonshine: wrong(heard["moonshine-tiny-en"][index]),
      starter: wrong(heard["starter-en"][index]),
      starterWithoutWords: wrong(await likeliestTokens(recordings)),
    });
    if (!showTexts) continue;
    for (const [i, { text }] of recordings.entries())
      console.log([`    ${text}`, ...PACKS.map((pack) => `    → ${heard[pack][index]?.[i]}`)].join("\n"));
  }
  return figures;
}

const COLUMNS = ["moonshine", "starter", "starterWithoutWords"] as const;

function printRow(name: string, figures: readonly Figures[]): void {
  const words = figures.reduce((sum, each) => sum + each.words, 0);
  const shares = COLUMNS.map((column) =>
    percentOf(
      figures.reduce((sum, each) => sum + each[column], 0),
      words,
    ).padStart(8),
  );
  console.log(`${shares.join(" ")}  ${name}, ${words} words`);
}

/** Readers whom the starter knows apart from those whom it does not. */
function print(figures: readonly Figures[]): void {
  console.log("moonshine starter  without words");
  for (const known of [true, false]) {
    const group = figures.filter((set) => set.known === known);
    console.log(known ? "readers that the starter knows from its training" : "readers that it does not know");
    for (const set of group) printRow(`  ${set.name}`, [set]);
    printRow("  together", group);
    const real = group.filter((set) => set.real);
    printRow("  together, people alone", real);
  }
}

const { values: flags, positionals } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    texts: { type: "boolean", default: false },
    dictionary: { type: "boolean", default: false },
    prose: { type: "string" },
    misses: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
if (flags.dictionary && flags.prose !== undefined) measureTerms(flags.prose, flags.misses);
else if (flags.dictionary) {
  if (!(await measureDictionary())) console.log("flite is not installed: there is nothing to measure");
} else {
  using temporary = temporaryFolder();
  const figures = await measure(recordingSets(positionals, temporary.path), flags.texts);
  print(figures);
  if (flags.write) writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
}
