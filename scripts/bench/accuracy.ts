/**
 * `bun run bench:accuracy [FOLDER…]`: the starter's word error rate over sets of recordings, through tiro's HTTP API, and
 * beside it that of the model's likeliest tokens, without the search for words. Sets: the committed recordings; those
 * beside the clone (../shared/audio) where they are; those of every folder that is named, 16 kHz WAV files with a
 * `manifest.json`, a list of {file, text, source}; new sentences spoken by the synthetic voices that are installed (flite,
 * festival), of which `ked` was never trained on. `--texts` prints what was heard. `--dictionary` measures something else: names, with and
 * without a dictionary that holds them, and with `--prose FOLDER` what a dictionary does to text (`dictionary-terms.ts`).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { speltScores, TOKENS_PER_FRAME } from "../../src/engine/host/word-search/spelt-scores.ts";
import { WordModel } from "../../src/engine/host/word-search/word-model.ts";
import { wordErrorRate } from "../../src/transcription/word-error-rate.ts";
import { measureDictionary } from "./accuracy-dictionary.ts";
import { measureTerms } from "./dictionary-terms.ts";
import { startBenchServer } from "./server.ts";
import { loadStarter, RATE, wavFloats } from "./starter.ts";

const ROOT = join(import.meta.dir, "../..");
const SHARED = join(ROOT, "../shared/audio");
const FLITE_VOICES = ["slt", "rms", "awb"];
const TOKENS_OF_ANY_MODEL = 65_536;

interface Recording {
  path: string;
  text: string;
}
type Sets = Map<string, Recording[]>;

function fromManifest(folder: string, sets: Sets): void {
  const rows = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
    file: string;
    text: string;
    source: string;
    kind?: string;
  }[];
  for (const { file, text, source, kind } of rows) {
    if (kind === "load") continue;
    const set = `${file.replace(/[_.-].*/, "")} (${source.replace(/ (clip|voices?) .*/, "")})`;
    sets.set(set, [...(sets.get(set) ?? []), { path: join(folder, file), text }]);
  }
}

function sentences(): string[] {
  return readFileSync(join(import.meta.dir, "sentences.txt"), "utf8")
    .trim()
    .split("\n");
}

/** Every sentence by one of the voices in turn: the same on every run. */
function spokenByFlite(folder: string): Recording[] {
  return sentences().map((text, i) => {
    const path = join(folder, `flite-${i}.wav`);
    const voice = FLITE_VOICES[i % FLITE_VOICES.length] as string;
    Bun.spawnSync(["flite", "-voice", voice, "-t", text, "-o", path]);
    return { path, text };
  });
}

function spokenByKed(folder: string): Recording[] {
  return sentences().map((text, i) => {
    const path = join(folder, `ked-${i}.wav`);
    const script = `(voice_ked_diphone)(utt.save.wave (utt.synth (Utterance Text "${text}")) "${path}" 'riff)`;
    writeFileSync(join(folder, "ked.scm"), script);
    Bun.spawnSync(["festival", "-b", join(folder, "ked.scm")]);
    return { path, text };
  });
}

function synthetic(folder: string, sets: Sets): void {
  for (const [program, set, speak] of [
    ["flite", "new sentences, voices of the training (flite slt, rms, awb)", spokenByFlite],
    ["festival", "new sentences, a voice never trained on (festival ked)", spokenByKed],
  ] as const) {
    const spoken = Bun.which(program) ? speak(folder).filter(({ path }) => existsSync(path)) : [];
    if (spoken.length > 0) sets.set(set, spoken);
    else console.log(`no set of ${program}: the program or its voice is not installed`);
  }
}

/** What a CTC decoder without words makes of it: the likeliest token of every frame, repeats and blanks left out. */
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

function errors(recordings: Recording[], texts: string[]): { wrong: number; words: number } {
  let [wrong, words] = [0, 0];
  recordings.forEach(({ text }, i) => {
    const count = text.split(/[ -]/).length;
    wrong += Math.round(wordErrorRate(text, texts[i] as string) * count);
    words += count;
  });
  return { wrong, words };
}

function percent({ wrong, words }: { wrong: number; words: number }): string {
  return `${((100 * wrong) / words).toFixed(1)} %`.padStart(8);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tiro-bench-accuracy-"));
  const server = await startBenchServer(null);
  try {
    const sets: Sets = new Map();
    const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));
    for (const from of [existsSync(SHARED) ? SHARED : join(ROOT, "test/audio"), ...named])
      fromManifest(from, sets);
    synthetic(folder, sets);
    console.log("  tiro  without words  recordings");
    for (const [name, recordings] of sets) {
      const heard: string[] = [];
      for (const { path } of recordings) heard.push(await server.transcribe(readFileSync(path)));
      const [found, plain] = [
        errors(recordings, heard),
        errors(recordings, await likeliestTokens(recordings)),
      ];
      console.log(`${percent(found)} ${percent(plain)}  ${name}: ${recordings.length}, ${found.words} words`);
      if (process.argv.includes("--texts"))
        recordings.forEach(({ text }, i) => {
          console.log(`    ${text}\n    → ${heard[i]}`);
        });
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const words = process.argv.slice(2);
const prose = words[words.indexOf("--prose") + 1];
if (!words.includes("--dictionary")) await main();
else if (words.includes("--prose")) measureTerms(prose ?? ".", words.includes("--misses"));
else if (!(await measureDictionary())) console.log("flite is not installed: there is nothing to measure");
