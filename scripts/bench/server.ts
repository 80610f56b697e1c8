/** `tiro serve` as the benchmarks start it: a fresh data folder, a free port, a first API key. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../test/support/free-port.ts";

const ROOT = join(import.meta.dir, "../..");
const HEALTHY_WITHIN_MS = 60_000;

export interface BenchServer {
  pid: number;
  /** The answer's text. @throws when it is not 200. */
  transcribe(wav: Uint8Array): Promise<string>;
  stop(): Promise<void>;
}

/**
 * @param preparePacks puts packs into the models folder and names the one to load; null: the built-in one.
 * @param settings further `TIRO_…` variables.
 */
export async function startBenchServer(
  preparePacks: ((modelsDir: string) => string | Promise<string>) | null,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "tiro-bench-"));
  const port = freePort();
  const modelsDir = join(dataDir, "models");
  mkdirSync(modelsDir, { recursive: true });
  const pack = await preparePacks?.(modelsDir);
  writeFileSync(join(dataDir, "bench.toml"), pack ? `[models]\npack = "${pack}"\n` : "");
  const flags = ["--data", dataDir, "--listen", `127.0.0.1:${port}`, "--config", join(dataDir, "bench.toml")];
  const child = Bun.spawn([process.execPath, join(ROOT, "src/main.ts"), "serve", ...flags], {
    env: { TIRO_SERVER_DRAIN_SECONDS: "0", ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const key = await firstKey(child.stdout);
  const base = `http://127.0.0.1:${port}`;
  await untilHealthy(base);
  return {
    pid: child.pid,
    async transcribe(wav) {
      const body = new FormData();
      body.set("file", new File([wav as Uint8Array<ArrayBuffer>], "bench.wav"));
      body.set("model", "speech-v1.5");
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${base}/v1/audio/transcriptions`, { method: "POST", headers, body });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
      return (JSON.parse(text) as { text: string }).text;
    },
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function firstKey(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stdout.getReader();
  let printed = "";
  for (let block = await reader.read(); !block.done; block = await reader.read()) {
    printed += new TextDecoder().decode(block.value);
    const [, path] = /"file":"([^"]+)"/.exec(printed) ?? [];
    const [, key] = /API key: (\S+)/.exec(path === undefined ? "" : readFileSync(path, "utf8")) ?? [];
    if (key === undefined) continue;
    // A server whose reader is gone ends with its next line, and one that nobody reads stops at it.
    reader.releaseLock();
    void stdout.pipeTo(new WritableStream());
    return key;
  }
  throw new Error(`tiro serve ended before it printed a key: ${printed}`);
}

async function untilHealthy(base: string): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  while (performance.now() < deadline) {
    if ((await fetch(`${base}/health`)).status === 200) return;
    await Bun.sleep(50);
  }
  throw new Error(`tiro serve was not healthy within ${HEALTHY_WITHIN_MS} ms`);
}
