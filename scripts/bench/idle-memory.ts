/** What a server holds while nobody asks it anything. */
import { join } from "node:path";
import { freePort } from "../../test/support/free-port.ts";
import { memoryOf } from "./processes.ts";

const MAIN = join(import.meta.dir, "../../src/main.ts");
const HEALTHY_WITHIN_MS = 60_000;
const SETTLE_MS = 20_000;

/** Of the server's own process, without recognizers: bytes that no file can give back. */
export async function anonymousAtRest(dataDir: string): Promise<number> {
  const port = freePort();
  const flags = ["serve", "--data", dataDir, "--listen", `127.0.0.1:${port}`];
  const child = Bun.spawn([process.execPath, MAIN, ...flags], {
    env: { TIRO_MODELS_DEFAULT: "starter-en", TIRO_SERVER_DRAIN_SECONDS: "0" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  try {
    await untilHealthy(`http://127.0.0.1:${port}/health`);
    await Bun.sleep(SETTLE_MS);
    return memoryOf(child.pid).anonymousBytes;
  } finally {
    child.kill("SIGTERM");
    await child.exited;
  }
}

async function untilHealthy(address: string): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.status === 200) return;
    await Bun.sleep(100);
  }
  throw new Error(`tiro serve was not healthy within ${HEALTHY_WITHIN_MS} ms`);
}
