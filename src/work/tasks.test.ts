import { afterEach, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { limits } from "../config/limits.ts";
import { systemClock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { createLogger } from "../lib/logger.ts";
import { type TaskHandle, Tasks } from "./tasks.ts";

const clock = { ...systemClock, ms: 0, now: () => 1_000, monotonic: () => clock.ms };
const STARTED_BY = `usr_${"0".repeat(32)}`;

let told: Record<string, unknown>[] = [];
let log: string[] = [];
let tasks = newTasks();
function newTasks(): Tasks {
  const logger = createLogger("info", (line) => void log.push(line));
  return new Tasks({ clock, logger, events: { publish: (_, __, data) => void told.push(data) } });
}
afterEach(async () => {
  await tasks.close();
  [told, log, tasks] = [[], [], newTasks()];
});

const start = (work: (handle: TaskHandle) => Promise<Record<string, unknown> | undefined>, target = "one") =>
  tasks.start({ kind: "pack_installation", target, startedBy: STARTED_BY }, work);
const untilAborted = async ({ signal }: TaskHandle) => {
  await once(signal, "abort");
  throw new Error("broken off");
};
async function ended(id: string) {
  while (tasks.get(id).endedAt === null) await setImmediate();
  return tasks.get(id);
}

describe("a task", () => {
  test("has its result, and is remembered with its progress", async () => {
    const { id, state, progress } = start(async (handle) => {
      handle.progress(0.5);
      return { packs: 2 };
    });
    expect([state, progress]).toEqual(["running", null]);
    const { result, error, ...task } = await ended(id);
    expect([task.state, task.progress, result, error]).toEqual(["succeeded", 1, { packs: 2 }, null]);
    expect(tasks.list().map((listed) => listed.id)).toEqual([id]);
  });

  test("that fails says why, and nothing that nobody thought of", async () => {
    const known = await ended(start(async () => Promise.reject(new TiroError("storage_full", "Full."))).id);
    expect([known.state, known.error]).toEqual([
      "failed",
      { code: "storage_full", message: "Full.", hint: null },
    ]);
    const unknown = await ended(start(async () => Promise.reject(new Error("/secret/path"))).id);
    expect(unknown.error?.code).toBe("internal_error");
    expect(JSON.stringify(unknown)).not.toContain("secret");
    expect(log.join()).toContain("/secret/path");
  });

  test("is cancelled, whatever its work then throws, and stays as it ended", async () => {
    const { id } = start(untilAborted);
    const { task, cancelled } = tasks.cancel(id);
    expect([task.state, cancelled]).toEqual(["cancelling", true]);
    expect(tasks.cancel(id).cancelled).toBe(false);
    expect(await ended(id)).toMatchObject({ state: "cancelled", error: null });
    expect(tasks.cancel(id)).toMatchObject({ cancelled: false, task: { state: "cancelled" } });
    expect(told.map(({ state }) => state)).toEqual(["running", "cancelling", "cancelled"]);
  });

  test("that cannot be broken off is not", () => {
    const what = { kind: "person_erasure", target: null, startedBy: STARTED_BY, cancellable: false } as const;
    const { id } = tasks.start(what, untilAborted);
    expect(() => tasks.cancel(id)).toThrow("cannot be cancelled");
    expect(tasks.get(id).state).toBe("running");
  });
});

test("progress is told once a second at most, its end always", async () => {
  const { id } = start(async (handle) => {
    for (let step = 0; step < 100; step++) {
      clock.ms += limits.taskProgressMs / 10;
      handle.progress(step / 100);
    }
    return undefined;
  });
  await ended(id);
  // Its beginning, ten seconds, its end.
  expect(told).toHaveLength(12);
  expect(told.at(-1)).toMatchObject({ state: "succeeded", progress: 1 });
});

test("the same is not started twice, nor more than may run at once", async () => {
  start(untilAborted);
  expect(() => start(untilAborted)).toThrow("under way");
  for (let index = 1; index < limits.tasksAtOnce; index++) start(untilAborted, `pack ${index}`);
  expect(() => start(untilAborted, "one more")).toThrow(String(limits.tasksAtOnce));
});

test("so many are remembered, those that run among them", async () => {
  const first = start(untilAborted, "runs on");
  let last = "";
  for (let index = 0; index < limits.tasksKept + 5; index++) {
    last = start(async () => undefined).id;
    await ended(last);
  }
  expect(tasks.list()).toHaveLength(limits.tasksKept);
  expect(tasks.get(first.id).state).toBe("running");
  expect(tasks.list()[0]?.id).toBe(last);
});

test("a server that stops breaks off what runs, and starts nothing", async () => {
  const { id } = start(untilAborted);
  await tasks.close();
  expect(tasks.get(id).state).toBe("cancelled");
  expect(() => start(untilAborted)).toThrow("stopping");
});
