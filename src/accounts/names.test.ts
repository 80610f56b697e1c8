import { describe, expect, test } from "bun:test";
import { shownName } from "../lib/visible-names.ts";
import { requireName } from "./names.ts";

const HIDDEN: [name: string, code: number][] = [
  ["override of direction", 0x202e],
  ["isolate of direction", 0x2066],
  ["mark of direction", 0x200f],
  ["space without width", 0x200b],
  ["joiner", 0x200d],
  ["non-joiner", 0x200c],
  ["word joiner", 0x2060],
  ["byte order mark", 0xfeff],
  ["soft hyphen", 0x00ad],
  ["tag", 0xe0041],
  ["blank Hangul letter", 0x3164],
  ["next line (C1)", 0x85],
  ["control sequence introducer (C1)", 0x9b],
  ["line separator", 0x2028],
];

describe.each(HIDDEN)("%s", (_, code) => {
  const mark = String.fromCodePoint(code);

  test.each([`Ada${mark}Lovelace`, `Ada${mark}`, `${mark}Ada`, mark])("no name has it: %j", (name) => {
    // Some characters at the ends are white space to Unicode, and trimmed.
    const trimmed = name.trim();
    const outcome = () => requireName("name", name, 100);
    if (trimmed === "Ada") expect(outcome()).toBe("Ada");
    else
      expect(outcome).toThrow(
        expect.objectContaining({ code: "invalid_request", extras: { param: "name" } }),
      );
  });

  test("other programs' names are shown without it", () => {
    expect(shownName(`Ada${mark}Lovelace`, 100)).toBe("Ada Lovelace");
    expect(shownName(mark, 100)).toBe("");
  });
});

test.each([
  "Ada Lovelace",
  "Zoë O’Neill-Łukasiewicz",
  // Joined as Persian, Malayalam and Sinhala write them.
  "علی\u200cرضا",
  "അവന്\u200dറെ",
  "ශ්\u200dරී",
  "山田太郎",
  "Ops 🚀",
  "Chemists 👩🏽‍🔬",
])("%j is a name", (name) => {
  expect(requireName("name", name, 100)).toBe(name);
  expect(shownName(name, 100)).toBe(name);
});

test("a name has as many characters as it may have, and no more", () => {
  expect(requireName("name", "🚀".repeat(5), 5)).toBe("🚀".repeat(5));
  expect(() => requireName("name", "🚀".repeat(6), 5)).toThrow();
  expect(() => requireName("name", "  ", 5)).toThrow();
  expect(shownName("🚀".repeat(6), 5)).toBe("🚀".repeat(5));
});
