import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processTree } from "../../src/lib/processes.ts";
import { wordErrorRate } from "../../src/transcription/word-error-rate.ts";
import { AUDIO, bareEnvironment, EXECUTABLE, emptyFolder, tiro } from "./executable.ts";

interface Recording {
  file: string;
  text: string;
  /** The starter's text of the whole recording at once, and the words of it that are wrong. */
  starterText: string;
  starterWordErrors: number;
  seconds: number;
}

const recordings: Recording[] = JSON.parse(readFileSync(join(AUDIO, "manifest.json"), "utf8"));
/** For tests that any recognizer will do for: it loads in a third of the time. */
const settings = { TIRO_MODELS_DEFAULT: "starter-en" };
/** Processors round differently, and a long recording is cut at its pauses: so many words may differ, over all. */
const ACCEPTED_DIFFERENCES = 4;

let folder: ReturnType<typeof emptyFolder>;
beforeAll(() => {
  folder = emptyFolder();
});
afterAll(() => folder.remove());

function differences(expected: string, text: string): number {
  return Math.round(wordErrorRate(expected, text) * expected.split(" ").length);
}

test("transcribes every recording as the starter is known to, without network, database or data folder", () => {
  const paths = recordings.map(({ file }) => join(AUDIO, file));
  const { exitCode, stdout } = tiro(["transcribe", "--json", ...paths], { cwd: folder.path, settings });
  expect(exitCode).toBe(0);
  const results = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(results.map(({ file }) => file)).toEqual(paths);
  let differing = 0;
  let wrong = 0;
  for (const [index, { starterText, text, seconds }] of recordings.entries()) {
    const result = results[index];
    if (seconds < 10) differing += differences(starterText, result.text);
    wrong += differences(text, result.text);
    expect(result.duration_seconds).toBeCloseTo(seconds, 1);
  }
  const knownWrong = recordings.reduce((sum, { starterWordErrors }) => sum + starterWordErrors, 0);
  expect(differing).toBeLessThanOrEqual(ACCEPTED_DIFFERENCES);
  expect(wrong).toBeLessThanOrEqual(knownWrong + ACCEPTED_DIFFERENCES);
  expect(readdirSync(folder.path)).toEqual([".cache"]);
});

/** The share of wrong words allowed; `bun run bench:accuracy` says how much it is. The test above judges the starter. */
const WORD_ERROR_RATE = 0.08;
const SHARED = join(import.meta.dir, "../../../shared/audio");
describe.skipIf(!existsSync(SHARED))("the recordings that may not be committed (../shared/audio)", () => {
  test("are transcribed by the recognizer for English", () => {
    const shared = JSON.parse(readFileSync(join(SHARED, "manifest.json"), "utf8")) as {
      file: string;
      text: string;
      kind: string;
    }[];
    const spoken = shared.filter(({ kind }) => kind !== "load");
    const paths = spoken.map(({ file }) => join(SHARED, file));
    const { stdout } = tiro(["transcribe", "--json", ...paths], { cwd: folder.path });
    const lines = stdout.trim().split("\n");
    const texts = lines.map((line) => JSON.parse(line).text as string);
    const wrong = spoken.reduce((sum, { text }, index) => sum + differences(text, texts[index] ?? ""), 0);
    const words = spoken.reduce((sum, { text }) => sum + text.split(" ").length, 0);
    expect(wrong / words).toBeLessThanOrEqual(WORD_ERROR_RATE);
  }, 300_000);
});

describe("outputs", () => {
  const source = join(AUDIO, "synth_02_rms.wav");
  const TEXT = "The meeting has been moved to Thursday at half past two.";

  test("standard input", () => {
    const stdin = readFileSync(source);
    expect(tiro(["transcribe", "-"], { cwd: folder.path, stdin, settings }).stdout).toBe(`${TEXT}\n`);
  });

  const FORMATS: [string, RegExp][] = [
    ["text", /^The meeting/],
    ["json", /^\{"text":"The meeting .*"usage"/],
    ["verbose_json", /"segments":\[/],
    ["srt", /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nThe meeting/],
    ["vtt", /^WEBVTT\n\n/],
  ];
  test.each(FORMATS)("format %s", (format, pattern) => {
    const { stdout, exitCode } = tiro(["transcribe", "-f", format, source], { cwd: folder.path, settings });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(pattern);
  });

  test("a folder, with what lies below it, into a folder", () => {
    const input = join(folder.path, "in");
    mkdirSync(join(input, "deeper"), { recursive: true });
    cpSync(source, join(input, "one.wav"));
    cpSync(source, join(input, "deeper/two.wav"));
    writeFileSync(join(input, "notes.txt"), "no recording");
    const { exitCode } = tiro(["transcribe", "in", "-f", "srt", "-o", "out"], { cwd: folder.path, settings });
    expect(exitCode).toBe(0);
    const written = readdirSync(join(folder.path, "out"), { recursive: true }).sort();
    expect(written).toEqual(["deeper", "deeper/two.srt", "one.srt"]);
  });

  test("goes on after a file that fails, and ends with 1", () => {
    writeFileSync(join(folder.path, "bad.wav"), "this is text");
    const command = ["transcribe", "bad.wav", source];
    const { exitCode, stdout, stderr } = tiro(command, { cwd: folder.path, settings });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(TEXT);
    expect(stderr).toContain("tiro: bad.wav: ");
    expect(stderr).not.toContain("    at ");
  });
});

describe("faults", () => {
  const source = readFileSync(join(AUDIO, "synth_02_rms.wav"));
  const FILES: [name: string, content: string | Uint8Array, message: RegExp][] = [
    ["text.wav", "this is text", /text, not audio/],
    ["empty.wav", "", /empty/],
    ["cut.wav", source.subarray(0, 20_000), /cut|truncated|ends|short/i],
  ];
  test.each(FILES)("transcribe says what is wrong with %s", (name, content, message) => {
    writeFileSync(join(folder.path, name), content);
    const { exitCode, stdout, stderr } = tiro(["transcribe", name], { cwd: folder.path, settings });
    expect(exitCode).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(message);
  });

  const USAGE: [args: string[], exitCode: number, message: RegExp][] = [
    [["transcribe", "none.wav"], 1, /No such file: none\.wav/],
    [["transcribe", "-l", "de", join(AUDIO, "synth_02_rms.wav")], 1, /language|de/],
    [["transcribe", "-f", "srt", AUDIO], 1, /--output/],
    [["transcribe"], 2, /missing required argument/],
    [["transcribe", "-f", "doc", "x.wav"], 2, /Allowed choices/],
    [["transcribe", "--colour", "x.wav"], 2, /unknown option/],
    [["listen"], 2, /unknown command/],
    [[], 2, /Usage: tiro/],
    [["models", "verify", "none"], 1, /not installed/],
  ];
  test.each(USAGE)("%j ends with %d", (args, exitCode, message) => {
    const finished = tiro(args, { cwd: folder.path });
    expect(finished.stderr).toMatch(message);
    expect(finished.exitCode).toBe(exitCode);
  });
});

test("a reader that has seen enough ends the command without a stack trace", () => {
  const recording = join(AUDIO, "synth_02_rms.wav");
  const script = `{ "$TIRO" transcribe --json ${`${recording} `.repeat(4)}; echo "status $?" >&2; } | head -n 1`;
  const env = { ...bareEnvironment(folder.path), PATH: "/usr/bin:/bin", TIRO: EXECUTABLE, ...settings };
  const { stdout, stderr } = Bun.spawnSync(["sh", "-c", script], { cwd: folder.path, env, stderr: "pipe" });
  expect(stdout.toString().split("\n").length).toBe(2);
  expect(stderr.toString()).toBe("status 141\n");
});

test("an interrupt ends the command with 130, and its recognizer with it", async () => {
  const recordings = Array.from({ length: 200 }, () => join(AUDIO, "conversation_two_speakers.wav"));
  const child = Bun.spawn([EXECUTABLE, "transcribe", "--json", ...recordings], {
    cwd: folder.path,
    env: { ...bareEnvironment(folder.path), ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = child.stdout.getReader();
  await output.read();
  const [recognizer] = processTree(child.pid).filter(({ command }) => command.includes("engine-host"));
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
  expect(await child.stderr.text()).toBe("tiro: Interrupted.\n");
  expect(recognizer && existsSync(`/proc/${recognizer.pid}`)).toBe(false);
});
