import { expect, test } from "bun:test";
import { join } from "node:path";

const MAIN = join(import.meta.dir, "../main.ts");

function tiro(args: string[], input: string): string {
  const { stdout } = Bun.spawnSync([process.execPath, MAIN, "format", ...args], {
    stdin: Buffer.from(input),
    env: { PATH: process.env.PATH ?? "" },
  });
  return stdout.toString();
}

const cases: [args: string[], input: string, output: string][] = [
  [[], "hello comma world\n\ntwenty five dollars\n", "Hello, world.\n\n$25\n"],
  [["--casual"], "sounds good", "sounds good\n"],
  [["--app", "slack", "--before", "Well, "], "sounds good", "sounds good\n"],
  [["--after", ", too"], "we know", "We know\n"],
  [["--normalize-only"], "at two fifteen p m", "at 02:15 p.m.\n"],
  [["--language", "et"], "tere", "Tere.\n"],
  [["--term", "Kubernetes", "--term", "Edinburgh"], "cubernetes in edinborgh", "Kubernetes in Edinburgh.\n"],
];

test.each(cases)("tiro format %j", (args, input, output) => {
  expect(tiro(args, input)).toBe(output);
});
