/** `tiro serve` as the benchmarks start it: a fresh data folder, a first API key. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { startServerProcess } from "../../test/support/server-process.ts";

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
  const folder = temporaryFolder();
  const modelsDir = join(folder.path, "models");
  mkdirSync(modelsDir, { recursive: true });
  const pack = await preparePacks?.(modelsDir);
  const server = await startServerProcess({
    dataDir: folder.path,
    settings: { ...settings, ...(pack && { TIRO_MODELS_PACK: pack }) },
  });
  await untilHealthy(server.url);
  return {
    pid: server.pid,
    async transcribe(wav) {
      const body = new FormData();
      body.set("file", new File([wav as Uint8Array<ArrayBuffer>], "bench.wav"));
      body.set("model", "speech-v1.5");
      const headers = { authorization: `Bearer ${server.key}` };
      const answer = await fetch(`${server.url}/audio/transcriptions`, { method: "POST", headers, body });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
      return (JSON.parse(text) as { text: string }).text;
    },
    async stop() {
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}

/** Its recognizer is ready. */
export async function untilHealthy(url: string): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  while (performance.now() < deadline) {
    if ((await fetch(new URL("/health", url))).status === 200) return;
    await Bun.sleep(50);
  }
  throw new Error(`tiro serve was not healthy within ${HEALTHY_WITHIN_MS} ms`);
}
