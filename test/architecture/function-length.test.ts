import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { ROOT } from "./source-files.ts";

/** Biome counts the lines between the braces: 68 in a function of 70. */
const RULE = "noExcessiveLinesPerFunction";

function lint(path: string, cwd: string): string {
  const biome = join(ROOT, "node_modules/.bin/biome");
  const command = [biome, "lint", `--config-path=${ROOT}`, "--vcs-enabled=false", "--colors=off", path];
  const { stdout, stderr } = Bun.spawnSync(command, { cwd, stdout: "pipe", stderr: "pipe" });
  return stdout.toString() + stderr.toString();
}

test.each([
  [70, false],
  [71, true],
])("a function of %d lines: refused is %p", (lines, refused) => {
  using folder = temporaryFolder();
  const body = "  console.log();\n".repeat(lines - 2);
  writeFileSync(join(folder.path, "long.ts"), `export function long(): void {\n${body}}\n`);
  const text = lint("long.ts", folder.path);
  expect(text).toContain("Checked 1 file");
  expect(text.includes(RULE)).toBe(refused);
});

test.each(["src", "native", "scripts", "test"])("no function in %s is longer than 70 lines", (folder) => {
  expect(lint(folder, ROOT)).not.toContain(RULE);
});
