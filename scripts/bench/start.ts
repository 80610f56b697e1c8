/**
 * `bun run bench:start`: how long `tiro serve` takes from its start to the first healthy answer and to the text of a first
 * dictation, and what the server and its recognizer hold of the machine's memory at rest. Ends with 1 where a goal is missed.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../../src/lib/percentile.ts";
import { freePort } from "../../test/support/free-port.ts";
import { processTree, proportionalBytes } from "./processes.ts";

const ROOT = join(import.meta.dir, "../..");
const EXECUTABLE = join(ROOT, "dist/tiro");
const RECORDING = join(ROOT, "models/starter-en/check.wav");

const RUNS = 7;
const POLL_MS = 2;
const GIVE_UP_MS = 20_000;
/** After the warm-up the collectors and allocators of all processes get time to settle. */
const SETTLE_MS = 5_000;

const GOAL_START_MS = 300;
const GOAL_SERVER_MB = 150;
const GOAL_RECOGNIZER_MB = 190;

interface Start {
  /** Until HTTP answers at all. */
  answerMs: number;
  /** Until `/health` says that everything works. */
  healthyMs: number;
  /** Of the first recognizer, as it logged it: loading the model and recognizing its warm-up recording. */
  modelMs: number;
}

interface Server {
  child: Bun.Subprocess<"ignore", "ignore", "pipe">;
  start: Start;
}

async function startServer(dataDir: string, port: number): Promise<Server> {
  const begin = performance.now();
  const child = Bun.spawn([EXECUTABLE, "serve", "--data", dataDir, "--listen", `127.0.0.1:${port}`], {
    env: {},
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const modelMs = firstLoadMs(child.stderr);
  let answerMs = Number.NaN;
  while (performance.now() - begin < GIVE_UP_MS) {
    const status = await healthStatus(port);
    const nowMs = performance.now() - begin;
    if (status !== null && Number.isNaN(answerMs)) answerMs = nowMs;
    if (status === 200) return { child, start: { answerMs, healthyMs: nowMs, modelMs: await modelMs } };
    await Bun.sleep(POLL_MS);
  }
  child.kill("SIGKILL");
  throw new Error(`tiro serve was not healthy within ${GIVE_UP_MS} ms`);
}

async function healthStatus(port: number): Promise<number | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // Nothing listens yet.
    return null;
  }
}

/** Reads the log to its end, so that the server never waits for its reader. */
async function firstLoadMs(log: ReadableStream<Uint8Array>): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  void (async () => {
    let rest = "";
    for await (const text of textOf(log)) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const { event, loadMs } = JSON.parse(line) as { event: string; loadMs?: number };
        if (event === "engine_host_ready" && loadMs !== undefined) resolve(loadMs);
      }
    }
    resolve(Number.NaN);
  })();
  return promise;
}

async function* textOf(stream: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  for await (const block of stream) yield decoder.decode(block, { stream: true });
}

async function stop({ child }: Server): Promise<void> {
  child.kill("SIGTERM");
  await child.exited;
}

/** In MB, by process; what pages several share counts once. */
function memoryAtRest(pid: number): { server: number; recognizers: number[] } {
  const tree = processTree(pid).map(({ pid: each, command }) => ({
    command,
    megabytes: proportionalBytes(each) / 1e6,
  }));
  for (const { command, megabytes } of tree)
    console.log(`  ${megabytes.toFixed(0).padStart(4)} MB  ${command}`);
  const isHost = ({ command }: { command: string }) => command.includes("engine-host");
  return {
    server: tree.filter((each) => !isHost(each)).reduce((sum, { megabytes }) => sum + megabytes, 0),
    recognizers: tree.filter(isHost).map(({ megabytes }) => megabytes),
  };
}

/** From the server's start to the text of a dictation that is sent as soon as anything answers. */
async function firstDictationMs(dataDir: string, key: string): Promise<number> {
  const port = freePort();
  const begin = performance.now();
  const started = startServer(dataDir, port);
  const body = new FormData();
  body.set("audio", new File([readFileSync(RECORDING)], "talk.wav"));
  while ((await healthStatus(port)) === null) await Bun.sleep(POLL_MS);
  const answer = await fetch(`http://127.0.0.1:${port}/v1/dictations`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body,
  });
  const { text } = (await answer.json()) as { text?: string };
  const tookMs = performance.now() - begin;
  await stop(await started);
  if (!text?.includes("Thursday"))
    throw new Error(`the first dictation was answered with ${answer.status}: ${text}`);
  return tookMs;
}

/** Also decides how the program ends. */
function verdict(value: number, goal: number): string {
  if (value < goal) return `goal met: under ${goal}`;
  process.exitCode = 1;
  return `GOAL MISSED: under ${goal}`;
}

async function main(): Promise<void> {
  if (Bun.spawnSync([process.execPath, join(ROOT, "scripts/build/build.ts")]).exitCode !== 0)
    throw new Error("the build failed");
  const dataDir = mkdtempSync(join(tmpdir(), "tiro-bench-"));
  try {
    const first = await startServer(dataDir, freePort());
    await stop(first);
    const starts: Start[] = [];
    for (let run = 0; run < RUNS; run++) {
      const server = await startServer(dataDir, freePort());
      starts.push(server.start);
      await stop(server);
    }
    const show = (ms: number) => `${ms.toFixed(0)} ms`;
    const answerMs = median(starts.map((start) => start.answerMs));
    const healthyMs = median(starts.map((start) => start.healthyMs));
    const modelMs = median(starts.map((start) => start.modelMs));
    const withoutModelMs = median(starts.map((start) => start.healthyMs - start.modelMs));
    console.log(`first start, on an empty data folder: healthy after ${show(first.start.healthyMs)}`);
    console.log(
      `later starts, median of ${RUNS}: first answer after ${show(answerMs)}, healthy after ${show(healthyMs)}`,
    );
    console.log(
      `  of that the model ${show(modelMs)}; without it ${show(withoutModelMs)} (${verdict(Math.max(answerMs, withoutModelMs), GOAL_START_MS)} ms)`,
    );

    const key = /^API key: (\S+)$/m.exec(readFileSync(join(dataDir, "first-run.txt"), "utf8"))?.[1] ?? "";
    const dictations: number[] = [];
    for (let run = 0; run < RUNS; run++) dictations.push(await firstDictationMs(dataDir, key));
    console.log(`text of a first dictation, median of ${RUNS}: ${show(median(dictations))} after the start`);

    const server = await startServer(dataDir, freePort());
    await Bun.sleep(SETTLE_MS);
    console.log("memory at rest (proportional set size):");
    const { server: own, recognizers } = memoryAtRest(server.child.pid);
    await stop(server);
    const largest = Math.max(...recognizers);
    console.log(`  the server ${own.toFixed(0)} MB (${verdict(own, GOAL_SERVER_MB)} MB)`);
    console.log(`  a recognizer ${largest.toFixed(0)} MB (${verdict(largest, GOAL_RECOGNIZER_MB)} MB)`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
