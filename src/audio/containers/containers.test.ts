/** Metadata of each container, in small files made by hand, and how much of it is read. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { inMemory, repeating } from "../../../test/audio/support/bytes-in-memory.ts";
import { refusalOf } from "../../../test/support/refusal.ts";
import { limits } from "../../config/limits.ts";
import { readMatroska } from "./matroska.ts";
import { isMp4CutShort } from "./mp4.ts";
import { adtsFrames, findFrames, readFrame, readXingHeader } from "./mpeg-audio.ts";
import { readOgg } from "./ogg.ts";
import { readProgramStream } from "./program-stream.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const none = new Uint8Array(0);

const refusal = (read: () => unknown) => refusalOf(read, "invalid_audio").message;

describe("MP4", () => {
  const box = (type: string, content = 0, statedBytes = content + 8) => {
    const bytes = Buffer.alloc(8 + content);
    bytes.writeUInt32BE(statedBytes, 0);
    bytes.write(type, 4, "latin1");
    return bytes;
  };
  const isCutShort = (...boxes: Uint8Array[]) => isMp4CutShort(inMemory(Buffer.concat(boxes)));

  test.each<[name: string, boxes: Buffer[], expected: boolean]>([
    ["whole", [box("ftyp", 8), box("moov", 8), box("mdat", 8)], false],
    ["index last", [box("mdat", 8), box("moov", 8)], false],
    ["samples cut short", [box("moov", 8), box("mdat", 8, 17)], true],
    ["a fragment cut short", [box("moov", 8), box("moof", 8, 40)], true],
    ["padding cut short, which nobody misses", [box("moov", 8), box("free", 8, 40)], false],
    ["samples to the end of the file", [box("moov", 8), box("mdat", 8, 0)], false],
    ["zeros at the end", [box("moov", 8), Buffer.alloc(64)], false],
    ["64-bit size", [box("moov"), hex("00000001 6d646174 0000000000000010")], false],
    ["64-bit size past the end", [box("moov"), hex("00000001 6d646174 0000000000000011")], true],
  ])("MP4 knows whether samples are missing: %s", (_, boxes, expected) => {
    expect(isCutShort(...boxes)).toBe(expected);
  });

  test("without an index, the message tells a cut file from an unfinished one", () => {
    expect(refusal(() => isCutShort(box("mdat", 8, 90)))).toContain("cut short");
    expect(refusal(() => isCutShort(box("mdat", 8)))).toContain("never finished");
  });

  test("as many boxes as the limit are read", () => {
    const boxes = (count: number) => repeating(none, box("free"), count - 1, box("moov"));
    expect(isMp4CutShort(boxes(limits.mp4Boxes))).toBe(false);
    expect(refusal(() => isMp4CutShort(boxes(limits.mp4Boxes + 1)))).toContain("too many boxes");
  });
});

describe("Matroska", () => {
  const element = (id: string, content: Uint8Array, size = 0x80 | content.length) =>
    Buffer.concat([hex(id), Buffer.of(size), content]);
  const head = element("1a45dfa3", element("4282", Buffer.from("webm")));
  const duration = element("4489", hex("44fa0000"));
  const info = element("1549a966", duration);

  test("type and duration, in milliseconds where no other unit is said", () => {
    const file = Buffer.concat([head, element("18538067", info)]);
    expect(readMatroska(inMemory(file))).toEqual({
      docType: "webm",
      durationSeconds: 2,
      isCutShort: false,
    });
    const micro = element("1549a966", Buffer.concat([element("2ad7b1", hex("03e8")), duration]));
    const other = Buffer.concat([head, element("18538067", micro)]);
    expect(readMatroska(inMemory(other)).durationSeconds).toBeCloseTo(0.002, 9);
  });

  test("cut short, and of unknown size", () => {
    const cut = Buffer.concat([head, element("18538067", info, 0x80 | (info.length + 1))]);
    expect(readMatroska(inMemory(cut)).isCutShort).toBe(true);
    const live = Buffer.concat([head, element("18538067", none, 0xff), element("1f43b675", none, 0xff)]);
    expect(readMatroska(inMemory(live))).toEqual({
      docType: "webm",
      durationSeconds: null,
      isCutShort: false,
    });
  });

  test("sizes in eight bytes are exact", () => {
    const segment = Buffer.concat([
      hex(`18538067 0100000000000${info.length.toString(16).padStart(3, "0")}`),
      info,
    ]);
    expect(readMatroska(inMemory(Buffer.concat([head, segment])))).toMatchObject({
      durationSeconds: 2,
      isCutShort: false,
    });
    expect(readMatroska(inMemory(Buffer.concat([head, segment.subarray(0, -1)]))).isCutShort).toBe(true);
  });

  test("as many elements as the limit are read", () => {
    // The head, its type and the segment come first, the information and its duration last.
    const file = (count: number) =>
      repeating(Buffer.concat([head, hex("18538067ff")]), hex("ec80"), count - 5, info);
    expect(readMatroska(file(limits.matroskaElements)).durationSeconds).toBe(2);
    expect(refusal(() => readMatroska(file(limits.matroskaElements + 1)))).toContain(
      "more than 1000 elements",
    );
  });
});

describe("Ogg", () => {
  const page = (flags: number, content = 0, isWhole = true) => {
    const bytes = Buffer.alloc(28 + (isWhole ? content : 0));
    bytes.write("OggS", "latin1");
    bytes[5] = flags;
    bytes[26] = 1;
    bytes[27] = content;
    return bytes;
  };
  const FIRST = 2;
  const read = (...pages: Uint8Array[]) => readOgg(inMemory(Buffer.concat(pages)));

  test("a chain comes apart where a new stream begins, and streams side by side stay together", () => {
    const link = [page(FIRST), page(FIRST), page(0, 9)];
    const { links, isCutShort } = read(...link, ...link, page(0));
    expect(links.map(({ bytes }) => bytes)).toEqual([93, 121]);
    expect(isCutShort).toBe(false);
  });

  test("what lies between pages is passed over", () => {
    const { links, isCutShort } = read(
      Buffer.from("rubbish"),
      page(FIRST),
      Buffer.from("OggOgg"),
      page(0, 3),
    );
    expect(links.map(({ bytes }) => bytes)).toEqual([65]);
    expect(isCutShort).toBe(false);
  });

  test("the last page's content is missing", () => {
    expect(read(page(FIRST), page(0, 9, false)).isCutShort).toBe(true);
  });

  test("as many streams and pages as the limits are read", () => {
    const streams = (count: number) => repeating(none, Buffer.concat([page(FIRST), page(0)]), count, page(0));
    expect(readOgg(streams(limits.oggLinks)).links.length).toBe(limits.oggLinks);
    expect(refusal(() => readOgg(streams(limits.oggLinks + 1)))).toContain("too many");
    const first = page(FIRST) as Uint8Array<ArrayBuffer>;
    const pages = (count: number) => ({ bytes: count * first.length, read: () => first });
    expect(readOgg(pages(limits.oggPages)).links.length).toBe(1);
    expect(refusal(() => readOgg(pages(limits.oggPages + 1)))).toContain("more than 1000000 pages");
  }, 300_000);
});

describe("MPEG program stream", () => {
  const pack = hex("000001ba 44 0000000000000000 f8");
  const packet = (id: number, content: Uint8Array, isMpeg2: boolean) => {
    const header = isMpeg2 ? hex("8080 05 2100010001") : hex("ffff 4000 2100010001");
    const head = Buffer.from([0, 0, 1, id, 0, header.length + content.length]);
    return Buffer.concat([head, header, content]);
  };
  const VIDEO = 0xe0;
  const AUDIO = 0xc0;

  test("the audio track's pieces read as one, wherever one begins to read", () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.boolean(), fc.nat(400), fc.nat(400), (contents, isMpeg2, offset, count) => {
        const whole = Buffer.concat(contents);
        fc.pre(whole.length > 0);
        const file = contents.flatMap((content) => [
          pack,
          packet(VIDEO, hex("000001c0"), isMpeg2),
          packet(AUDIO, content, isMpeg2),
          packet(AUDIO + 1, hex("ffff"), isMpeg2),
        ]);
        const track = readProgramStream(inMemory(Buffer.concat(file)));
        expect(track.bytes).toBe(whole.length);
        expect(Buffer.from(track.read(offset, count))).toEqual(whole.subarray(offset, offset + count));
      }),
    );
  });

  test("what is missing is said", () => {
    const refused = (id: number) =>
      refusal(() => readProgramStream(inMemory(Buffer.concat([pack, packet(id, hex("00"), true)]))));
    expect(refused(VIDEO)).toContain("no audio track, only video");
    expect(refused(0xbd)).toContain("AC-3");
  });

  test("as many packets as the limit are read", () => {
    const audio = packet(AUDIO, hex("ff"), true);
    const file = (count: number) => repeating(none, pack, count - 1, audio);
    expect(readProgramStream(file(limits.mpegPackets)).bytes).toBe(1);
    expect(refusal(() => readProgramStream(file(limits.mpegPackets + 1)))).toContain("too many packets");
  }, 300_000);
});

describe("frames of MPEG audio and AAC", () => {
  /** Lengths as in ISO/IEC 11172-3 and 13818-3: 144 times the bit rate over the sample rate, for instance. */
  test.each([
    ["MPEG 1 layer III, 128 kbit/s, 44.1 kHz stereo", "fffb9064", "mpeg", 44_100, 2, 417, 1152],
    ["the same, padded", "fffb9264", "mpeg", 44_100, 2, 418, 1152],
    ["MPEG 2 layer III, 64 kbit/s, 22.05 kHz mono", "fff380c4", "mpeg", 22_050, 1, 208, 576],
    ["MPEG 2.5 layer III, 8 kbit/s, 8 kHz mono", "ffe318c4", "mpeg", 8_000, 1, 72, 576],
    ["MPEG 1 layer II, 192 kbit/s, 48 kHz stereo", "fffda404", "mpeg", 48_000, 2, 576, 1152],
    ["MPEG 1 layer I, 384 kbit/s, 48 kHz stereo", "ffffc404", "mpeg", 48_000, 2, 384, 384],
    ["AAC, 44.1 kHz stereo", "fff15080 2e7ffc", "adts", 44_100, 2, 371, 1024],
  ] as const)("a frame header tells all of %s", (_, header, kind, sampleRate, channels, bytes, samples) => {
    const padded = Buffer.concat([hex(header), Buffer.alloc(4)]);
    expect(readFrame(padded, 0)).toEqual({ kind, sampleRate, channels, bytes, samples });
  });

  test.each(["fffbf064", "fffb0064", "fffb9c64", "ffeb9064", "fff99064", "00000000"])(
    "%s is none",
    (header) => {
      expect(readFrame(Buffer.concat([hex(header), Buffer.alloc(4)]), 0)?.kind).not.toBe("mpeg");
    },
  );

  const mp3 = Buffer.concat([hex("fffb9064"), Buffer.alloc(413)]);
  test("a beginning is found as far in as the limit", () => {
    const file = (before: number) => inMemory(Buffer.concat([Buffer.alloc(before), mp3, mp3, mp3]));
    const last = limits.audioSyncBytes - 7;
    expect(findFrames(file(last))?.offset).toBe(last);
    expect(findFrames(file(limits.audioSyncBytes))).toBeNull();
  });

  test("one frame is believed where the file ends with it, and not in front of something else", () => {
    expect(findFrames(inMemory(mp3))?.offset).toBe(0);
    expect(findFrames(inMemory(Buffer.concat([mp3, Buffer.alloc(500)])))).toBeNull();
  });

  test("the Xing header gives duration and size", () => {
    const first = Buffer.from(mp3);
    first.write("Xing", 36, "latin1");
    first.writeUInt32BE(3, 40);
    first.writeUInt32BE(100, 44);
    first.writeUInt32BE(41_700, 48);
    const frame = readFrame(first, 0);
    if (!frame) throw new Error("no frame");
    const { durationSeconds, bytes } = readXingHeader(inMemory(first), frame) ?? {};
    expect(durationSeconds).toBeCloseTo((100 * 1152) / 44_100, 9);
    expect(bytes).toBe(41_700);
    expect(readXingHeader(inMemory(mp3), frame)).toBeNull();
  });

  test("every whole ADTS frame comes out once, whatever stands between", () => {
    const adts = (content: number) => {
      const bytes = Buffer.concat([hex("fff15080 00 1ffc"), Buffer.alloc(content, 0x11)]);
      bytes.writeUInt16BE(((bytes.length & 0x7ff) << 5) | 0x1f, 4);
      bytes[3] = 0x80 | (bytes.length >> 11);
      return bytes;
    };
    const rubbish = fc.uint8Array({ maxLength: 9 }).map((bytes) => bytes.map((byte) => byte & 0x7f));
    const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 8_000 }), rubbish), { maxLength: 40 });
    fc.assert(
      fc.property(parts, (list) => {
        const file = Buffer.concat(list.flatMap(([content, between]) => [adts(content), between]));
        const found = [...adtsFrames(inMemory(file))].map(({ length }) => length);
        expect(found).toEqual(list.map(([content]) => content + 7));
      }),
      { numRuns: 50 },
    );
  });
});
