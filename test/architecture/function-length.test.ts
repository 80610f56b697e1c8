import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "./source-files.ts";

const RULE = "noExcessiveLinesPerFunction";

function lint(args: string[], stdin = ""): { exitCode: number; text: string } {
  const biome = join(ROOT, "node_modules/.bin/biome");
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [biome, "lint", `--only=complexity/${RULE}`, "--colors=off", ...args],
    { cwd: ROOT, stdin: Buffer.from(stdin), stdout: "pipe", stderr: "pipe" },
  );
  return { exitCode, text: stdout.toString() + stderr.toString() };
}

function functionOf(lines: number): string {
  return `export function long(): void {\n${"  console.log();\n".repeat(lines - 2)}}\n`;
}

test("no function is longer than 70 lines", () => {
  const { exitCode, text } = lint(["."]);
  expect(text).not.toContain(RULE);
  expect(exitCode).toBe(0);
});

test("the rule is on: 70 lines pass, 71 do not", () => {
  expect(lint(["--stdin-file-path=src/long.ts"], functionOf(70)).exitCode).toBe(0);
  expect(lint(["--stdin-file-path=src/long.ts"], functionOf(71)).exitCode).toBe(1);
});
