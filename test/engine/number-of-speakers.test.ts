/** How many speakers are found, with the networks that ship with tiro, in conversations put together from recordings. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { samplesOf } from "../../scripts/bench/diarize/voices.ts";
import { loadConfig } from "../../src/config/load.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { type OpenSpeakers, openSpeakers } from "../../src/recognition/open-speakers.ts";
import { keepLoudest, type SpeakerTurns, speakerTurns } from "../../src/transcription/speakers/turns.ts";
import { joined } from "./support.ts";

const RATE = 16_000;
const AUDIO = join(import.meta.dir, "../audio");
const A = ["01_slt", "03_slt", "06_slt", "07_slt", "09_slt"];
const B = ["02_rms", "04_rms", "08_rms", "10_rms"];
const C = ["05_awb"];
const PAUSE = new Int16Array(0.6 * RATE);

let folder: string;
let speakers: OpenSpeakers;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tiro-speakers-"));
  const { config } = loadConfig({ flags: { data: folder } });
  speakers = openSpeakers(config, prepareNativeLibraries({ dataDir: folder }), silentLogger);
});

afterAll(() => {
  speakers.engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function said(clips: readonly string[]): Promise<Int16Array> {
  const parts = await Promise.all(clips.map((clip) => samplesOf(join(AUDIO, `synth_${clip}.wav`))));
  return joined(...parts.flatMap((part) => [PAUSE, part]));
}

/** As heard across a room: echoes of a fifth of a second and more, and noise. */
function inRoom(samples: Int16Array): Int16Array {
  const heard = Float32Array.from(samples);
  for (const [delay, share] of [
    [0.023, 0.6],
    [0.037, 0.5],
    [0.071, 0.45],
    [0.113, 0.35],
    [0.211, 0.2],
  ] as const) {
    const late = Math.round(delay * RATE);
    for (let i = late; i < heard.length; i += 1)
      heard[i] = (heard[i] as number) + share * (samples[i - late] as number);
  }
  let state = 1;
  return Int16Array.from(heard, (sample) => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    return Math.max(-32_768, Math.min(32_767, 0.5 * sample + state / 2 ** 22));
  });
}

/** Turns of little more than a second, the voices one after the other. */
async function inShortTurns(voices: readonly (readonly string[])[]): Promise<Int16Array> {
  const [turn, pause] = [1.3 * RATE, new Int16Array(0.3 * RATE)];
  const whole = await Promise.all(voices.map(said));
  return joined(
    ...Array.from({ length: 8 }, (_, n) =>
      whole.flatMap((voice) => [voice.slice(n * turn, (n + 1) * turn), pause]),
    ).flat(),
  );
}

async function hear(samples: Int16Array): Promise<SpeakerTurns> {
  async function* blocks() {
    for (let at = 0; at < samples.length; at += RATE) yield samples.subarray(at, at + RATE);
  }
  return speakerTurns(await speakers.engine.analyse(blocks()), { similarity: speakers.similarity });
}

function speaking({ turns }: SpeakerTurns): number {
  return new Set(turns.map(({ speaker }) => speaker)).size;
}

describe("the number of speakers", () => {
  const [a1, a2, a3, a4] = A as [string, string, string, string];
  const [b1, b2, b3] = B as [string, string, string];
  test.each<[string, () => Promise<Int16Array>, number]>([
    ["one who reads on", () => said(A), 1],
    ["another one", () => said(B), 1],
    ["one across a room", async () => inRoom(await said(A)), 1],
    ["two in turns", () => said([a1, b1, a2, b2, a3, b3]), 2],
    ["two in turns across a room", async () => inRoom(await said([a1, b1, a2, b2, a3, b3])), 2],
    ["two in short turns", () => inShortTurns([A, B]), 2],
    ["two, one of whom says one sentence", () => said([a1, a2, ...C, a3, a4]), 2],
  ])("%s", async (_, make, count) => {
    expect(speaking(await hear(await make()))).toBe(count);
  });

  test("three, of whom as many are kept as are asked for, and twice heard is heard the same", async () => {
    const samples = await said([a1, b1, ...C, a2, b2, ...C, a3, b3]);
    const found = await hear(samples);
    expect(speaking(found)).toBe(3);
    for (const most of [1, 2, 3]) expect(new Set(keepLoudest(found, most)).size).toBe(most);
    expect(await hear(samples)).toEqual(found);
  });
});
