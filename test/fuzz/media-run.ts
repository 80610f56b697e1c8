/** Feeds damaged recordings to `openAudio` and watches that nothing but a result or a typed error comes back. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { TiroError } from "../../src/lib/errors.ts";
import { build, cases, type FormatCase } from "../audio/support/cases.ts";
import { collect } from "../audio/support/collect.ts";
import { hasFfmpeg } from "../audio/support/ffmpeg.ts";
import { wavFile } from "../audio/support/wav-file.ts";
import { type Bomb, writeBomb } from "./media-bombs.ts";
import { damage, seededRandom } from "./media-damage.ts";

export interface FuzzOptions {
  seed: number;
  files: number;
  /** Of so many kinds of recordings, chosen by the seed; of all by default. */
  kinds?: number;
  onProgress?: (done: number) => void;
  /** At once: a long run may be ended before its end. */
  onFault?: (fault: string) => void;
}

export interface FuzzReport {
  /** How many files ended with a result, or with which error code. */
  outcomes: Record<string, number>;
  /** Faults, in words that name the file's number. */
  faults: string[];
  /** Processor time of the decoders of one file, in milliseconds: a busy machine may take any time. */
  slowestMs: number;
}

const DEADLINE_MS = 20_000;
/** A child's start and death. */
const DEADLINE_GRACE_MS = 3_000;
/** A ceiling that damaged length fields run into; the undamaged files are far below. */
const MAX_DURATION_SECONDS = 120;
const AT_ONCE = 2;
/** Allowed errors of a damaged file; above all neither `internal_error` nor anything untyped. */
const ALLOWED = new Set([
  "invalid_audio",
  "unsupported_media_type",
  "audio_too_short",
  "audio_too_long",
  "request_timeout",
]);

export async function fuzzMedia(options: FuzzOptions): Promise<FuzzReport> {
  const { files, onProgress, kinds = cases.length } = options;
  const folder = mkdtempSync(join(tmpdir(), "tiro-fuzz-media-"));
  const report: FuzzReport = { outcomes: {}, faults: [], slowestMs: 0 };
  try {
    const originals = buildOriginals(folder, chosen(kinds, seededRandom(options.seed)));
    const before = held();
    let next = 0;
    const work = async () => {
      while (next < files) {
        const number = next++;
        await tryOne(folder, originals, options, number, report);
        onProgress?.(number + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    report.faults.push(...(await leaks(before)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return report;
}

interface Original {
  name: string;
  bytes: Uint8Array;
}

/** So many of the cases, each once. */
function chosen(count: number, random: () => number): FormatCase[] {
  const left = [...cases];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}

function buildOriginals(folder: string, kinds: readonly FormatCase[]): Original[] {
  const own = [
    { name: "own.wav", bytes: wavFile({ seconds: 2, sampleRate: 44_100, channels: 2 }) },
    { name: "plain.wav", bytes: wavFile({ seconds: 2, sampleRate: 16_000 }) },
  ];
  if (!hasFfmpeg) return own;
  const built = kinds.map((one) => {
    const path = build(folder, one);
    const bytes = readFileSync(path);
    unlinkSync(path);
    return { name: one.file, bytes };
  });
  return [...own, ...built];
}

async function tryOne(
  folder: string,
  originals: Original[],
  { seed, onFault }: FuzzOptions,
  number: number,
  report: FuzzReport,
): Promise<void> {
  const random = seededRandom(seed * 1_000_003 + number);
  const pick = () => originals[Math.floor(random() * originals.length)] as Original;
  const original = pick();
  const { bytes, how } = damage(original.bytes, pick().bytes, random);
  const path = join(folder, `${number}${extname(original.name)}`);
  writeFileSync(path, bytes);
  const { outcome, workedMs } = await outcomeOf(path);
  unlinkSync(path);
  report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
  report.slowestMs = Math.max(report.slowestMs, workedMs);
  const name = `file ${number} (${original.name}, ${how})`;
  const found = (fault: string) => {
    report.faults.push(`${name}: ${fault}`);
    onFault?.(`${name}: ${fault}`);
  };
  if (outcome !== "result" && !ALLOWED.has(outcome)) found(outcome);
  if (workedMs > DEADLINE_MS + DEADLINE_GRACE_MS) found(`${Math.round(workedMs)} ms of processor time`);
}

/** A bomb under the product's own limits. */
export async function tryBomb(
  bomb: Bomb,
): Promise<{ outcome: string; workedMs: number; fault: string | null }> {
  const folder = mkdtempSync(join(tmpdir(), "tiro-fuzz-media-"));
  try {
    const path = writeBomb(folder, bomb);
    const { outcome, workedMs } = await outcomeOf(
      path,
      limits.transcriptionDurationSeconds,
      limits.answerDeadlineMs,
    );
    return { outcome, workedMs, fault: outcome === bomb.outcome ? null : `${bomb.name}: ${outcome}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function outcomeOf(
  path: string,
  maxDurationSeconds = MAX_DURATION_SECONDS,
  deadlineMs = DEADLINE_MS,
): Promise<{ outcome: string; workedMs: number }> {
  let workedMs = 0;
  const onWorked = (ms: number) => {
    workedMs += ms;
  };
  try {
    const { durationSeconds } = await collect(path, { deadlineMs, maxDurationSeconds, onWorked });
    const outcome = durationSeconds <= maxDurationSeconds ? "result" : `a result of ${durationSeconds} s`;
    return { outcome, workedMs };
  } catch (error) {
    return { outcome: failureOf(error), workedMs };
  }
}

function failureOf(error: unknown): string {
  if (!(error instanceof TiroError)) return `untyped: ${error}`;
  return error.message.length > 0 ? error.code : `${error.code} without a message`;
}

interface Held {
  children: number;
  descriptors: string[];
}

/** The current memory of this process. */
function held(): Held {
  const children = readdirSync("/proc/self/task").flatMap((task) =>
    existing(() => readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean), []),
  );
  const descriptors = readdirSync("/proc/self/fd").map((fd) =>
    existing(() => readlinkSync(`/proc/self/fd/${fd}`), ""),
  );
  return { children: children.length, descriptors };
}

/** Ended children and closed pipes are tidied up a moment after the last call. */
async function leaks(before: Held): Promise<string[]> {
  for (let tries = 0; tries < 50; tries++) {
    if (findLeaks(before, held()).length === 0) return [];
    Bun.gc(true);
    await Bun.sleep(100);
  }
  return findLeaks(before, held());
}

function findLeaks(before: Held, after: Held): string[] {
  const faults: string[] = [];
  if (after.children > before.children) faults.push(`${after.children - before.children} children left`);
  const pipesAndFiles = (list: string[]) =>
    list.filter((target) => /^pipe:|tiro-fuzz-media-/.test(target)).length;
  const extra = pipesAndFiles(after.descriptors) - pipesAndFiles(before.descriptors);
  if (extra > 0) faults.push(`${extra} descriptors left`);
  return faults;
}

/** Tasks and descriptors come and go while they are listed. */
function existing<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return otherwise;
    throw error;
  }
}
