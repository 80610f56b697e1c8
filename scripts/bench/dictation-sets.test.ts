import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  DICTATION_LANGUAGES,
  DICTATION_SETS,
  dictationsOf,
  readDictations,
  SECOND_SETS,
} from "./dictation-sets.ts";
import { harmsOf } from "./harm.ts";
import { HALVES } from "./sets.ts";

test("a row has classes, writings and what must survive", () => {
  const [one, other] = readDictations(
    "# A set.\n## mail\nhi ann see you at ten\t{Hi|Hello} Ann, {see|{s|S}ee} you at {10|ten}. || Ann!\tAnn, !not\n## plain\nGo.\tGo.\n",
  );
  expect(one?.class).toBe("mail");
  expect(one?.right).toContain("Hi Ann, See you at ten.");
  expect(one?.right.at(-1)).toBe("Ann!");
  expect(one?.kept).toEqual({ names: ["Ann"], negations: ["not"] });
  expect([one?.isPunctuated, other?.isPunctuated, other?.class]).toEqual([false, true, "plain"]);
});

test.each([
  ["we do not pay ms lee 40 euros today", "We do not pay Ms Lee €40 today.", []],
  ["we do not pay ms lee 40 euros today", "We do not pay Ms Lee 40 Euros today", []],
  ["we do not pay ms lee 40 euros today", "We do not pay Ms Lee €40.", ["word"]],
  ["we do not pay ms lee 40 euros today", "We do not pay Ms Lee €14 today.", ["number"]],
  ["we do not pay ms lee 40 euros today", "We do not pay Ms Sea €40 today.", ["name"]],
  ["we do not pay ms lee 40 euros today", "We do nothing pay Ms Lee €40 today.", ["negation"]],
  ["we do not pay ms lee 40 euros today", "We do not pay. Ms Lee €40 today.", ["cut"]],
] as const)("%s → %s", (said, text, harms) => {
  const right = ["We do not pay Ms Lee €40 today.", "We do not pay Ms Lee 40 euros today."];
  expect(harmsOf(said, text, right, { names: ["Lee"], negations: ["not"] })).toEqual([...harms]);
});

test("a correction that stands as it was said is a miss and no harm", () => {
  const said = "room four no wait room six";
  const right = ["Room 6."];
  expect(harmsOf(said, "Room 4, no wait, room 6.", right)).toEqual([]);
  expect(harmsOf(said, "Room 4, no wait, room 9.", right)).toEqual(["number"]);
  expect(harmsOf(said, "Room 4.", right)).toEqual(["number"]);
});

function expectEvenHalf(path: string): void {
  const rows = dictationsOf(path);
  expect(rows.length).toBe(50);
  expect(rows.filter((row) => row.isPunctuated).length).toBe(25);
  for (const { said, right, kept } of rows)
    for (const answer of [right[0] ?? "", right.at(-1) ?? ""]) {
      const text = answer.replaceAll("\\n", "\n");
      expect([said, harmsOf(said, text, [text], kept)]).toEqual([said, []]);
    }
}

test.each(DICTATION_LANGUAGES)(
  "%s: the secretaries' halves are alike, and no right writing is harmed",
  (language) => {
    for (const half of HALVES) {
      const path = join(DICTATION_SETS, language, half, "secretaries.tsv");
      if (existsSync(path)) expectEvenHalf(path);
    }
  },
);

test.each(readdirSync(SECOND_SETS).sort())(
  "%s: the second set's halves are alike, and no right writing is harmed",
  (language) => {
    for (const half of HALVES) expectEvenHalf(join(SECOND_SETS, language, half, "second.tsv"));
  },
);
