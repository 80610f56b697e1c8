import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { asCarried } from "../../scripts/build/carried.ts";
import { inspectExecutable, requiredFiles } from "../../scripts/build/inspect.ts";
import { TARGETS, type Target } from "../../scripts/build/targets.ts";
import { ROOT } from "./documents.ts";
import { EXECUTABLE, emptyFolder, tiro } from "./executable.ts";

const target = TARGETS.find(({ arch }) => arch === process.arch) as Target;

let folder: ReturnType<typeof emptyFolder>;
beforeAll(() => {
  folder = emptyFolder();
});
afterAll(() => folder.remove());

test("the executable is for this platform and carries everything that it needs", () => {
  expect(inspectExecutable(target, EXECUTABLE, undefined)).toEqual(
    requiredFiles(target).map((path) => basename(path)),
  );
  const other = TARGETS.find(({ arch }) => arch !== process.arch) as Target;
  expect(() => inspectExecutable(other, EXECUTABLE, undefined)).toThrow("ELF machine");
});

test("version --json lists what is carried, with checksums", () => {
  const { stdout } = tiro(["version", "--json"], { cwd: folder.path });
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ version: packageJson.version, compiled: true, platform: target.name });
  const found = new Set(report.assets.map(({ sha256 }: { sha256: string }) => sha256));
  for (const path of requiredFiles(target)) {
    expect(found).toContain(new Bun.CryptoHasher("sha256").update(asCarried(path)).digest("hex"));
  }
});

test("version --notices prints the licences", () => {
  const { stdout } = tiro(["version", "--notices"], { cwd: folder.path });
  for (const text of ["Third-party notices", "GNU LESSER GENERAL PUBLIC LICENSE", "Mozilla Public License"])
    expect(stdout).toContain(text);
  expect(stdout).not.toContain("GNU GENERAL PUBLIC LICENSE\n");
});

test("is one file of a size that can be copied about", () => {
  const { size } = statSync(EXECUTABLE);
  expect(size).toBeLessThanOrEqual(240e6);
  for (const document of ["README.md", "src/manual/install.md", "src/manual/sizing.md"]) {
    const [, said] = /about (\d+) MB/.exec(readFileSync(join(ROOT, document), "utf8")) ?? [];
    expect([document, Math.abs(Number(said) - size / 1e6) < 8]).toEqual([document, true]);
  }
});

test.each(["serve", "transcribe", "users", "keys", "models", "doctor", "version"])("%s --help", (command) => {
  const { exitCode, stdout } = tiro([command, "--help"], { cwd: folder.path });
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`Usage: tiro ${command}`);
});
