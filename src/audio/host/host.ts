/**
 * The child process that decodes one media file: descriptor 3 in, frames on standard output. It holds nothing
 * but this one file, so whatever the file's bytes do to it ends with it.
 */
import { writeSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { SAMPLE_RATE } from "../audio.ts";
import { checkLongEnough, checkShortEnough } from "../durations.ts";
import { FileReader } from "../file-reader.ts";
import { invalidAudio } from "../invalid-audio.ts";
import { encodeFrame, type MediaFrame, type MediaHostArguments } from "../media-protocol.ts";
import { decodeFile } from "./decode-file.ts";

const INPUT_FD = 3;
const OUTPUT_FD = 1;
/** One second: large enough to be cheap, small enough for the reader to start early. */
const BLOCK_SAMPLES = SAMPLE_RATE;
/**
 * The engine lets garbage grow with all that is held, and counts the decoder's whole memory as held: on four hours
 * of AAC it would take 400 MB. Collected every twenty seconds of audio, the whole process stays near 90 MiB on ten minutes.
 */
const SAMPLES_A_COLLECTION = 20 * SAMPLE_RATE;

export async function runMediaHost(hostArguments: MediaHostArguments): Promise<void> {
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    decode(hostArguments);
    send({ type: "end" });
  } catch (error) {
    send(errorFrame(error));
  }
}

function decode({ maxDurationSeconds, wasmDir }: MediaHostArguments): void {
  const decoded = decodeFile(new FileReader(INPUT_FD), wasmDir);
  const stated = decoded.info.statedDurationSeconds;
  const { isLengthExact } = decoded;
  const limitSeconds = maxDurationSeconds + (isLengthExact ? 0 : limits.codecPaddingSeconds);
  if (stated !== null && stated > limitSeconds) checkShortEnough(stated, maxDurationSeconds);
  if (stated !== null && isLengthExact) checkLongEnough(stated);
  send({ type: "info", info: decoded.info });
  let count = 0;
  let uncollected = 0;
  for (const samples of decoded.samples) {
    count += samples.length;
    uncollected += samples.length;
    if (uncollected > SAMPLES_A_COLLECTION) {
      Bun.gc(true);
      uncollected = 0;
    }
    if (count / SAMPLE_RATE > limitSeconds) checkShortEnough(count / SAMPLE_RATE, maxDurationSeconds, true);
    for (let at = 0; at < samples.length; at += BLOCK_SAMPLES) {
      send({ type: "samples", samples: samples.subarray(at, at + BLOCK_SAMPLES) });
    }
  }
  checkLongEnough(count / SAMPLE_RATE);
}

function errorFrame(error: unknown): MediaFrame {
  const known =
    error instanceof TiroError ? error : invalidAudio("The file cannot be decoded: it is damaged.");
  // The private part, which the parent keeps for the log.
  if (error !== known || known.code === "internal_error") process.stderr.write(`${Bun.inspect(error)}\n`);
  return { type: "error", code: known.code, message: known.message, hint: known.extras.hint ?? null };
}

/** Blocks while the reader lags: that is the back-pressure which keeps memory bounded. */
function send(frame: MediaFrame): void {
  const bytes = encodeFrame(frame);
  for (let written = 0; written < bytes.byteLength; ) {
    try {
      written += writeSync(OUTPUT_FD, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Bun.sleepSync(1);
    }
  }
}
