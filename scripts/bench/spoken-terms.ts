/**
 * `bun run bench:spoken-terms [--tuning] [--most N] [--sentences FILE | --prose FOLDER [--list NAME] [--keep FILE]]`:
 * dictated marks with Moonshine, with the starter's
 * network listening for them and without, spoken by the synthetic voices that are installed (`diarize/voices.ts`). Marks:
 * dictations of `dictation-words/en` that name some, each by one voice in turn, with pauses around the marks or none; reported
 * is how many of the marks stand where they belong. Harm: sentences without marks (`sentences.txt`, or FILE with one a
 * line), with the same list and the names of `dictionary-terms/en-tuning.tsv`: how many get more words wrong than without;
 * the goal is 3 of 13,100, which is none of a few. The halves share neither dictations nor voices. Ends with 1 if fewer
 * marks are right with the starter, or a sentence is harmed. `--prose`: instead of both, 13,100 sentences of the folder's
 * `en.jsonl.gz` with the names of a list of `dictionary-terms/`, and how many change; measurements are kept in the file of
 * `--keep`, and an interrupted run continues from there.
 */
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecognizer } from "../../src/cli/support/recognizer.ts";
import { loadConfig } from "../../src/config/load.ts";
import { markNames } from "../../src/dictation/language.ts";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import { wordErrorRate } from "../../src/transcription/word-error-rate.ts";
import { textOf } from "./alignment/moonshine.ts";
import { type BenchVoice, installedVoices, speak } from "./diarize/voices.ts";
import { linesOf, percentOf, rowsOf, tell } from "./figures.ts";
import { oneBlock } from "./samples.ts";
import { type MatchedMarks, matchMarks } from "./spoken-terms/match-marks.ts";
import { measureProse } from "./spoken-terms/spoken-prose.ts";

const SILENCE_SAMPLES = 4_800;

const { values: flags } = parseArgs({
  options: {
    tuning: { type: "boolean", default: false },
    most: { type: "string", default: "100" },
    sentences: { type: "string", default: join(import.meta.dir, "sentences.txt") },
    prose: { type: "string" },
    list: { type: "string", default: "en-held-out" },
    keep: { type: "string" },
  },
});
const most = Number(flags.most);
const marks = markNames("en");
const named = new RegExp(`\\b(?:${marks.join("|")})\\b`);
const environment = { TIRO_MODELS_DEFAULT: "moonshine-tiny-en" };
const { config } = loadConfig({ environment, flags: { data: join(tmpdir(), "tiro-bench-spoken-terms") } });
const { engine } = openRecognizer(config);
const voices = installedVoices().filter((_, index) => index % 2 === (flags.tuning ? 0 : 1));
if (voices.length === 0)
  throw new Error("no voices: install flite, espeak-ng, festival and festvox-kdlpc16k");
await engine.ready();
if (flags.prose === undefined) {
  await measureMarks();
  await measureHarm();
} else {
  const { prose: folder, list, keep } = flags;
  await measureProse({ folder, list, keep, marks, most, showChanged: flags.tuning, voiceAt, recognize });
}
await engine.close();

async function measureMarks(): Promise<void> {
  const [without, withStarter] = [
    { right: 0, all: 0, extra: 0 },
    { right: 0, all: 0, extra: 0 },
  ];
  for (const [index, { said, written }] of dictations().entries()) {
    const paused = index % 2 === 0 ? said : said.replace(new RegExp(named, "g"), ", $&,").replace(/^, /, "");
    const samples = await speak(voiceAt(index), paused);
    const finished = async (phrases: readonly string[]) =>
      formatWithReasons(await recognize(samples, phrases, []), { language: "en" }).text;
    add(without, matchMarks(written, await finished([])));
    add(withStarter, matchMarks(written, await finished(marks)));
  }
  console.log(`marks without the starter: ${told(without)}`);
  console.log(`marks with it: ${told(withStarter)}`);
  tell("marks that are right with it alone", withStarter.right - without.right, "", { least: 1 });
}

async function measureHarm(): Promise<void> {
  const names = rowsOf(join(import.meta.dir, "dictionary-terms/en-tuning.tsv")).map(([name = ""]) => name);
  const sentences = linesOf(flags.sentences);
  const harmed: string[] = [];
  for (const [index, sentence] of sentences.slice(0, most).entries()) {
    const samples = await speak(voiceAt(index), sentence);
    const before = await recognize(samples, [], []);
    const after = await recognize(samples, marks, names);
    const isHarmed = wordErrorRate(sentence, after) > wordErrorRate(sentence, before);
    if (isHarmed) harmed.push(`    ${before}\n      → ${after}`);
  }
  const count = Math.min(sentences.length, most);
  tell(`of ${count} sentences without marks, with more words wrong`, harmed.length, "", { most: 0 });
  if (flags.tuning) console.log(harmed.join("\n"));
}

/** Those that name marks and are words otherwise. */
function dictations(): { said: string; written: string }[] {
  const folder = join(import.meta.dir, "dictation-words/en", flags.tuning ? "tuning" : "held-out");
  return readdirSync(folder)
    .filter((file) => !/^(?:traps|ordinary)/.test(file))
    .flatMap((file) => rowsOf(join(folder, file)))
    .map(([said = "", written = ""]) => ({
      said: said.replaceAll(" | ", " "),
      written: (written.split(" || ")[0] ?? "").replaceAll("\\n", "\n"),
    }))
    .filter(({ said }) => named.test(said) && /^[a-z' ]+$/.test(said))
    .slice(0, most);
}

function voiceAt(index: number): BenchVoice {
  return voices[index % voices.length] as BenchVoice;
}

async function recognize(
  speech: Int16Array,
  phrases: readonly string[],
  hotwords: readonly string[],
): Promise<string> {
  const samples = new Int16Array(speech.length + 2 * SILENCE_SAMPLES);
  samples.set(speech, SILENCE_SAMPLES);
  const options = { lane: "interactive", language: "en", phrases, hotwords } as const;
  return textOf(await engine.recognize(oneBlock(samples), options));
}

function add(sum: MatchedMarks, one: MatchedMarks): void {
  for (const key of ["right", "all", "extra"] as const) sum[key] += one[key];
}

function told({ right, all, extra }: MatchedMarks): string {
  return `${right} of ${all} right, ${percentOf(right, all)}; ${extra} that nobody said`;
}
