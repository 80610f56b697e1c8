/**
 * Voices that read English, as far as their synthesizers are installed. On Debian: the packages flite, espeak-ng,
 * festival and festvox-kdlpc16k.
 */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openAudio } from "../../../src/audio/open-audio.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import { wholeOf } from "../samples.ts";

export interface BenchVoice {
  name: string;
  /** The command that reads the text file aloud into the WAV file. */
  command(text: string, textFile: string, wavFile: string): string[];
}

const flite = (voice: string): BenchVoice => ({
  name: `flite ${voice}`,
  command: (_, textFile, wavFile) => ["flite", "-voice", voice, "-f", textFile, "-o", wavFile],
});

const festival = (voice: string): BenchVoice => ({
  name: `festival ${voice}`,
  command: (_, textFile, wavFile) => ["text2wave", "-eval", `(voice_${voice})`, "-o", wavFile, textFile],
});

const espeak = (voice: string, pitch: number): BenchVoice => ({
  name: `espeak-ng ${voice}`,
  command: (_, textFile, wavFile) => [
    "espeak-ng",
    "-v",
    voice,
    "-p",
    String(pitch),
    "-f",
    textFile,
    "-w",
    wavFile,
  ],
});

const VOICES = [
  flite("slt"),
  flite("rms"),
  flite("awb"),
  flite("kal16"),
  festival("ked_diphone"),
  espeak("en-us+f3", 60),
  espeak("en-gb+m3", 35),
  espeak("en-gb-scotland+m7", 45),
  espeak("en-us+f5", 75),
];

/** Louder than this is speech, of what the loudest sample of a clip is. */
const SILENCE_SHARE = 0.02;

export function installedVoices(): BenchVoice[] {
  return VOICES.filter((voice) => Bun.which(voice.command("", "", "")[0] as string) !== null);
}

/** A voice's reading of a text: 16 kHz mono samples, without the silence around them. */
export async function speak(voice: BenchVoice, text: string): Promise<Int16Array> {
  using folder = temporaryFolder();
  const [textFile, wavFile] = [join(folder.path, "text.txt"), join(folder.path, "speech.wav")];
  writeFileSync(textFile, `${text}.\n`);
  const { exitCode, stderr } = Bun.spawnSync(voice.command(text, textFile, wavFile));
  if (exitCode !== 0) throw new Error(`${voice.name} failed: ${stderr}`);
  return withoutSilence(await samplesOf(wavFile));
}

export async function samplesOf(path: string): Promise<Int16Array> {
  const file = { path, bytes: statSync(path).size };
  const source = await openAudio(file, { maxDurationSeconds: 14_400, deadlineMs: 60_000 });
  return wholeOf(source.samples);
}

function withoutSilence(samples: Int16Array): Int16Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  const isLoud = (sample: number) => Math.abs(sample) > loudest * SILENCE_SHARE;
  return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}
