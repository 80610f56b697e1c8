import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseJson } from "./json-slices.ts";
import { withoutPauses } from "./slices.ts";

const parsed = (json: string) => withoutPauses(parseJson(json));

test("steps give what JSON.parse gives", () => {
  const long = fc
    .array(fc.constantFrom("a", '"', "\\", "\n", "\u0000", "\ud83d\ude00", "\ud83d", "é", "字"), {
      minLength: 1,
      maxLength: 6,
    })
    .map((piece) => piece.join("").repeat(12_000));
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record({ text: fc.string(), segments: fc.array(fc.jsonValue({ maxDepth: 2 })) }),
    fc.record({ content: long, next: fc.array(long, { maxLength: 1 }) }),
  );
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, "\t"), fc.boolean(), (given, space, isEscaped) => {
      const plain = JSON.stringify(given, null, space);
      const json = isEscaped
        ? plain.replace(/[^\s -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
        : plain;
      expect(parsed(json)).toEqual(JSON.parse(json));
    }),
    { numRuns: 100 },
  );
});

test("a member called as JavaScript calls prototypes is a member", () => {
  expect(Object.keys(parsed('{"__proto__":{"a":1},"b":[{"__proto__":1}]}') as object)).toEqual([
    "__proto__",
    "b",
  ]);
});

test.each([
  '{"a":1,}',
  '{"a":[1,]}',
  "{1:2}",
  '{"a":1} x',
  '{"a"}',
  '{"a":"\\"}',
  '{"a":"\\u00"}',
  '{"a":"\n"}',
  '{"a":tru}',
  '{"a":\u00a01}',
  "{,}",
  "[",
  "",
])("%p is refused, as JSON.parse refuses it", (json) => {
  expect(() => JSON.parse(json)).toThrow();
  expect(() => parsed(json)).toThrow();
});

test.each([
  ["a long text", JSON.stringify({ content: "a\n".repeat(1_000_000) })],
  ["a text that never ends", `{"content":"${"\\\\n".repeat(1_000_000)}`],
  ["many elements", JSON.stringify({ words: Array.from({ length: 100_000 }, () => "abcdefghij") })],
  ["deep lists", `{"a":${"[".repeat(1_000_000)}`],
])("%s: in many steps", (_, json) => {
  const slices = parseJson(json);
  let steps = 0;
  try {
    while (!slices.next().done) steps += 1;
  } catch {}
  expect(steps).toBeGreaterThan(json.length / 50_000);
});
