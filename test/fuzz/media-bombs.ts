/** Small files that cost much: hours in kilobytes, sizes that are not there, structures without end. */
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ErrorCode } from "../../src/lib/errors.ts";
import { HOUR_SECONDS, MIB } from "../../src/lib/units.ts";
import { wavHeader } from "../audio/support/wav-file.ts";

export interface Bomb {
  name: string;
  /** The error that it must end with. */
  outcome: ErrorCode;
  write: (path: string) => void;
}

const LARGEST_BYTES = 256 * MIB;

export const bombs: readonly Bomb[] = [
  {
    name: "ten hours of silent FLAC that say so",
    outcome: "audio_too_long",
    write: (path) => writeFileSync(path, silentFlac(10 * HOUR_SECONDS, true)),
  },
  {
    name: "ten hours of silent FLAC that do not say so",
    outcome: "audio_too_long",
    write: (path) => writeFileSync(path, silentFlac(10 * HOUR_SECONDS, false)),
  },
  {
    name: "five hours of Opus in one-byte packets of 60 ms",
    outcome: "audio_too_long",
    write: (path) => writeFileSync(path, emptyOpus(5 * HOUR_SECONDS)),
  },
  {
    name: "256 MB of zeros",
    outcome: "unsupported_media_type",
    write: (path) => writeSparse(path, Buffer.alloc(0)),
  },
  {
    name: "256 MB of zeros behind the head of an MP3",
    outcome: "unsupported_media_type",
    write: (path) => writeSparse(path, Buffer.from([0xff, 0xfb, 0x90, 0x64])),
  },
  {
    name: "an ID3 tag of 256 MB",
    outcome: "invalid_audio",
    write: (path) => writeSparse(path, Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f", "latin1")),
  },
  {
    name: "a FLAC picture of 16 MB that is not there",
    outcome: "invalid_audio",
    write: (path) => writeFileSync(path, Buffer.from("664c614386ffffff", "hex")),
  },
  ...[1, 2_000_000_000].map<Bomb>((sampleRate) => ({
    name: `WAV at ${sampleRate} Hz`,
    outcome: "invalid_audio",
    write: (path) => writeWav(path, sampleRate, 1),
  })),
  {
    name: "WAV with 65,535 channels",
    outcome: "invalid_audio",
    write: (path) => writeWav(path, 48_000, 65_535),
  },
  {
    name: "2,000 nested atoms",
    outcome: "invalid_audio",
    write: (path) => writeFileSync(path, nestedAtoms(2_000)),
  },
  {
    name: "four million free atoms",
    outcome: "invalid_audio",
    write: (path) => writeFileSync(path, repeated(Buffer.from("0000000866726565", "hex"), 4_000_000)),
  },
  {
    name: "a million empty Ogg pages, each the first of a stream",
    outcome: "invalid_audio",
    write: (path) => writeFileSync(path, repeated(oggPage(2, 0, 0, []), 1_000_000)),
  },
  {
    name: "64 MB of MPEG start codes",
    outcome: "invalid_audio",
    write: (path) => writeFileSync(path, repeated(Buffer.from("000001ba", "hex"), 16 * MIB)),
  },
  {
    name: "nested WebM elements of unknown size",
    outcome: "invalid_audio",
    write: (path) => {
      const head = Buffer.from("1a45dfa3a3", "hex");
      writeFileSync(path, Buffer.concat([head, repeated(Buffer.from("18538067ff", "hex"), 100_000)]));
    },
  },
];

/** The file's size is the largest that is accepted; its disk holds only `head`. */
function writeSparse(path: string, head: Buffer): void {
  const fd = openSync(path, "w");
  try {
    writeSync(fd, head);
    ftruncateSync(fd, LARGEST_BYTES);
  } finally {
    closeSync(fd);
  }
}

function writeWav(path: string, sampleRate: number, channels: number): void {
  const dataBytes = 200_000;
  const header = wavHeader({ sampleRate, channels, dataBytes });
  writeFileSync(path, Buffer.concat([header, Buffer.alloc(dataBytes)]));
}

function repeated(part: Buffer, times: number): Buffer {
  return Buffer.alloc(part.length * times, part);
}

function nestedAtoms(depth: number): Buffer {
  const atoms = Buffer.alloc(depth * 8);
  for (let level = 0; level < depth; level++) {
    atoms.writeUInt32BE((depth - level) * 8, level * 8);
    atoms.write(["moov", "trak", "mdia"][level % 3] as string, level * 8 + 4, "latin1");
  }
  return atoms;
}

const FLAC_RATE = 8_000;
const FLAC_BLOCK = 32_768;

/** RFC 9639: frames of one constant subframe, 14 bytes for four seconds. */
function silentFlac(seconds: number, isLengthStated: boolean): Buffer {
  const samples = seconds * FLAC_RATE;
  const info = Buffer.alloc(42);
  info.write("fLaC\x80\0\0\x22", "latin1");
  info.writeUInt16BE(FLAC_BLOCK, 8);
  info.writeUInt16BE(FLAC_BLOCK, 10);
  // 20 bits of rate, 3 of channels less one, 5 of sample width less one, 36 of length.
  const stated = BigInt(isLengthStated ? samples : 0);
  info.writeBigUInt64BE((BigInt(FLAC_RATE) << 44n) | (15n << 36n) | stated, 18);
  const frames = Array.from({ length: Math.ceil(samples / FLAC_BLOCK) }, (_, number) => flacFrame(number));
  return Buffer.concat([info, ...frames]);
}

function flacFrame(number: number): Buffer {
  // Fixed block size 32,768, 8 kHz, mono, 16 bits; then the frame's number as in UTF-8.
  const head = Buffer.concat([
    Buffer.from([0xff, 0xf8, 0xf4, 0x08]),
    Buffer.from(String.fromCodePoint(number)),
  ]);
  const body = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07)]), Buffer.alloc(3)]);
  const check = crc(body, 16, 0x8005);
  return Buffer.concat([body, Buffer.from([check >> 8, check & 0xff])]);
}

/** RFC 6716 section 3.1: a packet of its first byte alone stands for a frame that was not sent. */
function emptyOpus(seconds: number): Buffer {
  const SILK_60_MS_MONO = 3 << 3;
  const head = Buffer.alloc(19);
  head.write("OpusHead\x01\x01", "latin1");
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.alloc(16);
  tags.write("OpusTags", "latin1");
  const pages = [oggPage(2, 0, 0, [head]), oggPage(0, 0, 1, [tags])];
  const packets = Array.from({ length: 255 }, () => Buffer.of(SILK_60_MS_MONO));
  const pageSamples = 255 * 2_880;
  for (let sequence = 2; (sequence - 2) * pageSamples < seconds * 48_000; sequence++) {
    pages.push(oggPage(0, (sequence - 1) * pageSamples, sequence, packets));
  }
  return Buffer.concat(pages);
}

/** RFC 3533 section 6. All pages are of one stream. */
function oggPage(flags: number, granule: number, sequence: number, packets: Buffer[]): Buffer {
  const head = Buffer.alloc(27 + packets.length);
  head.write("OggS\0", "latin1");
  head[5] = flags;
  head.writeBigInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(sequence, 18);
  head[26] = packets.length;
  packets.forEach((packet, index) => {
    head[27 + index] = packet.length;
  });
  const page = Buffer.concat([head, ...packets]);
  page.writeUInt32LE(crc(page, 32, 0x04c11db7), 22);
  return page;
}

/** Most significant bit first, begun with 0: as FLAC and Ogg do it. */
function crc(bytes: Uint8Array, bits: 8 | 16 | 32, polynomial: number): number {
  const top = 2 ** (bits - 1);
  let value = 0;
  for (const byte of bytes) {
    value = (value ^ (byte << (bits - 8))) >>> 0;
    for (let bit = 0; bit < 8; bit++) {
      const isSet = value >= top;
      value = (isSet ? (value << 1) ^ polynomial : value << 1) >>> 0;
      if (bits < 32) value &= 2 ** bits - 1;
    }
  }
  return value;
}

export function writeBomb(folder: string, bomb: Bomb): string {
  const path = join(folder, `${bombs.indexOf(bomb)}.bomb`);
  bomb.write(path);
  return path;
}
