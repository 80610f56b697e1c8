/** The real host, killed in mid-decode, and hosts whose parent is killed. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Engine } from "../../src/engine/engine.ts";
import { expectRightTimes, expectTold } from "./conformance.ts";
import { blocks, SAMPLE_RATE, sentences, startEngine, until } from "./support.ts";

/** A minute and more of speech. */
const COUNT = 14;

function killHosts(engine: Engine): void {
  for (const { pid } of engine.status().processes) if (pid) process.kill(pid, "SIGKILL");
}

test("kill -9 in mid-decode, three times: the recording is told right, and once", async () => {
  const engine = startEngine({ processes: 1, interactive_process: false });
  try {
    const { samples, texts } = sentences(COUNT);
    let kills = 0;
    const onProgress = (done: number) => {
      if (done < 15 * (kills + 1) || kills === 3) return;
      kills++;
      killHosts(engine);
    };
    const recognition = await engine.recognize(blocks(samples), { lane: "batch", onProgress });
    expect(kills).toBe(3);
    expect(engine.status().processes[0]?.restarts).toBe(3);
    expectTold(recognition.pieces, texts);
    expectRightTimes(recognition, samples);
    const spoken = samples.length / SAMPLE_RATE - COUNT * 2.7;
    expect(recognition.speechDurationSeconds / spoken).toBeWithin(0.8, 1.05);
  } finally {
    await engine.close();
  }
}, 300_000);

test("kill -9 with eight recordings under way: each is told right", async () => {
  const engine = startEngine();
  try {
    await engine.ready();
    const { samples, texts } = sentences(8);
    let killed = false;
    const onProgress = () => {
      if (killed) return;
      killed = true;
      killHosts(engine);
    };
    const recognitions = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        engine.recognize(blocks(samples), { lane: i % 2 === 0 ? "batch" : "interactive", onProgress }),
      ),
    );
    expect(killed).toBe(true);
    for (const { pieces } of recognitions) expectTold(pieces, texts);
  } finally {
    await engine.close();
  }
}, 300_000);

test("a host ends with its parent, however that ends", async () => {
  const script = `
    import { startEngine } from ${JSON.stringify(join(import.meta.dir, "support.ts"))};
    const engine = startEngine();
    await engine.ready();
    console.log(engine.status().processes.map((each) => each.pid).join(" "));
    setInterval(() => {}, 1000);`;
  const parent = Bun.spawn([process.execPath, "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {},
  });
  const output = parent.stdout.getReader();
  const { value } = await output.read();
  const pids = new TextDecoder().decode(value).trim().split(" ").map(Number);
  expect(pids.length).toBeGreaterThan(0);
  parent.kill("SIGKILL");
  await until("no host is left", () => pids.every((pid) => !isRunning(pid)));
}, 300_000);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
