/** A microphone that says what a file holds. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { joined } from "../../scripts/bench/samples.ts";
import { wavFile } from "../../src/audio/wav-file.ts";
import { silence, wavSamples } from "../engine/support.ts";
import { temporaryFolder } from "../support/database.ts";

const AUDIO = join(import.meta.dir, "../audio");
/** A busy browser begins to hear so late, and misses no word of what is spoken after it. */
export const BEFORE_WORDS_SECONDS = 2;

export class Microphone implements Disposable {
  readonly #folder = temporaryFolder();
  readonly #path = join(this.#folder.path, "speech.wav");

  /** Of Chromium: every opening hears the file from its beginning, as it then is. */
  readonly flags = [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-audio-capture=${this.#path}%noloop`,
  ];

  constructor() {
    this.says("synth_02_rms");
  }

  /**
   * @param recording the name of one in `test/audio`, or the path of a WAV file of 16 kHz.
   * @param silentSeconds before it.
   */
  says(recording: string, silentSeconds = 0): void {
    const samples = wavSamples(recording.endsWith(".wav") ? recording : join(AUDIO, `${recording}.wav`));
    writeFileSync(this.#path, wavFile(joined(silence(silentSeconds), samples)));
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

/** How long a recording is shown to be, from so many seconds on: a busy browser passes over some of them. */
export function recordedFor(seconds: number): RegExp {
  const shown = Array.from({ length: 60 - seconds }, (_, index) => String(seconds + index).padStart(2, "0"));
  return new RegExp(`(?<!\\d)0:(${shown.join("|")})(?!\\d)`);
}
