import { expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../config/limits.ts";
import {
  decodeJson,
  encodeFrame,
  FRAME,
  type Frame,
  FrameReader,
  openSchema,
  ProtocolError,
} from "./protocol.ts";

const anyFrame = fc.record({
  type: fc.constantFrom(...Object.values(FRAME)),
  stream: fc.nat({ max: 0xffff_ffff }),
  payload: fc.uint8Array({ maxLength: 300 }),
});

test("frames come out as they went in, wherever the pipe cuts them", () => {
  fc.assert(
    fc.property(
      fc.array(anyFrame, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 40 })),
      (frames, cuts) => {
        const bytes = Buffer.concat(
          frames.map((frame) => encodeFrame(frame.type, frame.stream, frame.payload)),
        );
        const read: Frame[] = [];
        const reader = new FrameReader((frame) => read.push(frame));
        let at = 0;
        for (let turn = 0; at < bytes.length; turn++) {
          const length = cuts[turn % Math.max(cuts.length, 1)] ?? bytes.length;
          reader.push(bytes.subarray(at, at + length));
          at += length;
        }
        expect(read.map((frame) => ({ ...frame, payload: [...frame.payload] }))).toEqual(
          frames.map((frame) => ({ ...frame, payload: [...frame.payload] })),
        );
      },
    ),
  );
});

test("the longest frame is read, one byte more is refused before it is held in memory", () => {
  const lengths: number[] = [];
  const reader = new FrameReader((frame) => lengths.push(frame.payload.byteLength));
  reader.push(encodeFrame(FRAME.audio, 1, new Uint8Array(limits.engineFrameBytes)));
  expect(lengths).toEqual([limits.engineFrameBytes]);
  const header = encodeFrame(FRAME.audio, 1);
  header.writeUInt32LE(limits.engineFrameBytes + 1, 0);
  expect(() => reader.push(header)).toThrow(ProtocolError);
});

test("garbage is told from frames", () => {
  const reader = new FrameReader(() => {});
  expect(() => reader.push(Buffer.from([1, 0, 0, 0, 99, 0, 0, 0, 0, 0]))).toThrow(
    "there is no frame type 99",
  );
  expect(() => decodeJson(openSchema, Buffer.from("no json"))).toThrow(ProtocolError);
  expect(() => decodeJson(openSchema, Buffer.from('{"lane":"fast","startSample":0}'))).toThrow(ProtocolError);
});
