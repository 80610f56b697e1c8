import { expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../../config/limits.ts";
import type { StoredChange, StoredSegment } from "../../store/recordings/segments.ts";
import { differences } from "./differences.ts";
import { inParts } from "./parts.ts";

const segment = (id: string, chars = 10): StoredSegment => ({
  ...{ id, speaker: 0, startMs: 0, endMs: 1 },
  words: "x".repeat(chars),
});

/** As the store does it: what is replaced must be there, side by side, and what comes must be new. */
function apply(segments: StoredSegment[], { replace, after, with: coming }: StoredChange): void {
  const first = replace[0] ?? after;
  const place = first === null ? 0 : segments.findIndex(({ id }) => id === first);
  expect(place).toBeGreaterThanOrEqual(0);
  const at = replace.length === 0 && first !== null ? place + 1 : place;
  expect(segments.splice(at, replace.length).map(({ id }) => id)).toEqual([...replace]);
  for (const { id } of coming) expect(segments.some((other) => other.id === id)).toBe(false);
  segments.splice(at, 0, ...coming);
}

test("whatever changed, the parts make it so, one after another, and each is small", () => {
  // Ids in their order, each kept, changed, gone, new or moved to the beginning in runs of many.
  const runs = fc.array(
    fc.tuple(fc.constantFrom("kept", "changed", "gone", "new", "moved"), fc.integer({ min: 1, max: 600 })),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(runs, (runs) => {
      const each = runs.flatMap(([kind, count], run) =>
        Array.from({ length: count }, (_, at) => ({ kind, id: `${run}-${at}` })),
      );
      const from = each.filter(({ kind }) => kind !== "new").map(({ id }) => segment(id));
      const isMoved = ({ kind }: { kind: string }) => kind === "moved";
      const moved = [...each.filter(isMoved), ...each.filter((one) => !isMoved(one))];
      const to = moved.flatMap(({ kind, id }) =>
        kind === "gone" ? [] : [["kept", "moved"].includes(kind) ? segment(id) : segment(id, 20)],
      );
      const segments = [...from];
      const isSame = (one: StoredSegment, other: StoredSegment) => one.words === other.words;
      for (const part of inParts(differences(from, to, isSame))) {
        const named = part.reduce((sum, change) => sum + change.replace.length + change.with.length, 0);
        expect(named).toBeLessThanOrEqual(limits.transcriptChangedSegments);
        for (const change of part) apply(segments, change);
      }
      expect(segments).toEqual(to);
    }),
    { numRuns: 50, verbose: 1 },
  );
});

test("a part has so many words and no more", () => {
  const half = limits.restoredCharsAtOnce / 2;
  const changes = ["a", "b", "c"].map((id) => ({ replace: [id], after: null, with: [segment(id, half)] }));
  expect([...inParts(changes)].map((part) => part.length)).toEqual([2, 1]);
});
