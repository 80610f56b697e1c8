/** The systemd unit: what systemd says of it, and whether the server with all its children works inside it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wavFile } from "../audio/support/wav-file.ts";
import { AUDIO, bareEnvironment, EXECUTABLE, emptyFolder } from "./executable.ts";

const ROOT = join(import.meta.dir, "../..");
const UNIT = readFileSync(join(ROOT, "config/systemd/tiro.service"), "utf8");
const FILTER = join(ROOT, "test/support/system-call-filter.ts");
/** Of systemd's ten points of exposure; the rest is what a server needs: the network, and code made at run time. */
const EXPOSURE_TENTHS = 14;

let folder: ReturnType<typeof emptyFolder>;
beforeAll(() => {
  folder = emptyFolder();
});
afterAll(() => folder.remove());

function run(command: string[]) {
  const env = { ...bareEnvironment(folder.path), PATH: process.env.PATH ?? "" };
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder.path, env });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** The unit's own text as a file; systemd looks whether the program is there. */
function unitFile(): string {
  const path = join(folder.path, "tiro.service");
  writeFileSync(path, UNIT.replaceAll("/usr/local/bin/tiro", EXECUTABLE));
  return path;
}

/** System calls that the unit's filter allows, with systemd's sets written out. */
function allowedCalls(): string[] {
  const allowed = new Set(written("@default"));
  for (const [, not, words = ""] of UNIT.matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const call of words.split(" ").flatMap(written)) {
      if (not) allowed.delete(call);
      else allowed.add(call);
    }
  return [...allowed];
}

function written(word: string): string[] {
  if (!word.startsWith("@")) return [word];
  const lines = run(["systemd-analyze", "syscall-filter", word]).stdout.split("\n").slice(1);
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap(written);
}

const missing = Bun.which("systemd-analyze") === null;
describe.skipIf(missing)(missing ? "systemd, which is not installed here" : "systemd", () => {
  test("finds no fault in the unit", () => {
    expect(run(["systemd-analyze", "verify", "--man=no", unitFile()])).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
  });

  test(`sees an exposure of ${EXPOSURE_TENTHS / 10} of 10`, () => {
    const threshold = `--threshold=${EXPOSURE_TENTHS}`;
    const { exitCode, stdout } = run([
      "systemd-analyze",
      "security",
      "--offline=true",
      threshold,
      unitFile(),
    ]);
    expect({ exitCode, told: exitCode === 0 ? "" : stdout }).toEqual({ exitCode: 0, told: "" });
  });

  test("makes the user and the data folder", () => {
    const root = join(folder.path, "system");
    mkdirSync(join(root, "etc"), { recursive: true });
    for (const name of ["passwd", "group"]) writeFileSync(join(root, "etc", name), "");
    const file = (name: string) => join(ROOT, "config/systemd", name);
    expect(run(["systemd-sysusers", `--root=${root}`, file("sysusers.conf")])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(root, "etc/passwd"), "utf8")).toMatch(
      /^tiro:x:\d+:\d+:.*:\/var\/lib\/tiro:\/usr\/sbin\/nologin$/m,
    );
    if (process.getuid?.() !== 0) return;
    const made = run(["systemd-tmpfiles", "--create", `--root=${root}`, file("tmpfiles.conf")]);
    expect(made).toMatchObject({ exitCode: 0 });
    expect(statSync(join(root, "var/lib/tiro")).mode & 0o777).toBe(0o700);
  });

  describe("under the unit's filter of system calls", () => {
    const inFilter = (...words: string[]) =>
      run([process.execPath, FILTER, allowedCalls().join(","), EXECUTABLE, ...words]);

    test("the filter holds", () => {
      const words = ["chown", "0:0", unitFile()];
      expect(
        run([process.execPath, FILTER, allowedCalls().join(","), "/bin/chown", ...words.slice(1)]),
      ).toMatchObject({
        exitCode: 1,
      });
    });

    test("the doctor finds nothing wrong, and its sandbox tight", () => {
      const { exitCode, stdout } = inFilter("doctor", "--data", "data", "--listen", "127.0.0.1:0");
      expect({ exitCode, told: exitCode === 0 ? "" : stdout }).toEqual({ exitCode: 0, told: "" });
      expect(stdout).not.toContain("warn");
    }, 300_000);

    test("a decoder, a recognizer and the networks for speakers do their work", () => {
      // At this rate it goes through the decoder's process.
      const telephone = join(folder.path, "telephone.wav");
      writeFileSync(telephone, wavFile({ seconds: 2, sampleRate: 8_000 }));
      expect(inFilter("transcribe", telephone, "--data", "data")).toMatchObject({ exitCode: 0 });
      const words = ["--diarize", "--data", "data", "--format", "diarized_json"];
      const { exitCode, stdout, stderr } = inFilter(
        "transcribe",
        join(AUDIO, "conversation_two_speakers.wav"),
        ...words,
      );
      expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(JSON.parse(stdout).speaker_count).toBe(2);
    }, 300_000);
  });
});
