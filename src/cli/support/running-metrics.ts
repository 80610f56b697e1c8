import { limits } from "../../config/limits.ts";
import { listenUrl, parseListen } from "../../config/listen.ts";
import type { LoadedConfig } from "../../config/load.ts";
import { serverOfFolder } from "./running-server.ts";

/** The metrics of the server that runs on the data folder; else a comment of their format that says why there are none. */
export async function runningMetrics({ config, secrets }: LoadedConfig): Promise<string> {
  const { listen } = config.metrics;
  const token = secrets.metricsToken;
  if (listen === undefined && token === null) return "# No metrics are configured.\n";
  try {
    const server = serverOfFolder(config.data.dir);
    if (server === null) return "# No server runs.\n";
    const origin = listen === undefined ? server.listenUrl : listenUrl(parseListen(listen), "http");
    const answer = await fetch(`${origin}/metrics`, {
      signal: AbortSignal.timeout(limits.doctorHealthMs),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      // Found by its data folder: its certificate may be for other names than this machine's own.
      tls: { rejectUnauthorized: false },
    });
    return answer.ok ? await answer.text() : `# The server answered with ${answer.status}.\n`;
  } catch (error) {
    return `# The server did not answer: ${(error as Error).name}\n`;
  }
}
