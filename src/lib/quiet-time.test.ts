import { expect, test } from "bun:test";
import { lookAtProcess, QuietTime } from "./quiet-time.ts";

test("sleeping counts, and so does processor time; waiting for a processor does not", async () => {
  let now = { cpuMs: 1_000, isRunnable: false, isReading: false };
  const quiet = new QuietTime(process.pid, 60_000, () => now);
  await Bun.sleep(20);
  const slept = quiet.look();
  expect(slept).toBeGreaterThanOrEqual(19);
  expect(quiet.asleepMs).toBe(slept);
  now = { cpuMs: 1_000, isRunnable: true, isReading: false };
  await Bun.sleep(20);
  expect(quiet.look()).toBe(slept);
  expect(quiet.asleepMs).toBe(0);
  now = { cpuMs: 1_300, isRunnable: true, isReading: false };
  expect(quiet.look()).toBe(slept + 300);
  quiet.sign();
  now = { cpuMs: 1_500, isRunnable: true, isReading: false };
  expect(quiet.look()).toBe(0);
  now = { cpuMs: 1_600, isRunnable: true, isReading: false };
  expect(quiet.look()).toBe(100);
});

test("between two looks no more than so much counts, and nothing before it was resumed", async () => {
  const quiet = new QuietTime(process.pid, 10, () => ({ cpuMs: 0, isRunnable: false, isReading: false }));
  await Bun.sleep(30);
  expect(quiet.look()).toBe(10);
  await Bun.sleep(30);
  quiet.resume();
  expect(quiet.look()).toBeLessThan(20);
});

test("a process that runs is told from one that sleeps and one that is gone", async () => {
  const [busy, asleep] = [
    ["-c", "while :; do :; done"],
    ["-c", "sleep 60"],
  ].map((command) => Bun.spawn(["sh", ...command])) as [Bun.Subprocess, Bun.Subprocess];
  try {
    while (lookAtProcess(busy.pid).cpuMs < 50) await Bun.sleep(5);
    expect(lookAtProcess(busy.pid).isRunnable).toBe(true);
    while (lookAtProcess(asleep.pid).isRunnable) await Bun.sleep(5);
  } finally {
    for (const each of [busy, asleep]) each.kill("SIGKILL");
  }
  await busy.exited;
  expect(lookAtProcess(busy.pid)).toEqual({ cpuMs: 0, isRunnable: false, isReading: false });
});
