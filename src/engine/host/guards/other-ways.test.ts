import { describe, expect, test } from "bun:test";
import { otherWays } from "./other-ways.ts";

const RATE = 16_000;

/** Seconds of a tone or of silence, one after the other. */
function sound(...parts: readonly (readonly ["tone" | "silence", number])[]): Float32Array {
  const samples = parts.flatMap(([kind, seconds]) =>
    Array.from({ length: seconds * RATE }, (_, i) => (kind === "tone" ? 0.5 * Math.sin(i / 5) : 0)),
  );
  return Float32Array.from(samples);
}

const lengths = (parts: readonly Float32Array[] = []) => parts.map((part) => part.length / RATE);

describe("a stretch in other forms", () => {
  const speech = sound(["silence", 0.5], ["tone", 1], ["silence", 0.2], ["tone", 1], ["silence", 0.5]);
  const before = sound(["tone", 2]);

  test("is heard in other silence, in two parts, and behind what went before", () => {
    const [silence, parts, after] = otherWays(speech, before, RATE);
    expect(lengths(silence?.parts)[0]).toBeCloseTo(2.6, 1);
    expect(lengths(parts?.parts)[0]).toBeWithin(1.5, 1.7);
    expect(lengths(parts?.parts).reduce((sum, each) => sum + each, 0)).toBeCloseTo(3.2);
    expect(lengths(after?.parts)).toEqual([5.2]);
    expect([silence, parts, after].map((way) => way?.beforeSeconds)).toEqual([0, 0, 2]);
  });

  test("is not cut where it is short, and has nothing before it where a recording begins", () => {
    expect(otherWays(sound(["tone", 1]), new Float32Array(), RATE)).toHaveLength(1);
  });

  test("may be silence", () => {
    expect(otherWays(sound(["silence", 3]), before, RATE).map(({ parts }) => parts.length)).toEqual([
      1, 2, 1,
    ]);
  });
});
