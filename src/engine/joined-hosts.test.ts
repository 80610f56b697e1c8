import { expect, jest, test } from "bun:test";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import type { AudioStream } from "./carried-recording.ts";
import type { EngineState, Lane } from "./engine.ts";
import type { HostListener, Hosts } from "./hosts.ts";
import { JoinedHosts } from "./joined-hosts.ts";
import type { Opening, Settled } from "./protocol.ts";

const OPENING = { isText: false, startSample: 0, language: null, hotwords: [], phrases: [] };
const LISTENER: HostListener<Settled> = { settled: () => {}, done: () => {}, gone: () => {} };

/** Hosts as full, and in what state, as the test says; `opened` are the lanes of the streams that they got. */
class SaidHosts implements Hosts {
  state: EngineState = "ready";
  loads: number | null = 0;
  readonly problem = null;
  readonly processes = [];
  readonly opened: Lane[] = [];
  aborted = 0;
  #waiting: (() => void)[] = [];
  changed = () => {};

  load(): number | null {
    return this.state === "ready" ? this.loads : null;
  }

  async open({ lane }: Opening, _: HostListener<Settled>, signal: AbortSignal): Promise<AudioStream> {
    if (this.load() === null)
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    this.opened.push(lane);
    return { id: 1, send: () => {}, end: () => {}, abort: () => this.aborted++ };
  }

  become(state: EngineState, loads: number | null = 0): void {
    this.state = state;
    this.loads = loads;
    if (this.load() !== null) for (const go of this.#waiting.splice(0)) go();
    this.changed();
  }

  unavailable(): TiroError {
    return new TiroError("engine_unavailable", "Not here.");
  }

  close(): void {
    this.state = "stopped";
  }
}

function joined({ hasLocal = true, workersState = "ready" as EngineState } = {}) {
  const [local, workers] = [new SaidHosts(), new SaidHosts()];
  workers.state = workersState;
  const openLocal = (onChange: () => void) => {
    local.changed = onChange;
    return local;
  };
  const watched = {
    hosts: workers,
    onChange: (changed: () => void) => {
      workers.changed = changed;
      return () => {};
    },
  };
  const hosts = new JoinedHosts(hasLocal ? openLocal : null, watched, () => {});
  const open = (lane: Lane) => hosts.open({ ...OPENING, lane }, LISTENER, new AbortController().signal);
  return { local, workers, hosts, open };
}

test("a stream goes where most room is, and stays here if that is equal", async () => {
  const { local, workers, open } = joined();
  await open("interactive");
  workers.loads = 0.2;
  local.loads = 0.5;
  await open("batch");
  await open("interactive");
  workers.loads = null;
  await open("batch");
  expect([local.opened, workers.opened]).toEqual([
    ["interactive", "batch"],
    ["batch", "interactive"],
  ]);
});

test("if all is full, the first place that becomes free is taken, and only that one", async () => {
  const { local, workers, open } = joined();
  local.loads = null;
  workers.loads = null;
  const waiting = open("batch");
  workers.become("ready", 0.9);
  await waiting;
  local.become("ready", 0.5);
  await Bun.sleep(0);
  expect([local.opened, workers.opened, local.aborted + workers.aborted]).toEqual([[], ["batch"], 0]);
});

test("workers that come and go are used, and what is here goes on without them", async () => {
  const { local, workers, hosts, open } = joined({ workersState: "restarting" });
  await open("batch");
  workers.become("ready", 0);
  local.loads = 0.5;
  await open("batch");
  workers.become("restarting");
  await open("batch");
  expect([local.opened.length, workers.opened.length, hosts.state]).toEqual([2, 1, "ready"]);
});

test("without any here, streams wait for the workers that just left, and are refused once they stay away", async () => {
  const { workers, hosts, open } = joined({ hasLocal: false });
  expect(hosts.state).toBe("ready");
  workers.become("restarting");
  expect(hosts.state).toBe("restarting");
  const waiting = open("batch");
  workers.become("ready");
  await waiting;
  jest.useFakeTimers();
  workers.become("restarting");
  const late = open("batch").catch((error) => error);
  jest.advanceTimersByTime(limits.workersAwaitedMs);
  jest.useRealTimers();
  expect(await late).toMatchObject({
    code: "engine_unavailable",
    extras: { retryAfterSeconds: limits.workersRetrySeconds },
  });
  expect(hosts.state).toBe("failed");
  expect(await open("batch").catch((error) => error)).toBeInstanceOf(TiroError);
  workers.become("ready");
  await open("batch");
});
