/** The media process as a neighbour: it waits for its reader, ends when it must, and leaves nothing behind. */
import { afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, getPriority, setPriority } from "node:os";
import { join } from "node:path";
import { wholeOf } from "../../scripts/bench/samples.ts";
import type { DecodeOptions } from "../../src/audio/audio.ts";
import { MediaProcess } from "../../src/audio/media-process.ts";
import { openAudio } from "../../src/audio/open-audio.ts";
import { limits } from "../../src/config/limits.ts";
import { eventually } from "../support/eventually.ts";
import { testFolder } from "../support/folders.ts";
import { wavFile } from "./support/wav-file.ts";

/** Of processor time the recording takes less. */
const DEADLINE_MS = 1_500;

const folder = testFolder();
let recording: string;

beforeAll(() => {
  recording = join(folder, "minutes.wav");
  // Long enough that the pipe is full long before the end.
  writeFileSync(recording, wavFile({ seconds: 120, sampleRate: 8_000 }));
});

afterEach(async () => {
  await eventually(mediaHosts, []);
});

function open(options: Partial<DecodeOptions> = {}) {
  const file = { path: recording, bytes: statSync(recording).size };
  return openAudio(file, { maxDurationSeconds: 3600, deadlineMs: 30_000, ...options });
}

/** Process ids of this process's children that decode media. */
function mediaHosts(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const status = textOf(`/proc/${pid}/status`);
      return (
        new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(status) &&
        !/^State:\s+Z/m.test(status) &&
        textOf(`/proc/${pid}/cmdline`).includes("media-host")
      );
    });
}

/** Empty if the process is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}

test("a reader that stops reading is waited for, and closing ends the process", async () => {
  const source = await open();
  const reader = source.samples[Symbol.asyncIterator]();
  await reader.next();
  const [pid] = mediaHosts();
  const usedTicks = () => textOf(`/proc/${pid}/stat`).split(" ").slice(13, 15).join(" ");
  const isStill = async () => {
    const before = usedTicks();
    await Bun.sleep(300);
    return usedTicks() === before;
  };
  // Most of 120 s is still to come, but the process does nothing.
  await eventually(isStill, true);
  expect(mediaHosts()).toEqual([pid as number]);
  await source.close();
  await source.close();
});

test("the process runs below normal priority and with an empty environment", async () => {
  const source = await open();
  const [pid] = mediaHosts();
  expect(Number(textOf(`/proc/${pid}/stat`).split(" ")[18])).toBeGreaterThan(0);
  const variables = textOf(`/proc/${pid}/environ`).split("\0").filter(Boolean);
  expect(variables.filter((line) => !line.startsWith("BUN_"))).toEqual([]);
  await source.close();
});

test("leaving the loop early ends the process", async () => {
  const source = await open();
  for await (const block of source.samples) {
    expect(block.length).toBeGreaterThan(0);
    break;
  }
});

test("a decoder that keeps its reader waiting past the deadline is killed: request_timeout", async () => {
  const source = await open({ deadlineMs: 1_000 });
  process.kill(mediaHosts()[0] as number, "SIGSTOP");
  await expect(Array.fromAsync(source.samples)).rejects.toMatchObject({ code: "request_timeout" });
  expect(mediaHosts()).toEqual([]);
});

test("a decoder that does not say in time what the file is, is killed too, and told apart", async () => {
  const opened = open({ inspectionDeadlineMs: 1 });
  await expect(opened).rejects.toMatchObject({ code: "request_timeout", extras: { param: "file" } });
  await expect(opened).rejects.toThrow("Finding out what the file holds took longer");
  expect(mediaHosts()).toEqual([]);
});

test("a place is taken for a decoder until the file is known, also one that fails; plain WAV takes none", async () => {
  const places = { taken: 0, ended: 0 };
  const takePlace = async () => {
    places.taken += 1;
    const end = () => {
      places.ended += 1;
    };
    return { end };
  };
  const source = await open({ takePlace });
  expect(places).toEqual({ taken: 1, ended: 1 });
  await source.close();
  await expect(open({ takePlace, inspectionDeadlineMs: 1 })).rejects.toThrow();
  expect(places).toEqual({ taken: 2, ended: 2 });
  const plain = join(folder, "plain.wav");
  writeFileSync(plain, wavFile({ seconds: 1, sampleRate: 16_000 }));
  const options = { maxDurationSeconds: 60, deadlineMs: 1_000, takePlace };
  await (await openAudio({ path: plain, bytes: statSync(plain).size }, options)).close();
  expect(places).toEqual({ taken: 2, ended: 2 });
});

test("a reader that is behind does not use up the decoder's deadline", async () => {
  const source = await open({ deadlineMs: 1_000 });
  const reader = source.samples[Symbol.asyncIterator]();
  await reader.next();
  await Bun.sleep(1_300);
  expect((await reader.next()).done).toBe(false);
  await source.close();
});

/** Beside a test at low priority itself, the others do not take the processors from the decoder. */
const canTakeAll = getPriority() < 10;

test.skipIf(!canTakeAll)(
  "a machine that has no time for the decoder does not use up its deadline",
  async () => {
    const source = await open({ deadlineMs: DEADLINE_MS });
    const beganAt = performance.now();
    setPriority(mediaHosts()[0] as number, 19);
    // They take all processors but for a few percent.
    const others = Array.from({ length: 2 * availableParallelism() }, () =>
      Bun.spawn(["sh", "-c", "while :; do :; done"]),
    );
    const endOthers = () => {
      for (const other of others) other.kill("SIGKILL");
    };
    // Past the deadline by the clock it may have the machine.
    setTimeout(endOthers, DEADLINE_MS + 500);
    try {
      let samples = 0;
      for await (const block of source.samples) samples += block.length;
      expect(samples).toBe(120 * 16_000);
      // Else it was no test: so long did its reader wait.
      expect(performance.now() - beganAt).toBeGreaterThan(DEADLINE_MS);
    } finally {
      endOthers();
    }
  },
  300_000,
);

test("the caller's signal ends the decode with its own reason", async () => {
  const caller = new AbortController();
  const source = await open({ signal: caller.signal });
  const reader = source.samples[Symbol.asyncIterator]();
  await reader.next();
  const reason = new Error("the caller hung up");
  caller.abort(reason);
  const rest = async () => {
    while (!(await reader.next()).done);
  };
  await expect(rest()).rejects.toBe(reason);
});

test("a signal that fired before starts nothing", async () => {
  const reason = new Error("gone already");
  await expect(open({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

/** Kills the next decoder that runs. @returns its process id. */
async function killDecoder(signal: NodeJS.Signals, besides: number[] = []): Promise<number> {
  for (;;) {
    const [pid] = mediaHosts().filter((each) => !besides.includes(each));
    if (pid === undefined) {
      await Bun.sleep(1);
      continue;
    }
    process.kill(pid, signal);
    return pid;
  }
}

describe("a decoder that stands still", () => {
  test("is followed by another, which goes on where it was", async () => {
    const whole = await wholeOf((await open()).samples);
    const worked: number[] = [];
    const source = await open({ onWorked: (ms) => worked.push(ms) });
    const stopped = await killDecoder("SIGSTOP");
    expect(await wholeOf(source.samples)).toEqual(whole);
    expect(mediaHosts()).not.toContain(stopped);
    expect(worked.map((ms) => ms > 0)).toEqual([true, true]);
  });

  test("and then another one: the caller is told to send the file again", async () => {
    const opening = open();
    const outcome = opening.catch((error) => error);
    const first = await killDecoder("SIGSTOP");
    await killDecoder("SIGSTOP", [first]);
    expect(await outcome).toMatchObject({ code: "internal_error", retryable: true });
  });
});

describe("a decoder that is killed from outside", () => {
  test.each(["SIGKILL", "SIGTERM"] as const)(
    "is started again after %s and goes on where it was",
    async (signal) => {
      const whole = await wholeOf((await open()).samples);
      const source = await open();
      const reader = source.samples[Symbol.asyncIterator]();
      const read: number[] = [];
      for (let block = 0; block < 3; block++) read.push(...((await reader.next()).value ?? []));
      await killDecoder(signal);
      for (let next = await reader.next(); !next.done; next = await reader.next()) read.push(...next.value);
      expect(read.length).toBe(whole.length);
      expect(Int16Array.from(read)).toEqual(whole);
    },
  );

  test("is started again before it has said what the file is", async () => {
    const opening = open();
    await killDecoder("SIGKILL");
    const source = await opening;
    expect(source.info).toMatchObject({ container: "wav", statedDurationSeconds: 120 });
    await source.close();
  });

  test("is started again once: then the caller is told to send the file again", async () => {
    const source = await open();
    const reader = source.samples[Symbol.asyncIterator]();
    await reader.next();
    const first = await killDecoder("SIGKILL");
    const rest = async () => {
      while (!(await reader.next()).done);
    };
    const outcome = rest().catch((error) => error);
    await killDecoder("SIGKILL", [first]);
    expect(await outcome).toMatchObject({ code: "internal_error", retryable: true });
  });

  test("is not started again when nobody reads any more", async () => {
    const source = await open();
    const reader = source.samples[Symbol.asyncIterator]();
    await reader.next();
    await killDecoder("SIGKILL");
    await source.close();
    await Bun.sleep(100);
    expect(mediaHosts()).toEqual([]);
  });

  test("has what the first one left of the deadline", async () => {
    using starts = spyOn(MediaProcess, "start");
    const source = await open();
    const reader = source.samples[Symbol.asyncIterator]();
    process.kill(mediaHosts()[0] as number, "SIGSTOP");
    const rest = async () => {
      while (!(await reader.next()).done);
    };
    const ended = rest();
    await Bun.sleep(3 * limits.mediaLookMs);
    await killDecoder("SIGKILL");
    await ended;
    const [first = 0, second, ...more] = starts.mock.calls.map(([, { deadlineMs }]) => deadlineMs);
    expect(second).toBeWithin(1, first);
    expect(more).toEqual([]);
  });
});
