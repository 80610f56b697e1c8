/** The microphone of all browsers of a run that have one: it says what a file holds. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { joined } from "../../scripts/bench/samples.ts";
import { wavFile } from "../../src/audio/wav-file.ts";
import { silence, wavSamples } from "../engine/support.ts";
import { temporaryFolder } from "../support/database.ts";
import { deletedAtTheEnd } from "../support/end-of-process.ts";

const AUDIO = join(import.meta.dir, "../audio");
/** A busy browser begins to hear so late, and misses no word of what is spoken after it. */
export const BEFORE_WORDS_SECONDS = 2;

const folder = deletedAtTheEnd(temporaryFolder());
const path = join(folder.path, "speech.wav");

export const microphone = {
  /** Of Chromium: every opening hears the file from its beginning, as it then is. */
  flags: [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-audio-capture=${path}%noloop`,
  ],

  /**
   * @param recording the name of one in `test/audio`, or the path of a WAV file of 16 kHz.
   * @param silentSeconds before it.
   */
  says(recording: string, silentSeconds = 0): void {
    const samples = wavSamples(recording.endsWith(".wav") ? recording : join(AUDIO, `${recording}.wav`));
    writeFileSync(path, wavFile(joined(silence(silentSeconds), samples)));
  },
};

/** How long a recording is shown to be, from so many seconds on: a busy browser passes over some of them. */
export function recordedFor(seconds: number): RegExp {
  const shown = Array.from({ length: 60 - seconds }, (_, index) => String(seconds + index).padStart(2, "0"));
  return new RegExp(`(?<!\\d)0:(${shown.join("|")})(?!\\d)`);
}
