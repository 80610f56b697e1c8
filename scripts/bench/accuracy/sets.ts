/** The recordings that `bench:accuracy` measures, and what is known of who reads them. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { linesOf } from "../figures.ts";

const ROOT = join(import.meta.dir, "../../..");
const SHARED = join(ROOT, "../shared/audio");
const FLITE_VOICES = ["slt", "rms", "awb"];

export interface Recording {
  path: string;
  text: string;
}

export interface RecordingSet {
  name: string;
  /** Whether `starter-en` was trained on other recordings of these readers. */
  known: boolean;
  /** A voice made by a program, or a person's. */
  real: boolean;
  recordings: Recording[];
}

type About = Omit<RecordingSet, "recordings">;

/** By the first word of the file's name. */
const SHARED_SETS: Readonly<Record<string, About>> = {
  synth: { name: "dictation, synthetic voices", known: true, real: false },
  conversation: { name: "a conversation, synthetic voices", known: true, real: false },
  ljspeech: { name: "LJSpeech, one reader", known: true, real: true },
  command: { name: "Picovoice commands", known: true, real: true },
  two: { name: "A Tale of Two Cities, a LibriVox reader", known: false, real: true },
  jfk: { name: "a speech of 1961", known: false, real: true },
};

/** @param folders each with 16 kHz WAV files and a `manifest.json`, a list of {file, text, source}: readers that nobody knows. */
export function recordingSets(folders: readonly string[], temporary: string): RecordingSet[] {
  return [
    ...fromManifest(existsSync(SHARED) ? SHARED : join(ROOT, "test/audio")),
    ...synthetic(temporary),
    ...folders.flatMap(fromManifest),
  ];
}

function fromManifest(folder: string): RecordingSet[] {
  const rows = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
    file: string;
    text: string;
    source: string;
    kind?: string;
  }[];
  const sets = new Map<string, RecordingSet>();
  for (const { file, text, source, kind } of rows) {
    if (kind === "load") continue;
    const about = SHARED_SETS[file.replace(/[_.-].*/, "")] ?? { name: source, known: false, real: true };
    const set = sets.get(about.name) ?? { ...about, recordings: [] };
    set.recordings.push({ path: join(folder, file), text });
    sets.set(about.name, set);
  }
  return [...sets.values()];
}

function sentences(): string[] {
  return linesOf(join(import.meta.dir, "../sentences.txt"));
}

function synthetic(folder: string): RecordingSet[] {
  const sets: [program: string, speak: (folder: string) => Recording[], about: About][] = [
    ["flite", spokenByFlite, { name: "new sentences, synthetic voices", known: true, real: false }],
    ["festival", spokenByKed, { name: "new sentences, another synthetic voice", known: false, real: false }],
  ];
  return sets.flatMap(([program, speak, about]) => {
    const recordings = Bun.which(program) ? speak(folder).filter(({ path }) => existsSync(path)) : [];
    if (recordings.length > 0) return [{ ...about, recordings }];
    console.log(`no set of ${program}: the program or its voice is not installed`);
    return [];
  });
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
