/** Ways to damage a file, drawn from a seed so that every run can be repeated. */

export type Random = () => number;

/** Mulberry32 (Tommy Ettinger, public domain): small, and the same everywhere. In 0..1. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Damage = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const DAMAGES: Readonly<Record<string, Damage>> = {
  flipBits: (bytes, random) => {
    const flips = 1 + Math.floor(random() * 30);
    for (let count = 0; count < flips; count++) {
      const at = place(bytes, random);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    return bytes;
  },
  /** Headers steer everything; most of a file is payload. */
  flipHeader: (bytes, random) => {
    for (let count = 0; count < 1 + random() * 6; count++) {
      bytes[Math.floor(random() * Math.min(bytes.length, 400))] = Math.floor(random() * 256);
    }
    return bytes;
  },
  hugeNumber: (bytes, random) => {
    const at = Math.floor(random() * Math.max(1, Math.min(bytes.length, 2000) - 8));
    const width = [2, 4, 8][Math.floor(random() * 3)] as number;
    return bytes.fill([0xff, 0x7f, 0x80][Math.floor(random() * 3)] as number, at, at + width);
  },
  truncate: (bytes, random) => bytes.subarray(0, place(bytes, random)),
  loseBeginning: (bytes, random) => bytes.subarray(Math.floor(random() * Math.min(bytes.length, 4000))),
  zeroRange: (bytes, random) => bytes.fill(0, ...range(bytes, random)),
  noiseRange: (bytes, random) => {
    const [begin, end] = range(bytes, random);
    for (let at = begin; at < end; at++) bytes[at] = Math.floor(random() * 256);
    return bytes;
  },
  dropRange: (bytes, random) => {
    const [begin, end] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, begin), bytes.subarray(end)]);
  },
  repeatRange: (bytes, random) => {
    const [begin, end] = range(bytes, random);
    const repeated = Array.from({ length: 1 + Math.floor(random() * 20) }, () => bytes.subarray(begin, end));
    return Buffer.concat([bytes.subarray(0, end), ...repeated, bytes.subarray(end)]);
  },
  splice: (bytes, random, other) => {
    return Buffer.concat([bytes.subarray(0, place(bytes, random)), other.subarray(place(other, random))]);
  },
};

/** A damaged copy, and the names of what was done to it. */
export function damage(bytes: Uint8Array, other: Uint8Array, random: Random): { bytes: Buffer; how: string } {
  const names = Object.keys(DAMAGES);
  const done: string[] = [];
  let damaged: Buffer = Buffer.from(bytes);
  do {
    const name = names[Math.floor(random() * names.length)] as string;
    damaged = (DAMAGES[name] as Damage)(damaged, random, Buffer.from(other));
    done.push(name);
  } while (random() < 0.3);
  return { bytes: damaged, how: done.join("+") };
}

function place(bytes: Uint8Array, random: Random): number {
  return Math.floor(random() * bytes.length);
}

function range(bytes: Uint8Array, random: Random): [begin: number, end: number] {
  const begin = place(bytes, random);
  return [begin, Math.min(bytes.length, begin + Math.ceil(random() ** 3 * bytes.length))];
}
