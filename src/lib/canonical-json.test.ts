import { expect, test } from "bun:test";
import { canonicalJson, type JsonValue } from "./canonical-json.ts";

const cases: [value: JsonValue, text: string][] = [
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [{ z: { y: [{ d: null, c: true }] } }, '{"z":{"y":[{"c":true,"d":null}]}}'],
  [["b", "a"], '["b","a"]'],
  [{ ä: "“", A: "\n" }, '{"A":"\\n","ä":"“"}'],
  [{}, "{}"],
];
for (const [value, text] of cases) test(text, () => expect(canonicalJson(value)).toBe(text));
