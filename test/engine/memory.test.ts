/** Memory that a recognizer takes while it works, and returns at rest. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { startMoonshine } from "../../scripts/bench/alignment/moonshine.ts";
import { memoryOf } from "../../src/lib/processes.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { startServerProcess } from "../support/server-process.ts";
import { blocks, clip, joined, SAMPLE_RATE, startEngine } from "./support.ts";

/** JavaScript's own heap grows by some; the networks' runs take 60 MB for such a piece. */
const MOST_MORE_BYTES = 20_000_000;
const MOST_AT_WORK_BYTES = 350_000_000;

test("after speech without a pause the process is nearly as small as before", async () => {
  const engine = startEngine({ processes: 1, interactive_process: false });
  try {
    await engine.ready();
    const { samples, starterText } = clip("synth_02_rms.wav");
    const anonymous = () => memoryOf(engine.status().processes[0]?.pid as number).anonymousBytes;
    // A first recording loads what only work needs.
    await engine.recognize(blocks(samples), { lane: "batch" });
    const before = anonymous();
    const long = joined(...Array.from({ length: 8 }, () => samples));
    const { pieces } = await engine.recognize(blocks(long), { lane: "batch" });
    expect(pieces.map(({ text }) => text).join(" ")).toContain(starterText);
    await eventually(() => anonymous() - before < MOST_MORE_BYTES, true);
  } finally {
    await engine.close();
  }
}, 300_000);

test("no process of the English recognizer takes more than 350 MB while it hears speech without a pause", async () => {
  const engine = startMoonshine();
  try {
    await engine.ready();
    const { samples } = clip("synth_02_rms.wav");
    let most = 0;
    // The engine takes a block when it has room for one: between them it works.
    async function* watched() {
      for (let time = 0; time < 9; time++)
        for (let from = 0; from < samples.length; from += SAMPLE_RATE) {
          yield samples.slice(from, from + SAMPLE_RATE);
          for (const { pid } of engine.status().processes)
            if (pid !== null) most = Math.max(most, memoryOf(pid).proportionalBytes);
        }
    }
    const hear = () => engine.recognize(watched(), { lane: "batch", language: "en" });
    await Promise.all([hear(), hear(), hear()]);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(MOST_AT_WORK_BYTES);
  } finally {
    await engine.close();
  }
}, 300_000);

test("recognizers hold the networks, and nothing of them is in the server's own process", async () => {
  using folder = temporaryFolder();
  const server = await startServerProcess({ dataDir: folder.path });
  try {
    const hasNetworks = (pid: number) =>
      readFileSync(`/proc/${pid}/maps`, "utf8").includes("/libonnxruntime.so");
    await eventually(() => server.children().some(hasNetworks), true);
    expect(hasNetworks(server.pid)).toBe(false);
  } finally {
    await server.stop();
  }
});
