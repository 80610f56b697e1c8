import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { slowness } from "../../../test/support/thread-time.ts";
import { limits } from "../../config/limits.ts";
import { agglomerate } from "./agglomerate.ts";
import { clusterVoices, type HeardVoice } from "./cluster-voices.ts";

const DIMENSIONS = 24;
const options = { similarity: 0.5 };

/** A voice near an axis: those of one axis are some 0.9 alike, those of two near 0. */
function voice(axis: number, wobble: number, seconds = 3): HeardVoice {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => Math.sin((i + 1) * (wobble + 1)) * 0.07);
  vector[axis] = 1;
  const length = Math.hypot(...vector);
  return {
    embedding: vector.map((value) => value / length),
    startSeconds: 0,
    endSeconds: seconds,
    heardSeconds: seconds,
  };
}

/** Labels as who is together with whom. */
function company(labels: readonly number[]): number[] {
  const first = new Map<number, number>();
  return labels.map((label, at) => {
    if (!first.has(label)) first.set(label, at);
    return first.get(label) as number;
  });
}

describe("clustering of voices", () => {
  test("no voice, one voice", async () => {
    expect(await clusterVoices([], options)).toEqual({ labels: [], centres: [] });
    expect((await clusterVoices([voice(0, 1, 0.1)], options)).labels).toEqual([0]);
  });

  const people = fc.array(
    fc.record({ axis: fc.nat(6), wobble: fc.double({ min: 0, max: 50, noNaN: true }) }),
    {
      minLength: 1,
      maxLength: 40,
    },
  );

  test("voices of one person come together and those of two do not", async () => {
    await fc.assert(
      fc.asyncProperty(people, async (heard) => {
        const { labels, centres } = await clusterVoices(
          heard.map(({ axis, wobble }) => voice(axis, wobble)),
          options,
        );
        expect(company(labels)).toEqual(company(heard.map(({ axis }) => axis)));
        expect(centres).toHaveLength(new Set(labels).size);
      }),
    );
  });

  test("the order of voices changes nothing about who is with whom, nor does asking twice", async () => {
    await fc.assert(
      fc.asyncProperty(people, fc.infiniteStream(fc.nat()), async (heard, chance) => {
        const voices = heard.map(({ axis, wobble }) => voice(axis, wobble));
        const order = voices.map((_, at) => ({ at, key: chance.next().value as number }));
        order.sort((a, b) => a.key - b.key || a.at - b.at);
        const { labels } = await clusterVoices(voices, options);
        const { labels: shuffled } = await clusterVoices(
          order.map(({ at }) => voices[at] as HeardVoice),
          options,
        );
        const back = new Array<number>(voices.length);
        for (const [place, { at }] of order.entries()) back[at] = shuffled[place] as number;
        expect(company(back)).toEqual(company(labels));
        expect((await clusterVoices(voices, options)).labels).toEqual(labels);
      }),
    );
  });

  test(`of more than ${limits.speakers} people those who speak longest are told apart`, async () => {
    const voices = Array.from({ length: 12 }, (_, axis) => voice(axis, axis, 40 - axis));
    const { labels, centres } = await clusterVoices([...voices, ...voices], options);
    expect(centres).toHaveLength(limits.speakers);
    expect(new Set(labels.slice(0, limits.speakers)).size).toBe(limits.speakers);
    expect(labels.every((label) => label >= 0 && label < limits.speakers)).toBe(true);
  });

  test("somebody who says less than a second is taken for whom he sounds most like", async () => {
    const cough = voice(1, 3, 0.4);
    const { labels, centres } = await clusterVoices([voice(0, 1), cough, voice(0, 2), voice(1, 9)], options);
    expect(centres).toHaveLength(2);
    expect(labels[1]).toBe(labels[3] as number);
    const one = await clusterVoices([voice(0, 1), voice(2, 3, 0.9), voice(0, 2)], options);
    expect(one.centres).toHaveLength(1);
  });

  test("two groups are one person as soon as their centres are alike, though single voices are not", async () => {
    // Voices of one group are 0.5 alike and those of two 0.3; what differs from voice to voice evens out in the centres.
    const heard = (at: number, apart: number): HeardVoice => {
      const vector = new Float32Array(DIMENSIONS);
      vector[0] = 0.63;
      vector[1] = at % 2 === 0 ? apart : -apart;
      vector[2 + (at % 20)] = 0.7;
      const length = Math.hypot(...vector);
      const embedding = vector.map((value) => value / length);
      return { embedding, startSeconds: 0, endSeconds: 1, heardSeconds: 2 };
    };
    const people = async (apart: number) => {
      const voices = Array.from({ length: 40 }, (_, at) => heard(at, apart));
      return (await clusterVoices(voices, { similarity: 0.45 })).centres.length;
    };
    expect(await people(0.3)).toBe(1);
    expect(await people(0.6)).toBe(2);
  });

  test("the longer two speak, the smaller a difference tells them apart", async () => {
    const people = async (secondsOfEach: number) => {
      const voices = Array.from({ length: 8 }, (_, at): HeardVoice => {
        const embedding = new Float32Array(DIMENSIONS);
        embedding.set(at % 2 === 0 ? [1, 0] : [0.82, Math.sqrt(1 - 0.82 ** 2)]);
        const endSeconds = secondsOfEach / 4;
        return { embedding, startSeconds: 0, endSeconds, heardSeconds: endSeconds };
      });
      return (await clusterVoices(voices, { similarity: 0.8 })).centres.length;
    };
    expect(await people(12)).toBe(2);
    expect(await people(4)).toBe(1);
  });

  test("four hours of voices take a bounded time and come out as the people that they are", async () => {
    const voices = Array.from({ length: 28_000 }, (_, at) => voice((at >> 3) % 5, at % 97));
    const before = process.cpuUsage();
    const { labels } = await clusterVoices(voices, options);
    expect(company(labels)).toEqual(company(voices.map((_, at) => (at >> 3) % 5)));
    // Half a second; without blocks it would be a minute.
    expect(process.cpuUsage(before).user / 1_000 / slowness()).toBeLessThan(15_000);
  }, 300_000);
});

describe.each(["average", "centre"] as const)("%s linkage", (linkage) => {
  test("joins down to the most that are wanted, however unlike they are", async () => {
    const groups = [0, 1, 2, 3].map((axis) => ({
      sum: voice(axis, axis).embedding,
      weight: 1,
      members: [axis],
    }));
    expect(agglomerate(groups, linkage, 2, 2)).toHaveLength(2);
    expect(agglomerate(groups, linkage, 2)).toHaveLength(4);
    expect(agglomerate(groups, linkage, -2)).toHaveLength(1);
  });

  test("loses nobody and knows what a group sums up", async () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 30 }), (axes) => {
        const groups = axes.map((axis, at) => ({
          sum: voice(axis, at).embedding,
          weight: 1,
          members: [at],
        }));
        const joined = agglomerate(groups, linkage, 0.5);
        expect(joined.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual([...axes.keys()]);
        for (const { sum, weight, members } of joined) {
          expect(weight).toBe(members.length);
          const first = members.reduce((total, at) => total + (groups[at]?.sum[0] as number), 0);
          expect(sum[0]).toBeCloseTo(first, 4);
        }
      }),
    );
  });
});
