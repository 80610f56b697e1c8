/**
 * The child process that decodes one media file: descriptor 3 in, frames on standard output. It holds nothing
 * but this one file, so all damage that the file's bytes do to it ends with it.
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
import { Ffmpeg } from "./ffmpeg.ts";

const INPUT_FD = 3;
const OUTPUT_FD = 1;
/** Four seconds, which take 12 ms of processor time: each block wakes both processes. */
const BLOCK_SAMPLES = 4 * SAMPLE_RATE;
/**
 * The engine lets garbage grow with all that is held, and counts the decoder's whole memory as held: on four hours
 * of AAC it would take 400 MB. Collected every half a minute of audio, the whole process stays near 90 MiB on ten minutes.
 */
const SAMPLES_A_COLLECTION = 30 * SAMPLE_RATE;

/** Limits what this process may write to, besides what it reserves for itself. */
type LimitMemory = (bytes: number) => void;

export async function runMediaHost(
  hostArguments: MediaHostArguments,
  limitMemory: LimitMemory,
): Promise<void> {
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    decode(hostArguments, limitMemory);
    send({ type: "end" });
  } catch (error) {
    send(errorFrame(error));
  }
}

function decode(
  { maxDurationSeconds, wasmDir, memoryBytes }: MediaHostArguments,
  limitMemory: LimitMemory,
): void {
  const fenceMemory = () => memoryBytes !== null && limitMemory(memoryBytes);
  const decoded = decodeFile(new FileReader(INPUT_FD), () => {
    const ffmpeg = Ffmpeg.load(wasmDir);
    // The module has its address space now, and nothing of the file.
    fenceMemory();
    return ffmpeg;
  });
  fenceMemory();
  const stated = decoded.info.statedDurationSeconds;
  const { isLengthExact } = decoded;
  const limitSeconds = maxDurationSeconds + (isLengthExact ? 0 : limits.codecPaddingSeconds);
  if (stated !== null && stated > limitSeconds) checkShortEnough(stated, maxDurationSeconds);
  if (stated !== null && isLengthExact) checkLongEnough(stated);
  send({ type: "info", info: decoded.info });
  let count = 0;
  let uncollected = 0;
  for (const samples of inBlocks(decoded.samples)) {
    count += samples.length;
    uncollected += samples.length;
    if (uncollected > SAMPLES_A_COLLECTION) {
      Bun.gc(true);
      uncollected = 0;
    }
    if (count / SAMPLE_RATE > limitSeconds) checkShortEnough(count / SAMPLE_RATE, maxDurationSeconds, true);
    send({ type: "samples", samples });
  }
  checkLongEnough(count / SAMPLE_RATE);
}

/** Each is valid until the next. */
function* inBlocks(samples: Iterable<Int16Array>): Generator<Int16Array> {
  const block = new Int16Array(BLOCK_SAMPLES);
  let filled = 0;
  for (let rest of samples) {
    while (rest.length > 0) {
      const part = rest.subarray(0, BLOCK_SAMPLES - filled);
      block.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled < BLOCK_SAMPLES) continue;
      yield block;
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
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
