import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { limits } from "../config/limits.ts";
import { encodeFrame, FrameParser, type MediaFrame } from "./media-protocol.ts";

const frames: MediaFrame[] = [
  {
    type: "info",
    info: { container: "wav", codec: "pcm", sampleRate: 8000, channels: 1, statedDurationSeconds: null },
  },
  { type: "samples", samples: Int16Array.from([1, -2, 32_767, -32_768]) },
  { type: "samples", samples: new Int16Array(0) },
  { type: "samples", samples: Int16Array.from({ length: 16_000 }, (_, index) => index) },
  { type: "error", code: "invalid_audio", message: "cut short", hint: null },
  { type: "end" },
];

test("frames come out as they went in, however the pipe cuts them", () => {
  const wire = Buffer.concat(frames.map(encodeFrame));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1 }), (sizes) => {
      const parser = new FrameParser();
      const received: MediaFrame[] = [];
      for (let at = 0, turn = 0; at < wire.length; turn++) {
        const size = sizes[turn % sizes.length] as number;
        received.push(...parser.push(new Uint8Array(wire.subarray(at, at + size))));
        at += size;
      }
      expect(received).toEqual(frames);
    }),
    { numRuns: 200 },
  );
});

test("a frame may be as long as its limit and not a byte longer", () => {
  const head = (bytes: number) => {
    const frame = new Uint8Array(5);
    new DataView(frame.buffer).setUint32(0, bytes, true);
    frame[4] = 2;
    return frame;
  };
  const longest = limits.mediaFrameBytes - 5;
  expect([...new FrameParser().push(head(longest))]).toEqual([]);
  expect(() => [...new FrameParser().push(head(longest + 1))]).toThrow("longer than the limit");
});

test("an unknown type is refused", () => {
  expect(() => [...new FrameParser().push(Uint8Array.of(0, 0, 0, 0, 9))]).toThrow("unknown type 9");
});
