/**
 * `bun run bench:start`: how long `tiro serve` takes from its start to the first healthy answer and to the text of a first
 * dictation, how long a dictation of five seconds takes later, and what its processes hold of the machine's memory at
 * rest, with either recognizer of the box. Ends with 1 if a
 * goal is missed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../../src/lib/percentile.ts";
import { memoryOf, processTree } from "../../src/lib/processes.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { freePort } from "../../test/support/free-port.ts";
import { latencies, tell } from "./figures.ts";
import { tellLoad } from "./load.ts";
import { type Calls, callsOf } from "./server.ts";
import { benchSpeech, wavFile } from "./speech.ts";

const ROOT = join(import.meta.dir, "../..");
const EXECUTABLE = join(ROOT, "dist/tiro");
const RECORDING = join(ROOT, "models/starter-en/check.wav");

const RUNS = 7;
const POLL_MS = 2;
const GIVE_UP_MS = 20_000;
/** After the warm-up the collectors and allocators of all processes get time to settle. */
const SETTLE_MS = 5_000;

const DICTATION_SECONDS = 5;
const DICTATIONS = 15;
const BETWEEN_MS = 300;

const GOAL_START_MS = 200;
const GOAL_DICTATION_MS = 350;
const GOAL_SERVER_MB = 150;
const GOAL_RECOGNIZER_MB = 190;
/** Of all processes, if the starter is the recognizer. */
const GOAL_STARTER = { proportionalMb: 190, anonymousMb: 110 };

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

async function startServer(dataDir: string, port: number, env: Record<string, string> = {}): Promise<Server> {
  const begin = performance.now();
  const child = Bun.spawn([EXECUTABLE, "serve", "--data", dataDir, "--listen", `127.0.0.1:${port}`], {
    env,
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

interface AtRest {
  command: string;
  proportionalMb: number;
  anonymousMb: number;
}

/** Of every process of a server, after a while. */
async function memoryAtRest(dataDir: string, env: Record<string, string>): Promise<AtRest[]> {
  const server = await startServer(dataDir, freePort(), env);
  await Bun.sleep(SETTLE_MS);
  const processes = processTree(server.child.pid).map(({ pid, command }) => {
    const { proportionalBytes, anonymousBytes } = memoryOf(pid);
    return { command, proportionalMb: proportionalBytes / 1e6, anonymousMb: anonymousBytes / 1e6 };
  });
  await stop(server);
  console.log("      PSS  anonymous");
  for (const { command, proportionalMb, anonymousMb } of processes)
    console.log(`  ${inMb(proportionalMb)}  ${inMb(anonymousMb)}  ${command}`);
  console.log(`  ${inMb(sum(processes, "proportionalMb"))}  ${inMb(sum(processes, "anonymousMb"))}  all`);
  return processes;
}

const inMb = (megabytes: number) => `${megabytes.toFixed(0).padStart(4)} MB`;

function sum(processes: readonly AtRest[], what: "proportionalMb" | "anonymousMb"): number {
  return processes.reduce((sum, each) => sum + each[what], 0);
}

async function judgeMemory(dataDir: string): Promise<void> {
  console.log("memory at rest:");
  const processes = await memoryAtRest(dataDir, {});
  const isHost = ({ command }: AtRest) => command.includes("engine-host");
  const own = processes.filter((each) => !isHost(each));
  const largest = Math.max(...processes.filter(isHost).map(({ proportionalMb }) => proportionalMb));
  tell("the server at rest", sum(own, "proportionalMb"), "MB", { most: GOAL_SERVER_MB });
  tell("a recognizer at rest", largest, "MB", { most: GOAL_RECOGNIZER_MB });
  console.log("memory at rest with the starter alone:");
  const starter = await memoryAtRest(dataDir, { TIRO_MODELS_DEFAULT: "starter-en" });
  for (const what of ["proportionalMb", "anonymousMb"] as const) {
    const name = what === "anonymousMb" ? "anonymous" : "PSS";
    tell(`all at rest with the starter alone, ${name}`, sum(starter, what), "MB", {
      most: GOAL_STARTER[what],
    });
  }
}

function callsTo(port: number, key: string): Calls {
  return callsOf(() => `http://127.0.0.1:${port}/v1`, key);
}

/** From the server's start to the text of a dictation that is sent as soon as anything answers. */
async function firstDictationMs(dataDir: string, key: string): Promise<number> {
  const port = freePort();
  const begin = performance.now();
  const started = startServer(dataDir, port);
  const recording = readFileSync(RECORDING);
  while ((await healthStatus(port)) === null) await Bun.sleep(POLL_MS);
  const text = await callsTo(port, key).dictate(recording);
  const tookMs = performance.now() - begin;
  await stop(await started);
  if (!text.includes("Thursday")) throw new Error(`the first dictation was answered with ${text}`);
  return tookMs;
}

/** Of a server that has warmed up. */
async function dictationMs(dataDir: string, key: string): Promise<number> {
  const port = freePort();
  const server = await startServer(dataDir, port);
  const { dictate } = callsTo(port, key);
  const speech = wavFile(benchSpeech(DICTATION_SECONDS));
  const tookMs = await latencies(
    DICTATIONS,
    () => BETWEEN_MS,
    () => dictate(speech),
  );
  await stop(server);
  return median(tookMs);
}

async function main(): Promise<void> {
  if (Bun.spawnSync([process.execPath, join(ROOT, "scripts/build/build.ts")]).exitCode !== 0)
    throw new Error("the build failed");
  using folder = temporaryFolder();
  const dataDir = folder.path;
  const first = await startServer(dataDir, freePort());
  await stop(first);
  const starts: Start[] = [];
  for (let run = 0; run < RUNS; run++) {
    const server = await startServer(dataDir, freePort());
    starts.push(server.start);
    await stop(server);
  }
  // The build was the load before.
  tellLoad();
  const medianOf = (what: keyof Start) => median(starts.map((start) => start[what]));
  console.log(`medians of ${RUNS} starts, after one on an empty data folder:`);
  tell("healthy after that first one", first.start.healthyMs, "ms");
  tell("first answer", medianOf("answerMs"), "ms", { most: GOAL_START_MS });
  tell("healthy", medianOf("healthyMs"), "ms");
  tell("of that the model", medianOf("modelMs"), "ms");
  const withoutModelMs = median(starts.map(({ healthyMs, modelMs }) => healthyMs - modelMs));
  tell("healthy without the model", withoutModelMs, "ms", { most: GOAL_START_MS });

  const key = /^API key: (\S+)$/m.exec(readFileSync(join(dataDir, "first-run.txt"), "utf8"))?.[1] ?? "";
  const dictations: number[] = [];
  for (let run = 0; run < RUNS; run++) dictations.push(await firstDictationMs(dataDir, key));
  tell("text of a first dictation after the start", median(dictations), "ms");
  const later = `a dictation of ${DICTATION_SECONDS} s, median of ${DICTATIONS}`;
  tell(later, await dictationMs(dataDir, key), "ms", { most: GOAL_DICTATION_MS });
  await judgeMemory(dataDir);
}

await main();
