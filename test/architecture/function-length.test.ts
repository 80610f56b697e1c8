import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import biome from "../../biome.json" with { type: "json" };
import { temporaryFolder } from "../support/database.ts";
import { ROOT } from "./source-files.ts";

const overrides: { includes: string[]; linter: { rules: { complexity?: object } } }[] = biome.overrides;

/** Biome counts the lines between the braces: 68 in a function of 70. */
const RULE = "noExcessiveLinesPerFunction";

function lint(path: string, cwd: string): string {
  const program = join(ROOT, "node_modules/.bin/biome");
  const options = [
    `--only=complexity/${RULE}`,
    `--config-path=${ROOT}`,
    "--vcs-enabled=false",
    "--colors=off",
  ];
  const command = [program, "lint", ...options, path];
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

/** The style check, which the suite runs too, refuses such a function wherever the rule is on. */
test("the rule is on everywhere but in tests, whose functions are lists of cases", () => {
  expect(biome.linter.rules.complexity[RULE].level).toBe("error");
  const off = overrides.filter(({ linter }) => RULE in (linter.rules.complexity ?? {}));
  expect(off.map(({ includes }) => includes)).toEqual([["**/*.test.ts"]]);
});
