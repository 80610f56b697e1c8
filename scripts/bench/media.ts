/**
 * `bun run bench:media [SECONDS]`: processor time of decoding by tiro against ffmpeg on one thread, on the same files (10
 * minutes each by default), interleaved in one run, and of the module alone: FFmpeg in WebAssembly in a bare loop,
 * neither resampled nor sent anywhere, which is the most that tiro could reach. Then what four hours cost in memory over
 * one minute. Ends with 1 if a goal is missed. Needs ffmpeg.
 */
import { openSync, rmSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { readProgramStream } from "../../src/audio/containers/program-stream.ts";
import { FileReader } from "../../src/audio/file-reader.ts";
import { Ffmpeg, type InputFormat } from "../../src/audio/host/ffmpeg.ts";
import { HOST_ENVIRONMENT } from "../../src/audio/media-process.ts";
import { openAudio } from "../../src/audio/open-audio.ts";
import { median } from "../../src/lib/percentile.ts";
import { processTree, statusBytes } from "../../src/lib/processes.ts";
import { MIB } from "../../src/lib/units.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { tell } from "./figures.ts";

const RECORDING = join(import.meta.dir, "../../test/audio/conversation_two_speakers.wav");
const ROUNDS = 5;
/** A copied loop runs over by a few seconds. */
const FOUR_HOURS_SECONDS = 4 * 3600 - 30;
/** Of ffmpeg's processor time to that of tiro and its decoder together. */
const RATIO_GOAL = 0.45;
const MEMORY_GOAL_MIB = 30;

/** Formats that people send, from phones, browsers, meetings and archives. */
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

/** Which demuxer reads the files above; tiro reads WAV itself. */
const DEMUXERS: Readonly<Record<string, InputFormat>> = {
  ".flac": "flac",
  ".mp3": "mp3",
  ".m4a": "mov",
  ".ogg": "ogg",
  ".webm": "matroska",
  ".mpeg": "mp3",
};

interface Decode {
  /** Of the processor, of the child process and of this one. */
  cpuMs: number;
  audioSeconds: number;
  /** Of the child process, and of it together with this one. */
  childPeakMib: number;
  treePeakMib: number;
}

/** @returns the milliseconds of processor time that it took. */
function ffmpeg(args: string[]): number {
  const { exitCode, stderr, resourceUsage } = Bun.spawnSync([
    "ffmpeg",
    "-v",
    "error",
    "-nostdin",
    "-y",
    ...args,
  ]);
  if (exitCode !== 0) throw new Error(`ffmpeg ${args.join(" ")}: ${stderr}`);
  return Number(resourceUsage.cpuTime.total) / 1000;
}

function build(folder: string, file: string, encode: string, seconds: number): string {
  const path = join(folder, file);
  ffmpeg(["-stream_loop", "-1", "-i", RECORDING, "-t", String(seconds), ...encode.split(" "), path]);
  return path;
}

async function decodeWithTiro(path: string): Promise<Decode> {
  const before = process.cpuUsage();
  const file = { path, bytes: statSync(path).size };
  let [childPeakMib, treePeakMib, childCpuMs] = [0, 0, 0];
  const source = await openAudio(file, {
    maxDurationSeconds: 4 * 3600,
    deadlineMs: 1_800_000,
    onWorked: (ms) => {
      childCpuMs += ms;
    },
  });
  const [, child] = processTree(process.pid);
  let samples = 0;
  for await (const block of source.samples) {
    samples += block.length;
    if (child === undefined || samples % 160_000 >= block.length) continue;
    childPeakMib = Math.max(childPeakMib, statusBytes(child.pid, "VmHWM") / MIB);
    const resident = [child.pid, process.pid].map((pid) => statusBytes(pid, "VmRSS"));
    treePeakMib = Math.max(treePeakMib, ((resident[0] ?? 0) + (resident[1] ?? 0)) / MIB);
  }
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1000 + childCpuMs;
  return { cpuMs, audioSeconds: samples / 16_000, childPeakMib, treePeakMib };
}

function decodeWithFfmpeg(path: string): number {
  return ffmpeg(["-threads", "1", "-i", path, "-vn", "-ac", "1", "-ar", "16000", "-f", "s16le", "/dev/null"]);
}

/** Milliseconds of processor time; null for what the module does not read. */
function decodeWithModuleAlone(path: string): number | null {
  if (DEMUXERS[extname(path)] === undefined) return null;
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, import.meta.path, "module", path], {
    env: HOST_ENVIRONMENT,
  });
  if (exitCode !== 0) throw new Error(`the module alone: ${stderr}`);
  return Number(stdout);
}

/** In a process of its own, as decoders are. */
function runModule(path: string): void {
  const file = new FileReader(openSync(path, "r"));
  const before = process.cpuUsage();
  const ffmpeg = Ffmpeg.load(null);
  ffmpeg.open(path.endsWith(".mpeg") ? readProgramStream(file) : file, DEMUXERS[extname(path)] ?? "mp3");
  let samples = 0;
  for (const block of ffmpeg.blocks()) samples += block.samples.length;
  const { user, system } = process.cpuUsage(before);
  if (samples === 0) throw new Error(`${path}: nothing was decoded`);
  process.stdout.write(String((user + system) / 1000));
}

async function compareSpeed(folder: string, seconds: number): Promise<void> {
  const files = FORMATS.map(([file, encode]) => ({ file, path: build(folder, file, encode, seconds) }));
  const runs = files.map(({ file, path }) => ({
    file,
    path,
    tiro: [] as Decode[],
    ffmpegMs: [] as number[],
    moduleMs: [] as number[],
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) {
      run.tiro.push(await decodeWithTiro(run.path));
      run.ffmpegMs.push(decodeWithFfmpeg(run.path));
      const moduleMs = decodeWithModuleAlone(run.path);
      if (moduleMs !== null) run.moduleMs.push(moduleMs);
    }
  }
  console.log(`${seconds} s a file, medians of ${ROUNDS}: seconds of audio in one of processor time`);
  for (const { file, tiro, ffmpegMs, moduleMs } of runs) {
    const audioMs = (tiro[0] as Decode).audioSeconds * 1000;
    const tiroMs = median(tiro.map(({ cpuMs }) => cpuMs));
    const otherMs = median(ffmpegMs);
    const peak = Math.max(...tiro.map(({ childPeakMib }) => childPeakMib));
    const speeds = `tiro ${(audioMs / tiroMs).toFixed(0)}, ffmpeg ${(audioMs / otherMs).toFixed(0)}`;
    const alone = moduleMs.length === 0 ? "" : `, module alone ${(otherMs / median(moduleMs)).toFixed(2)}`;
    tell(`${file}: ${speeds}${alone}, child ${peak.toFixed(0)} MiB, ratio`, otherMs / tiroMs, "", {
      least: RATIO_GOAL,
    });
  }
}

async function compareMemory(folder: string): Promise<void> {
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
    const child = `child ${one.childPeakMib.toFixed(0)} to ${many.childPeakMib.toFixed(0)} MiB`;
    tell(
      `${file}: ${(many.audioSeconds / 3600).toFixed(2)} h over one minute (${child})`,
      many.treePeakMib - one.treePeakMib,
      "MiB",
      { most: MEMORY_GOAL_MIB },
    );
  }
}

const [mode, module = ""] = process.argv.slice(2);
if (mode === "module") runModule(module);
else {
  using folder = temporaryFolder();
  await compareSpeed(folder.path, Number(mode ?? 600));
  await compareMemory(folder.path);
}
