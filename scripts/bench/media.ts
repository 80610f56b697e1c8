/**
 * `bun run bench:media [SECONDS]`: decoding by tiro against ffmpeg on one thread, on the same files (10 minutes
 * each by default), interleaved in one run; then what four hours cost in memory over one minute. Ends with 1
 * where that is more than the limit. Needs ffmpeg.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAudio } from "../../src/audio/open-audio.ts";
import { median } from "../../src/lib/percentile.ts";

const RECORDING = join(import.meta.dir, "../../test/audio/conversation_two_speakers.wav");
const ROUNDS = 5;
/** A copied loop runs over by a few seconds. */
const FOUR_HOURS_SECONDS = 4 * 3600 - 30;
const MEMORY_LIMIT_MIB = 300;

/** What people send, from phones, browsers, meetings and archives. */
const FORMATS: readonly [file: string, encode: string][] = [
  ["stereo.wav", "-ar 44100 -ac 2 -c:a pcm_s16le"],
  ["stereo.flac", "-ar 44100 -ac 2 -c:a flac"],
  ["stereo.mp3", "-ar 44100 -ac 2 -c:a libmp3lame -b:a 128k"],
  ["mono.mp3", "-ar 16000 -ac 1 -c:a libmp3lame -b:a 32k"],
  ["stereo.m4a", "-ar 44100 -ac 2 -c:a aac -b:a 128k"],
  ["mono.ogg", "-ar 48000 -ac 1 -c:a libopus -b:a 32k"],
  ["stereo-vorbis.ogg", "-ar 44100 -ac 2 -c:a libvorbis"],
  ["mono.webm", "-ar 48000 -ac 1 -c:a libopus -b:a 32k"],
  ["stereo.mpeg", "-ar 44100 -ac 2 -c:a mp2 -f mpeg"],
];

interface Decode {
  wallMs: number;
  audioSeconds: number;
  /** Of the child process, and of it together with this one. */
  childPeakMib: number;
  treePeakMib: number;
}

function ffmpeg(args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["ffmpeg", "-v", "error", "-nostdin", "-y", ...args]);
  if (exitCode !== 0) throw new Error(`ffmpeg ${args.join(" ")}: ${stderr}`);
}

function build(folder: string, file: string, encode: string, seconds: number): string {
  const path = join(folder, file);
  ffmpeg(["-stream_loop", "-1", "-i", RECORDING, "-t", String(seconds), ...encode.split(" "), path]);
  return path;
}

async function decodeWithTiro(path: string): Promise<Decode> {
  const begin = performance.now();
  const file = { path, bytes: statSync(path).size };
  const source = await openAudio(file, { maxDurationSeconds: 4 * 3600, deadlineMs: 1_800_000 });
  const [child] = children();
  let samples = 0;
  let [childPeakMib, treePeakMib] = [0, 0];
  for await (const block of source.samples) {
    samples += block.length;
    if (child === undefined || samples % 160_000 >= block.length) continue;
    childPeakMib = Math.max(childPeakMib, mebibytes(child, "VmHWM"));
    treePeakMib = Math.max(treePeakMib, mebibytes(child, "VmRSS") + mebibytes(process.pid, "VmRSS"));
  }
  return { wallMs: performance.now() - begin, audioSeconds: samples / 16_000, childPeakMib, treePeakMib };
}

function children(): number[] {
  const tasks = readdirSync("/proc/self/task");
  const texts = tasks.map((task) => readFileSync(`/proc/self/task/${task}/children`, "utf8"));
  return texts.join(" ").split(" ").filter(Boolean).map(Number);
}

/** 0 where the process has just ended. */
function mebibytes(pid: number, field: "VmHWM" | "VmRSS"): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return 0;
    throw error;
  }
}

function decodeWithFfmpeg(path: string): number {
  const begin = performance.now();
  ffmpeg(["-threads", "1", "-i", path, "-vn", "-ac", "1", "-ar", "16000", "-f", "s16le", "/dev/null"]);
  return performance.now() - begin;
}

async function compareSpeed(folder: string, seconds: number): Promise<void> {
  const files = FORMATS.map(([file, encode]) => ({ file, path: build(folder, file, encode, seconds) }));
  const runs = files.map(({ file, path }) => ({
    file,
    path,
    tiro: [] as Decode[],
    ffmpegMs: [] as number[],
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) {
      run.tiro.push(await decodeWithTiro(run.path));
      run.ffmpegMs.push(decodeWithFfmpeg(run.path));
    }
  }
  console.log(`${seconds} s a file, medians of ${ROUNDS}: times faster than real time`);
  for (const { file, tiro, ffmpegMs } of runs) {
    const audioMs = (tiro[0] as Decode).audioSeconds * 1000;
    const tiroMs = median(tiro.map(({ wallMs }) => wallMs));
    const otherMs = median(ffmpegMs);
    const peak = Math.max(...tiro.map(({ childPeakMib }) => childPeakMib));
    const speeds = `tiro ${(audioMs / tiroMs).toFixed(0)}, ffmpeg ${(audioMs / otherMs).toFixed(0)}`;
    console.log(
      `${file.padEnd(18)} ${speeds}, ratio ${(otherMs / tiroMs).toFixed(2)}, child ${peak.toFixed(0)} MiB`,
    );
  }
}

async function compareMemory(folder: string): Promise<boolean> {
  let isWithin = true;
  for (const [file, encode] of FORMATS.filter(([name]) =>
    /^(stereo\.(m4a|flac|mp3)|mono\.ogg)$/.test(name),
  )) {
    const short = build(folder, file, encode, 60);
    const one = await decodeWithTiro(short);
    const long = join(folder, `long-${file}`);
    const loop = ["-stream_loop", "-1", "-i", short, "-t", String(FOUR_HOURS_SECONDS)];
    // FLAC keeps its old length in a copy's header, so it is encoded anew; the others are only copied.
    ffmpeg([...loop, ...(file.endsWith("flac") ? "-ar 16000 -ac 1 -c:a flac" : "-c copy").split(" "), long]);
    const many = await decodeWithTiro(long);
    rmSync(long);
    const added = many.treePeakMib - one.treePeakMib;
    isWithin &&= added < MEMORY_LIMIT_MIB;
    console.log(
      `${file.padEnd(18)} ${(many.audioSeconds / 3600).toFixed(2)} h add ${added.toFixed(0)} MiB to the ` +
        `${one.treePeakMib.toFixed(0)} MiB of one minute (child ${one.childPeakMib.toFixed(0)} to ${many.childPeakMib.toFixed(0)} MiB)`,
    );
  }
  return isWithin;
}

const folder = mkdtempSync(join(tmpdir(), "tiro-bench-media-"));
try {
  await compareSpeed(folder, Number(process.argv[2] ?? 600));
  if (!(await compareMemory(folder))) {
    console.log(`more than ${MEMORY_LIMIT_MIB} MiB`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
