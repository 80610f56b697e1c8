/** Any sequence of edits keeps words and their order, and undo restores the transcript byte for byte. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { alignTexts } from "./align.ts";
import { applyChanges, type Change, ChangeMismatch, inversesOf } from "./changes.ts";
import { mergeSegments, moveBoundary, reassign, retimeWord, shiftSegment, splitSegment } from "./edits.ts";
import { mergeChanges } from "./merge.ts";
import { retype } from "./retype.ts";
import {
  cutIntoRuns,
  faultOfSegment,
  SEGMENT_WORDS_MAX,
  segmentOf,
  type TranscriptSegment,
  type TranscriptWord,
  textOf,
} from "./segments.ts";

/** A second a word, 0.8 s of it spoken. */
function words(text: string, fromMs = 0): TranscriptWord[] {
  return text.split(" ").map((text, index) => {
    const startMs = fromMs + index * 1000;
    return { text, startMs, endMs: startMs + 800 };
  });
}
const segment = (id: string, text: string, fromMs = 0, speaker: string | null = "spk_0") =>
  segmentOf(id, speaker, words(text, fromMs));
const texts = (segments: readonly TranscriptSegment[]) => segments.map(({ words }) => textOf(words));

const base = [
  segment("1", "good morning to everybody here"),
  segment("2", "the survey is on Monday", 5000, "spk_1"),
  segment("3", "we meet at the harbour", 10_000),
];

describe("changes", () => {
  test("some segments become others, and the inverse takes it back", () => {
    const change: Change = {
      replace: ["2"],
      after: null,
      with: [segment("2", "the survey is on Tuesday", 5000)],
    };
    const next = applyChanges(base, [change]);
    expect(texts(next)[1]).toBe("the survey is on Tuesday");
    expect(applyChanges(next, inversesOf(base, [change]))).toEqual(base);
  });

  test("what does not fit is refused", () => {
    const wrong: Change[] = [
      { replace: ["1", "3"], after: null, with: [] },
      { replace: ["9"], after: null, with: [] },
      { replace: [], after: "9", with: [] },
      { replace: ["1"], after: null, with: [segment("2", "twice")] },
    ];
    for (const change of wrong) expect(() => applyChanges(base, [change])).toThrow(ChangeMismatch);
  });

  test("many changes of a long transcript look at each segment a few times", () => {
    let looks = 0;
    const counted = (id: string): TranscriptSegment => ({
      ...{ speaker: null, startMs: 0, endMs: 0, words: [] },
      get id() {
        looks += 1;
        return id;
      },
    });
    const long = Array.from({ length: 1_000 }, (_, index) => counted(`s${index}`));
    const changes = long.map((_, index) => ({
      ...{ replace: [`s${index}`], after: null },
      with: [counted(`s${index}`), counted(`x${index}`)],
    }));
    expect(applyChanges(long, changes).length).toBe(2_000);
    expect(inversesOf(long, changes).length).toBe(1_000);
    expect(looks).toBeLessThan(30 * long.length);
  });
});

/** A person's edit, by numbers that are brought into range. */
const anEdit = fc.record({
  kind: fc.constantFrom("split", "merge", "boundary", "retime", "shift", "speaker", "retype", "remove"),
  at: fc.nat(),
  word: fc.nat(),
  count: fc.integer({ min: -3, max: 3 }),
  text: fc.stringMatching(/^[a-z,. ]{0,30}$/),
});

function changeBy(
  segments: readonly TranscriptSegment[],
  { kind, at, word, count, text }: typeof anEdit extends fc.Arbitrary<infer Edit> ? Edit : never,
  newId: string,
): Change | null {
  const index = at % segments.length;
  const [one, next] = [segments[index], segments[index + 1]];
  if (one === undefined) return null;
  const place = word % Math.max(1, one.words.length);
  const replacing = (replaced: TranscriptSegment[], by: readonly TranscriptSegment[] | null): Change | null =>
    by && { replace: replaced.map(({ id }) => id), after: null, with: by };
  switch (kind) {
    case "split":
      return place === 0 ? null : replacing([one], splitSegment(one, place, newId));
    case "merge": {
      const merged = next && mergeSegments(one, next);
      return next && merged ? replacing([one, next], [merged]) : null;
    }
    case "boundary":
      return next ? replacing([one, next], moveBoundary(one, next, count)) : null;
    case "retime": {
      const bounds = { startMs: 0, endMs: 60_000 };
      if (one.words.length === 0) return null;
      return replacing(
        [one],
        [retimeWord(one, place, { startMs: at % 60_000, endMs: word % 60_000 }, bounds)],
      );
    }
    case "shift":
      return replacing([one], [shiftSegment(one, count * 700)]);
    case "speaker":
      return replacing([one], [reassign(one, count < 0 ? null : `spk_${count}`)]);
    case "retype":
      return replacing([one], [retype(one, text)]);
    case "remove":
      return segments.length > 1 ? replacing([one], []) : null;
  }
}

describe("edits", () => {
  test("any sequence leaves sound segments, the text that was wanted, and a way back, byte for byte", () => {
    fc.assert(
      fc.property(fc.array(anEdit, { maxLength: 25 }), (edits) => {
        let now: readonly TranscriptSegment[] = base;
        const made: Change[] = [];
        for (const [number, edit] of edits.entries()) {
          const change = changeBy(now, edit, `x${number}`);
          if (change === null) continue;
          const before = texts(now).join(" ").split(" ").filter(Boolean);
          now = applyChanges(now, [change]);
          made.push(change);
          const after = texts(now).join(" ").split(" ").filter(Boolean);
          if (edit.kind !== "retype" && edit.kind !== "remove") expect(after).toEqual(before);
          for (const each of now) expect(faultOfSegment(each)).toBeNull();
        }
        expect(JSON.stringify(applyChanges(now, inversesOf(base, made)))).toBe(JSON.stringify(base));
      }),
      { numRuns: 300 },
    );
  });

  test("a text that was typed is the segment's text, and words that stayed keep their times", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-d]{1,3}( [a-d]{1,3}){0,12}$/),
        fc.stringMatching(/^[a-d ]{0,30}$/),
        (old, text) => {
          const typed = retype(segment("1", old), text);
          expect(textOf(typed.words)).toBe(text.replace(/ +/g, " ").trim());
          expect(faultOfSegment(typed)).toBeNull();
        },
      ),
    );
    const { words: typed } = retype(base[0] as TranscriptSegment, "good evening to everybody who is here");
    const at = (text: string) => typed.find((word) => word.text === text);
    expect(at("evening")).toMatchObject({ startMs: 1000, endMs: 1800 });
    for (const [index, text] of ["good", "", "to", "everybody", "here"].entries())
      if (text) expect(at(text)).toMatchObject({ startMs: index * 1000, endMs: index * 1000 + 800 });
    expect(at("who")).toMatchObject({ startMs: 3800, endMs: 3920 });
    expect(at("is")).toMatchObject({ startMs: 3920, endMs: 4000 });
  });

  test("Japanese stays without spaces, and its other words keep their times", () => {
    const said = ["会議", "は", "月曜日", "です。"].map((text, index) => {
      const word = { text, startMs: index * 500, endMs: index * 500 + 500 };
      return index > 0 ? { ...word, glued: true as const } : word;
    });
    const typed = retype(segmentOf("1", null, said), "会議は火曜日です。", "ja");
    expect(textOf(typed.words)).toBe("会議は火曜日です。");
    expect(typed.words[0]).toEqual(said[0] as TranscriptWord);
    expect(typed.words.at(-1)).toEqual(said[3] as TranscriptWord);
    expect(typed.words.slice(2, -1).every(({ startMs, endMs }) => startMs >= 1000 && endMs <= 1500)).toBe(
      true,
    );
  });

  test("a word between two that touch takes a share of the one before it", () => {
    const touching = segmentOf("1", null, [
      { text: "a", startMs: 0, endMs: 1000 },
      { text: "b", startMs: 1000, endMs: 2000 },
    ]);
    expect(retype(touching, "a c b").words).toEqual([
      { text: "a", startMs: 0, endMs: 800 },
      { text: "c", startMs: 800, endMs: 1000 },
      { text: "b", startMs: 1000, endMs: 2000 },
    ]);
  });
});

describe("two people at once", () => {
  const change = (id: string, with_: TranscriptSegment[]): Change => ({
    replace: [id],
    after: null,
    with: with_,
  });
  const merged = (mine: Change[], theirs: Change[]) => {
    const { changes, conflicts } = mergeChanges(base, mine, theirs);
    expect(conflicts).toEqual([]);
    return texts(applyChanges(applyChanges(base, theirs), changes));
  };

  test("changes of other segments, and of other words of one, are both there", () => {
    expect(
      merged(
        [change("1", [segment("1", "good evening to everybody here")])],
        [
          change("1", [segment("1", "good morning to all here")]),
          change("3", [segment("3", "we meet at the station", 10_000)]),
        ],
      ),
    ).toEqual(["good evening to all here", "the survey is on Monday", "we meet at the station"]);
  });

  test("one splits what another corrects", () => {
    const split = splitSegment(base[0] as TranscriptSegment, 2, "x1");
    expect(
      merged([change("1", [...split])], [change("1", [segment("1", "good morning to you here")])]),
    ).toEqual(["good morning", "to you here", "the survey is on Monday", "we meet at the harbour"]);
  });

  test("one gives a segment to another speaker while its text is corrected", () => {
    const { changes } = mergeChanges(
      base,
      [change("2", [reassign(base[1] as TranscriptSegment, "spk_2")])],
      [change("2", [segment("2", "the survey is on Friday", 5000, "spk_1")])],
    );
    expect(changes[0]?.with.map(({ speaker, words }) => [speaker, textOf(words)])).toEqual([
      ["spk_2", "the survey is on"],
      ["spk_1", "Friday"],
    ]);
  });

  test("the same words changed by both are a conflict that has both", () => {
    const mine = segment("2", "the survey is on Tuesday", 5000, "spk_1");
    const theirs = segment("2", "the survey is on Friday", 5000, "spk_1");
    const { conflicts } = mergeChanges(base, [change("2", [mine])], [change("2", [theirs])]);
    expect(conflicts).toEqual([{ base: [base[1] as TranscriptSegment], mine: [mine], theirs: [theirs] }]);
  });

  test("the same change by both is made once", () => {
    const mine = change("2", [segment("2", "the survey is on Tuesday", 5000, "spk_1")]);
    expect(mergeChanges(base, [mine], [mine])).toEqual({ changes: [], conflicts: [] });
  });

  test("whatever two people do, what only one touched is there, or it is a conflict", () => {
    const typing = fc.array(fc.tuple(fc.nat(2), fc.nat(4), fc.constantFrom("one", "two", "")), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(typing, typing, (mine, theirs) => {
        const made = (edits: [number, number, string][]): Change[] => {
          let now: readonly TranscriptSegment[] = base;
          return edits.map(([at, place, word]) => {
            const one = now[at] as TranscriptSegment;
            const next = retype(
              one,
              one.words.map(({ text }, index) => (index === place ? word : text)).join(" "),
            );
            const change: Change = { replace: [one.id], after: null, with: [next] };
            now = applyChanges(now, [change]);
            return change;
          });
        };
        const { changes, conflicts } = mergeChanges(base, made(mine), made(theirs));
        if (conflicts.length > 0) return;
        const all = applyChanges(applyChanges(base, made(theirs)), changes);
        for (const [index, { id }] of base.entries()) {
          const [own, other] = [made(mine), made(theirs)].map((changes) =>
            textOf((applyChanges(base, changes)[index] as TranscriptSegment).words),
          );
          const was = textOf((base[index] as TranscriptSegment).words);
          const now = textOf(
            all
              .filter((each) => each.id === id || each.id.startsWith(`${id}m`))
              .flatMap(({ words }) => words),
          );
          if (own === was) expect(now).toBe(other ?? "");
          if (other === was) expect(now).toBe(own ?? "");
        }
        for (const each of all) expect(faultOfSegment(each)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});

test("recognized words are cut at sentences into segments that can be saved", () => {
  const said = words(
    Array.from({ length: 400 }, (_, index) => (index % 25 === 24 ? "end." : "word")).join(" "),
  );
  const runs = cutIntoRuns(said);
  expect(runs.flat()).toEqual(said);
  for (const run of runs.slice(0, -1)) expect([run.length <= 60, run.at(-1)?.text]).toEqual([true, "end."]);
});

const WRONG: [change: Partial<TranscriptSegment>, said: string][] = [
  [{ id: "A" }, "id"],
  [
    {
      words: words(
        Array(SEGMENT_WORDS_MAX + 1)
          .fill("w")
          .join(" "),
      ),
      endMs: 999_000,
    },
    "words",
  ],
  [{ startMs: 5, endMs: 1 }, "ends before"],
  [{ words: words(" a") }, "spaces"],
  [{ words: [...words("b", 1000), ...words("a", 0)] }, "order"],
  [{ endMs: 100 }, "inside"],
];
test("a segment that is none is refused, with the reason", () => {
  for (const [change, said] of WRONG)
    expect(faultOfSegment({ ...(base[0] as TranscriptSegment), ...change })).toContain(said);
});

test("alignment is the longest common subsequence", () => {
  expect(alignTexts(["a", "b", "c", "d"], ["b", "x", "d", "a"])).toEqual([-1, 0, -1, 2]);
});
