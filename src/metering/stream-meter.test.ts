import { expect, test } from "bun:test";
import fc from "fast-check";
import { testClock, testDatabase } from "../../test/support/database.ts";
import { configSchema } from "../config/schema.ts";
import { createMeter } from "./meter.ts";
import { StreamMeter } from "./stream-meter.ts";

const USE = {
  accountId: "usr_a",
  keyId: "key_a",
  kind: "transcription",
  acceptedAt: Date.UTC(2026, 10, 25),
} as const;

function metered() {
  const store = testDatabase();
  const meter = createMeter(configSchema.parse({}).billing);
  const deps = { db: store.db, clock: testClock(), meter };
  const lines = () =>
    store.db
      .prepare<[], { audio: number; billed: number }>(
        "SELECT audio_seconds AS audio, billed_seconds AS billed FROM usage ORDER BY rowid",
      )
      .all();
  return { store, deps, lines, stream: new StreamMeter(deps, USE) };
}

test("each line has what the lines before it left, and the minimum counts once", async () => {
  const { store, lines, stream } = metered();
  using _ = store;
  await stream.note(9.9);
  expect(lines()).toEqual([]);
  await stream.note(60.7);
  await stream.note(60.9);
  await stream.note(64.2);
  await stream.end(64.2);
  expect(lines()).toEqual([
    { audio: 60, billed: 60 },
    { audio: 4, billed: 4 },
    { audio: 1, billed: 1 },
  ]);
});

test("a short stream costs the minimum, and one that heard nothing costs nothing", async () => {
  const { store, deps, lines, stream } = metered();
  using _ = store;
  await stream.end(0.2);
  expect(lines()).toEqual([{ audio: 1, billed: 10 }]);
  await new StreamMeter(deps, USE).end(0);
  expect(lines()).toHaveLength(1);
});

test("a line that could not be written is on the next one", async () => {
  const { store, deps, lines } = metered();
  using _ = store;
  let fails = true;
  const meter = {
    ...deps.meter,
    priceMicroUsd: (...args: Parameters<typeof deps.meter.priceMicroUsd>) => {
      if (fails) throw new Error("the disk is full");
      return deps.meter.priceMicroUsd(...args);
    },
  };
  const stream = new StreamMeter({ ...deps, meter }, USE);
  expect(stream.note(30)).rejects.toThrow("the disk is full");
  await Bun.sleep(0);
  fails = false;
  await stream.end(42);
  expect(lines()).toEqual([{ audio: 42, billed: 42 }]);
});

test("whenever lines are written, they come to what was heard, or to the minimum", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: 0, max: 90, noNaN: true }), { maxLength: 6 }),
      async (steps) => {
        const { store, lines, stream } = metered();
        using _ = store;
        let heard = 0;
        for (const step of steps) {
          heard += step;
          await stream.note(heard);
          // Whatever ends the server now, nobody pays for more than was heard.
          const billed = lines().reduce((sum, line) => sum + line.billed, 0);
          expect(billed).toBeLessThanOrEqual(Math.max(heard, 0));
        }
        await stream.end(heard);
        const whole = Math.ceil(heard);
        expect(lines().reduce((sum, { audio }) => sum + audio, 0)).toBe(whole);
        expect(lines().reduce((sum, { billed }) => sum + billed, 0)).toBe(
          whole === 0 ? 0 : Math.max(10, whole),
        );
      },
    ),
    { numRuns: 15 },
  );
});
