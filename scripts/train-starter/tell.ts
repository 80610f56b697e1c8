/**
 * `bun scripts/train-starter/tell.ts`: writes the starter's text of each recording into test/audio/manifest.json,
 * decoded whole with silence around it, and how many of its words are wrong. To be run whenever the starter has changed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { surrounded } from "../../src/engine/host/silence-around.ts";
import { wordErrorRate } from "../../src/transcription/word-error-rate.ts";
import { loadStarter, RATE, SILENCE, wavFloats } from "../bench/starter.ts";

const AUDIO = join(import.meta.dir, "../../test/audio");

interface Recording {
  file: string;
  text: string;
  starterText: string;
  starterWordErrors: number;
}

const manifestPath = join(AUDIO, "manifest.json");
const recordings = JSON.parse(readFileSync(manifestPath, "utf8")) as Recording[];
const recognizer = await loadStarter(true);
for (const recording of recordings) {
  const samples = surrounded(wavFloats(join(AUDIO, recording.file)), SILENCE, limits.decodeSeconds * RATE);
  const { text } = await recognizer.prepare(samples, RATE, { language: null, hotwords: [] })();
  recording.starterText = text;
  recording.starterWordErrors = Math.round(
    wordErrorRate(recording.text, text) * recording.text.split(" ").length,
  );
  console.log(`${recording.file}: ${recording.starterWordErrors} wrong: ${text}`);
}
writeFileSync(manifestPath, `${JSON.stringify(recordings, null, 2)}\n`);
