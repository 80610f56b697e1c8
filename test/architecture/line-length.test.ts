/**
 * No line is longer than 140 characters, but for a literal that cannot be wrapped: a sentence that people see, an expression,
 * a line of a template (markup, data, a script), or a row of words. The formatter wraps the code around them.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const LONGEST = 140;
/** Written by `bun run docs` from the API's description. */
const GENERATED = ["src/dashboard/client/api-types.ts"];

const COMMENT = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${"`"}(?:[^${"`"}\\]|\\[\s\S])*${"`"}`;
const EXPRESSION = String.raw`(?<=^|[=(,:?!&|[{;\s])\/(?![*\/ ])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*`;
const PARTS = new RegExp(`(?<comment>${COMMENT})|${TEXT}|${EXPRESSION}`, "gm");

/** Numbers of the lines that are too long without the literals on them. */
function longLines(text: string): number[] {
  if (text.split("\n").every((line) => [...line].length <= LONGEST)) return [];
  const code = text.replace(PARTS, (part, comment?: string) =>
    comment === undefined ? part.replace(/[^\n]/g, "") : part,
  );
  return code.split("\n").flatMap((line, at) => ([...line].length > LONGEST ? [at + 1] : []));
}

test("lines of code and comments have at most 140 characters", () => {
  const paths = [...new Bun.Glob("{src,scripts,native,test}/**/*.{ts,tsx}").scanSync(ROOT)].sort();
  const long = paths
    .filter((path) => !path.includes("node_modules") && !GENERATED.includes(path))
    .flatMap((path) => longLines(readFileSync(join(ROOT, path), "utf8")).map((line) => `${path}:${line}`));
  expect(long).toEqual([]);
});

test.each([
  ["a comment", `// ${"word ".repeat(30)}`, [1]],
  ["a call", `call(${"argument, ".repeat(20)});`, [1]],
  ["a sentence", `const sentence = "${"word ".repeat(30)}";`, []],
  ["an expression", `const found = /${"word|".repeat(30)}/;`, []],
  ["a line of markup", `const markup = \`<p>\n${"<b>word</b>".repeat(20)}\n\`;`, []],
])("%s", (_, code, expected) => {
  expect(longLines(code)).toEqual(expected);
});
