/** Anyone with the source of a release can build the very executable that was published, and compare. */
import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE } from "./executable.ts";

const ROOT = join(import.meta.dir, "../..");
const FOLDERS = ["src", "native", "models", "config", "scripts", "node_modules"];

// Beside the first build, because files are linked, not copied, and links do not leave a file system.
mkdirSync(join(ROOT, "dist"), { recursive: true });
const other = mkdtempSync(join(ROOT, "dist/elsewhere-"));
afterAll(() => rmSync(other, { recursive: true, force: true }), 60_000);

test("a build of the same source in another folder is the same, byte for byte", () => {
  const folders = FOLDERS.map((name) => join(ROOT, name));
  expect(Bun.spawnSync(["cp", "--archive", "--link", ...folders, other]).exitCode).toBe(0);
  for (const { name } of readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile()))
    copyFileSync(join(ROOT, name), join(other, name));

  const build = Bun.spawnSync([process.execPath, "scripts/build/build.ts"], { cwd: other, stderr: "pipe" });
  expect({ status: build.exitCode, stderr: build.stderr.toString() }).toEqual({ status: 0, stderr: "" });
  const executable = readFileSync(join(other, "dist/tiro"));
  expect(executable.equals(readFileSync(EXECUTABLE))).toBe(true);
  expect(executable.includes(ROOT)).toBe(false);
}, 300_000);
