/** The server as people run it: `tiro serve` in a process of its own, which can be killed. */
import { childrenOf } from "../../src/lib/processes.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { endsWithUs } from "./children.ts";
import { announced, firstKeyOf } from "./first-run.ts";

export interface ServerProcess {
  /** With `/v1`, without a slash at the end. */
  url: string;
  /** The first API key, if the data folder was empty. */
  key: string | null;
  pid: number;
  /** Processes that the server started and that live now, such as its recognizers. */
  children(): number[];
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves with its exit status. */
  stop(): Promise<number>;
  /** Resolves with its exit status when it ends by itself. */
  exited: Promise<number>;
  /** Its last log lines, for a failure's message. */
  stderrTail(): string;
}

export interface ServerProcessOptions {
  dataDir: string;
  /** `TIRO_…` settings; nothing else of this process's environment is passed on. The recognizer is the one that loads fastest. */
  settings?: Record<string, string>;
  /** The program's command line; this clone's by default. */
  command?: string[];
  /** A free one by default. */
  port?: number;
}

const STDERR_TAIL_CHARS = 8_000;

/** Resolves when the server listens and has printed its address. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { dataDir, settings = {}, command = selfCommand(), port = 0 } = options;
  const child = endsWithUs(
    Bun.spawn([...command, "serve", "--data", dataDir, "--listen", `127.0.0.1:${port}`], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { TIRO_SERVER_DRAIN_SECONDS: "0", TIRO_MODELS_DEFAULT: "starter-en", ...settings },
    }),
  );
  let tail = "";
  const stderr = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) tail = (tail + decoder.decode(chunk)).slice(-STDERR_TAIL_CHARS);
  })();
  const greeting = await readGreeting(child.stdout);
  const url = announced(greeting, "api");
  if (!url) {
    child.kill("SIGKILL");
    await stderr;
    throw new Error(`the server did not start: ${greeting}${tail}`);
  }
  const ended = async (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    await child.exited;
    await stderr;
  };
  return {
    url,
    key: firstKeyOf(greeting),
    pid: child.pid,
    children: () => childrenOf(child.pid),
    kill: () => ended("SIGKILL"),
    stop: async () => {
      await ended("SIGTERM");
      return child.exitCode ?? 1;
    },
    exited: child.exited.then(async (status) => {
      await stderr;
      return status;
    }),
    stderrTail: () => tail,
  };
}

async function readGreeting(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let greeting = "";
  const decoder = new TextDecoder();
  const reader = stdout.getReader();
  while (announced(greeting, "health") === undefined) {
    const { value, done } = await reader.read();
    if (done) break;
    greeting += decoder.decode(value);
  }
  reader.releaseLock();
  return greeting;
}
