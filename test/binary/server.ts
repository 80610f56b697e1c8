/** `tiro serve` of the built executable, with nothing around it. */
import { announced, firstKeyOf } from "../support/first-run.ts";
import { bareEnvironment, EXECUTABLE } from "./executable.ts";

export interface RunningServer {
  /** Without a slash at the end and without `/v1`. */
  url: string;
  /** The first key, as the first start prints it; null on later starts. */
  key: string | null;
  pid: number;
  /** Sends SIGTERM and returns the exit status. */
  stop: () => Promise<number>;
}

const GIVE_UP_MS = 120_000;
const POLL_MS = 20;

/** @param environment further `TIRO_…` variables. */
export async function startServer(
  folder: string,
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const child = Bun.spawn([EXECUTABLE, "serve", "--data", dataDir, "--listen", "127.0.0.1:0"], {
    cwd: folder,
    env: {
      ...bareEnvironment(folder),
      TIRO_LOG_LEVEL: "warn",
      TIRO_SERVER_DRAIN_SECONDS: "0",
      ...environment,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const greeting = await readGreeting(child.stdout);
  const url = announced(greeting, "api")?.replace(/\/v1$/, "");
  if (url === undefined) throw new Error(`tiro serve did not print its address: ${greeting}`);
  await healthy(url);
  const stop = async () => {
    child.kill("SIGTERM");
    return child.exited;
  };
  return { url, key: firstKeyOf(greeting), pid: child.pid, stop };
}

/** What `tiro serve` prints, until the line about health, which is the last. */
export async function readGreeting(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const block of stdout) {
    text += decoder.decode(block, { stream: true });
    if (announced(text, "health") !== undefined) break;
  }
  return text;
}

async function healthy(url: string): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (performance.now() < deadline) {
    const { status } = await fetch(`${url}/health`);
    if (status === 200) return;
    await Bun.sleep(POLL_MS);
  }
  throw new Error(`not healthy within ${GIVE_UP_MS} ms`);
}
