import { describe, expect, test } from "bun:test";
import {
  holdTurn,
  RECORDING,
  readyTestEngine,
  transcriptionSite,
  until,
} from "../../test/support/transcription.ts";
import { TiroError } from "../lib/errors.ts";

/** The recording has 3.685 s, which its header says; it is metered as 4 s and costs 1,083 micro-USD. */
const BYTES = Bun.file(RECORDING).size;

const engine = await readyTestEngine();

async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error) => {
      if (error instanceof TiroError) return error.code;
      throw error;
    },
  );
}

type Site = Awaited<ReturnType<typeof transcriptionSite>>;
type Overrides = Parameters<Site["request"]>[0];
const create = async (site: Site, overrides?: Overrides) =>
  outcome(site.service.create(await site.request(overrides)));
const createJob = async (site: Site, overrides?: Overrides) =>
  outcome(site.service.createJob(await site.request(overrides)));

describe("audio a day", () => {
  test("ends at the limit, for each account, until the next day of the time zone", async () => {
    const billing = { time_zone: "Asia/Tokyo" };
    await using site = await transcriptionSite({ engine, limits: { daily_audio_seconds: 4 }, billing });
    expect(await create(site)).toBe("done");
    const request = await site.request();
    // It is midnight in London and nine in the morning in Tokyo.
    await expect(site.service.create(request)).rejects.toMatchObject({
      code: "quota_exceeded",
      extras: { retryAfterSeconds: 15 * 3600 },
    });
    expect(await createJob(site)).toBe("quota_exceeded");
    expect(await create(site, { account: "usr_b" })).toBe("done");
    site.clock.nowMs += 15 * 3600_000 - 1;
    expect(await create(site)).toBe("quota_exceeded");
    site.clock.nowMs += 1;
    expect(await create(site)).toBe("done");
    expect(await site.spool.names()).toEqual([]);
  });

  test("and audio a month, until the next month of the time zone", async () => {
    const billing = { time_zone: "Asia/Tokyo" };
    await using site = await transcriptionSite({ engine, limits: { monthly_audio_seconds: 4 }, billing });
    site.clock.nowMs = Date.parse("2026-10-31T14:00:00Z");
    expect(await create(site)).toBe("done");
    const request = await site.request();
    await expect(site.service.create(request)).rejects.toMatchObject({
      code: "quota_exceeded",
      extras: { retryAfterSeconds: 3600 },
    });
    site.clock.nowMs += 3600_000;
    expect(await create(site)).toBe("done");
  });

  test("counts what the recording says of itself before it is recognized", async () => {
    await using site = await transcriptionSite({ engine, limits: { daily_audio_seconds: 7 } });
    expect(await create(site)).toBe("done");
    expect(await create(site)).toBe("quota_exceeded");
    expect(await createJob(site)).toBe("quota_exceeded");
    expect(site.usage()).toHaveLength(1);
  });

  test("counts calls and jobs that still wait or run", async () => {
    await using site = await transcriptionSite({ engine, limits: { daily_audio_seconds: 11 } });
    const turn = holdTurn(site.queue);
    const first = create(site);
    await until(() => Object.values(site.queue.snapshot().waiting).some((waiting) => waiting > 0));
    expect(await createJob(site)).toBe("done");
    expect(await createJob(site)).toBe("quota_exceeded");
    expect(await create(site)).toBe("quota_exceeded");
    turn.end();
    expect(await first).toBe("done");
    await until(() => site.usage().length === 2);
  });
});

describe("storage", () => {
  test("counts uploads of jobs, their results, and calls under way, to the byte", async () => {
    await using site = await transcriptionSite({ engine, limits: { storage_bytes: 2 * BYTES } });
    const turn = holdTurn(site.queue);
    const call = create(site);
    expect(await createJob(site)).toBe("done");
    expect(await createJob(site)).toBe("rate_limit_exceeded");
    expect(await createJob(site, { account: "usr_b" })).toBe("done");
    turn.end();
    expect(await call).toBe("done");
    await until(() => site.usage().length === 3);
    // The audio is gone, the result is kept: one more fits, and no second one beside it.
    expect(await createJob(site)).toBe("done");
    await until(() => site.usage().length === 4);
    expect(await create(site, { content: Buffer.alloc(2 * BYTES) })).toBe("rate_limit_exceeded");
  });

  test("is not asked for what an idempotency key answers", async () => {
    await using site = await transcriptionSite({ engine, limits: { storage_bytes: BYTES } });
    expect(await create(site, { key: "one" })).toBe("done");
    expect(await create(site, { key: "one" })).toBe("done");
    expect(await create(site, { key: "two" })).toBe("rate_limit_exceeded");
  });
});

describe("many at once", () => {
  test.each([
    ["stored jobs", { stored_jobs: 3 }, "rate_limit_exceeded"],
    ["bytes", { storage_bytes: 4 * BYTES - 1 }, "rate_limit_exceeded"],
    ["seconds of audio a day", { daily_audio_seconds: 14 }, "quota_exceeded"],
    ["seconds of audio a month", { monthly_audio_seconds: 14 }, "quota_exceeded"],
  ])("never get one more in than the limit on %s lets", async (_, limits, code) => {
    await using site = await transcriptionSite({ engine, limits });
    const turn = holdTurn(site.queue);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => createJob(site)));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(3);
    expect(outcomes.filter((each) => each === code)).toHaveLength(9);
    turn.end();
    await until(() => site.usage().length === 3);
  });
});

describe("money", () => {
  test("a call that used up the free usage can be repeated by its key; nothing else goes on", async () => {
    const billing = { mode: "enforce", free_usd: "0.001083" } as const;
    await using site = await transcriptionSite({ engine, billing });
    expect(await create(site, { key: "one" })).toBe("done");
    expect(await create(site, { key: "one" })).toBe("done");
    expect(await create(site)).toBe("payment_method_required");
    expect(await createJob(site, { key: "two" })).toBe("payment_method_required");
    expect(site.usage()).toHaveLength(1);
    expect(await site.spool.names()).toEqual([]);
  });

  test("a failed call costs nothing", async () => {
    await using site = await transcriptionSite({ engine });
    expect(await create(site, { content: Buffer.from("no recording") })).not.toBe("done");
    expect(site.usage()).toEqual([]);
  });
});
