/** Memory of an idle server. */

import { memoryOf } from "../../src/lib/processes.ts";
import { startServerProcess } from "../../test/support/server-process.ts";
import { untilHealthy } from "./server.ts";

const SETTLE_MS = 20_000;

/** Of the server's own process, without recognizers: bytes that no file can give back. */
export async function anonymousAtRest(dataDir: string): Promise<number> {
  const server = await startServerProcess({ dataDir, settings: { TIRO_MODELS_DEFAULT: "starter-en" } });
  try {
    await untilHealthy(server.url);
    await Bun.sleep(SETTLE_MS);
    return memoryOf(server.pid).anonymousBytes;
  } finally {
    await server.stop();
  }
}
