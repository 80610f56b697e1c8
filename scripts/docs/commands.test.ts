import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { generatedCommandsFile } from "./commands.ts";

const { path, content } = await generatedCommandsFile();

test("the reference of commands is up to date (else: bun run docs)", () => {
  expect(readFileSync(path, "utf8")).toBe(content);
});

test("a command with its arguments, options and exit codes", () => {
  expect(content).toContain(`### tiro audit verify

Checks that no entry was changed or removed. Otherwise exits with 1 and names the first broken entry.

- \`--expect <head>\`: a head printed by an earlier run, SEQUENCE:HASH; also detects a rewritten log.

`);
  expect(content).toContain("- 1: an entry was changed or removed, or the check failed\n");
  expect(content).toContain("| 141 | the reader of standard output has gone |\n");
});
