/** The speaker engine with the networks that ship with tiro. */
import { afterAll, describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { configSchema } from "../../src/config/schema.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { openSpeakers } from "../../src/recognition/open-speakers.ts";
import { speakerTurns } from "../../src/transcription/speakers/turns.ts";
import { blocks, clip, joined, SAMPLE_RATE, silence } from "./support.ts";

const dataDir = join(tmpdir(), "tiro-engine-tests");
const libraries = prepareNativeLibraries({ dataDir });
const { engine, ...options } = openSpeakers(
  configSchema.parse({ data: { dir: dataDir } }),
  libraries,
  silentLogger,
);
afterAll(() => engine.close());

const hear = async (samples: Int16Array) => speakerTurns(await engine.analyse(blocks(samples)), options);
const conversation = clip("conversation_two_speakers.wav").samples;
const seconds = (from: number, until: number) =>
  conversation.subarray(from * SAMPLE_RATE, until * SAMPLE_RATE);

describe("speakers", () => {
  test("two who talk in turns are two, whose turns alternate where they do", async () => {
    const { turns, centres } = await hear(conversation);
    expect(centres).toHaveLength(2);
    expect(turns.map(({ speaker }) => speaker)).toEqual(
      [0, 1, 0, 1, 0, 1, 0, 1].map((at) => turns[at]?.speaker as number),
    );
    for (const [at, start] of [0.5, 4.26, 7.35, 11.07, 15.57, 19.45, 23.77, 26.83].entries())
      expect(Math.abs((turns[at]?.startSeconds as number) - start)).toBeLessThan(0.3);
  });

  test("one alone is one, also for longer than a window and behind a long silence", async () => {
    const { centres, turns } = await hear(
      joined(silence(12), seconds(7.2, 10.3), silence(0.4), seconds(0.3, 3.6)),
    );
    expect(centres).toHaveLength(1);
    expect(turns[0]?.startSeconds).toBeGreaterThan(11.5);
  });

  test("where two talk at once, somebody is heard, and nobody after them", async () => {
    const [one, other] = [seconds(7.2, 10.3), seconds(11, 14.7)];
    const both = one.map((sample, at) => Math.round((sample + (other[at] ?? 0)) / 2));
    const { turns } = await hear(joined(one, silence(0.3), other, silence(0.3), both, silence(1)));
    const after = turns.filter(({ endSeconds }) => endSeconds > 7.5);
    expect(after.length).toBeGreaterThan(0);
    expect(after.every(({ endSeconds }) => endSeconds < 11.5)).toBe(true);
  });

  test("silence is nobody", async () => {
    expect(await hear(silence(25))).toEqual({ turns: [], centres: [] });
    expect(await hear(silence(0.01))).toEqual({ turns: [], centres: [] });
  });

  test("music and noise end as every recording does, in turns inside it", async () => {
    const chord = Int16Array.from({ length: 15 * SAMPLE_RATE }, (_, at) => {
      const tone = (hertz: number) => Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE);
      return Math.round(4_000 * (tone(261.6) + tone(329.6) + tone(392)));
    });
    const noise = Int16Array.from({ length: 15 * SAMPLE_RATE }, (_, at) => ((at * 7919) % 9_973) - 4_986);
    for (const samples of [chord, noise]) {
      const { turns, centres } = await hear(samples);
      expect(centres.length).toBeLessThanOrEqual(8);
      for (const { startSeconds, endSeconds } of turns) {
        expect(startSeconds).toBeGreaterThanOrEqual(0);
        expect(endSeconds).toBeLessThanOrEqual(15);
      }
    }
  });

  test("several recordings at once are told apart", async () => {
    const one = joined(seconds(7.2, 10.3), silence(1));
    const [first, second, third] = await Promise.all([hear(one), hear(conversation), hear(one)]);
    expect(second.centres).toHaveLength(2);
    expect(third).toEqual(first);
  });
});
