import { parseListen } from "../../config/listen.ts";
import type { Config } from "../../config/schema.ts";
import { type Listener, listen } from "../../http/listener/listener.ts";
import type { ServerSockets } from "./sockets.ts";

/**
 * The address for metrics alone; null if they have none. If it cannot be had, the others would hold the process.
 * @throws OperatorError `address_unavailable`
 */
export async function openMetricsSocket(
  { metrics }: Config,
  others: Pick<ServerSockets, "kill">,
): Promise<Listener | null> {
  if (metrics.listen === undefined) return null;
  try {
    return listen(parseListen(metrics.listen));
  } catch (error) {
    await others.kill();
    throw error;
  }
}
