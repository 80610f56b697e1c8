import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  AUDIO,
  bareEnvironment,
  EXECUTABLE,
  emptyFolder,
  PRIVATE_MOUNTS,
  shellInPrivateMounts,
  tiro,
} from "./executable.ts";

const RECORDING = join(AUDIO, "synth_02_rms.wav");
const TEXT = "The meeting has been moved to Thursday at half past two.\n";

let folder: ReturnType<typeof emptyFolder>;
beforeEach(() => {
  folder = emptyFolder();
});
afterEach(() => folder.remove());

/** Every recognizer unpacks the same files; this one loads fastest. */
const settings = { TIRO_MODELS_DEFAULT: "starter-en" };

function allFiles(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("several that start at once on one data folder all work, and leave nothing half-written", async () => {
  const cwd = folder.path;
  const children = Array.from({ length: 4 }, () =>
    Bun.spawn([EXECUTABLE, "transcribe", "--data", "data", RECORDING], {
      cwd,
      env: { ...bareEnvironment(cwd), ...settings },
      stdout: "pipe",
      stderr: "pipe",
    }),
  );
  const texts = await Promise.all(children.map((child) => child.stdout.text()));
  expect(texts).toEqual(children.map(() => TEXT));
  expect(allFiles(join(cwd, "data")).filter((path) => path.endsWith(".tmp"))).toEqual([]);
  const { stdout, exitCode } = tiro(["doctor", "--data", "data", "--no-recognition", "--json"], { cwd });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).healthy).toBe(true);
});

test("a damaged library and a damaged model are replaced", () => {
  const cwd = folder.path;
  tiro(["transcribe", "--data", "data", RECORDING], { cwd, settings });
  const files = allFiles(join(cwd, "data"));
  for (const name of [/libonnxruntime\.so$/, /starter-en-\w+\/model\.onnx$/]) {
    const path = files.find((file) => name.test(file));
    if (!path) throw new Error(`${name} was not unpacked`);
    writeFileSync(path, readFileSync(path).subarray(0, 1_000_000));
  }
  expect(tiro(["transcribe", "--data", "data", RECORDING], { cwd, settings }).stdout).toBe(TEXT);
  // Only the user can read what was unpacked, and what replaced it.
  for (const path of allFiles(join(cwd, "data"))) expect(statSync(path).mode & 0o077).toBe(0);
});

test("a data folder that is a file is refused with what to do", () => {
  writeFileSync(join(folder.path, "data"), "");
  const { exitCode, stderr } = tiro(["transcribe", "--data", "data", RECORDING], { cwd: folder.path });
  expect(exitCode).toBe(1);
  expect(stderr).toContain("The data folder cannot be written.");
  expect(stderr).toContain("--data");
});

describe.skipIf(PRIVATE_MOUNTS === null)("file systems (needs the right to mount)", () => {
  test("a read-only data folder is refused with what to do", () => {
    const script = `mkdir data; mount -t tmpfs -o ro tmpfs data; "$TIRO" transcribe --data data ${RECORDING}`;
    const { exitCode, stderr } = shellInPrivateMounts(script, folder.path);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("The data folder cannot be written.");
    expect(stderr).toContain("EROFS");
  });

  test("a data folder that has become read-only still serves what is unpacked", () => {
    const script = `export TIRO_MODELS_DEFAULT=${settings.TIRO_MODELS_DEFAULT}
      mkdir data; mount -t tmpfs tmpfs data; "$TIRO" transcribe --data data ${RECORDING} >/dev/null
      mount -o remount,ro data; "$TIRO" transcribe --data data ${RECORDING}`;
    expect(shellInPrivateMounts(script, folder.path).stdout).toBe(TEXT);
  });

  test("a full disk is refused with what to do, and nothing half-written stays", () => {
    const script = `mkdir data; mount -t tmpfs -o size=20m tmpfs data
      "$TIRO" transcribe --data data ${RECORDING} || { find data -name '*.tmp'; exit 7; }`;
    const { exitCode, stdout, stderr } = shellInPrivateMounts(script, folder.path);
    expect(exitCode).toBe(7);
    expect(stderr).toContain("The server's disk is full.");
    expect(stderr).toContain("--data");
    expect(stdout).toBe("");
  });

  test("doctor names a data folder that forbids execution", () => {
    const script = `mkdir data; mount -t tmpfs -o noexec tmpfs data; "$TIRO" doctor --data data`;
    const { exitCode, stdout } = shellInPrivateMounts(script, folder.path);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("mounted noexec");
  });
});
