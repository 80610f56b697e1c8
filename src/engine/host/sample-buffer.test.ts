import { expect, test } from "bun:test";
import fc from "fast-check";
import { SampleBuffer } from "./sample-buffer.ts";

test("samples are found at their place in the recording, whatever was appended and dropped", () => {
  const step = fc.oneof(
    fc.record({ append: fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 70_000 }) }),
    fc.record({ dropShare: fc.double({ min: 0, max: 1.2, noNaN: true }) }),
  );
  fc.assert(
    fc.property(fc.nat(1e9), fc.array(step, { maxLength: 12 }), (start, steps) => {
      const buffer = new SampleBuffer(start);
      const all: number[] = [];
      let keptFrom = start;
      for (const each of steps) {
        if ("append" in each) {
          buffer.append(new Uint8Array(Int16Array.from(each.append).buffer));
          for (const sample of each.append) all.push(sample);
        } else {
          keptFrom = Math.max(keptFrom, Math.floor(start + all.length * Math.min(each.dropShare, 1)));
          buffer.dropBefore(keptFrom);
        }
        expect(buffer.endSample).toBe(start + all.length);
        expect(buffer.startSample).toBeLessThanOrEqual(keptFrom);
        const floats = buffer.floats(keptFrom, start + all.length + 100);
        expect([...floats]).toEqual(
          all.slice(keptFrom - start).map((sample) => Math.fround(sample / 32_768)),
        );
      }
    }),
    { numRuns: 40 },
  );
});

test("a window past the end is filled with zeros, and its level is the root mean square", () => {
  const buffer = new SampleBuffer(0);
  buffer.append(new Uint8Array(Int16Array.from([16_384, -16_384]).buffer));
  const window = new Float32Array(4).fill(9);
  expect(buffer.window(0, window)).toBeCloseTo(0.5 / Math.sqrt(2));
  expect([...window]).toEqual([0.5, -0.5, 0, 0]);
});
