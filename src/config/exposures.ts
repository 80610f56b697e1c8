import { isLoopback } from "../lib/network.ts";
import { forwardedAddressesFault } from "./forwarded-addresses.ts";
import { parseListen } from "./listen.ts";
import type { Config } from "./schema.ts";

export interface Exposure {
  /** Its event in the log. */
  event: "forwarded_addresses_not_trusted" | "forwarded_addresses_exposed" | "metrics_exposed";
  /** Its meaning and the remedy. */
  text: string;
}

/** Settings that are allowed, and yet let others see or pretend more than most operators intend. */
export function exposures(config: Pick<Config, "server" | "metrics">): Exposure[] {
  const { server, metrics } = config;
  const found: Exposure[] = [];
  const fault = forwardedAddressesFault(config);
  if (fault !== null) found.push({ event: "forwarded_addresses_not_trusted", text: fault });
  if (server.trust_forwarded_for && !isLoopback(parseListen(server.listen).host))
    found.push({
      event: "forwarded_addresses_exposed",
      text: `server.trust_forwarded_for is on and server.listen is ${server.listen}: anyone who reaches that address without the reverse proxy chooses the address that the audit log and the networks of keys go by. Listen on 127.0.0.1, or let a firewall admit the proxy alone.`,
    });
  if (metrics.listen !== undefined && !isLoopback(parseListen(metrics.listen).host))
    found.push({
      event: "metrics_exposed",
      text: `metrics.listen is ${metrics.listen}, which is not this machine alone, and answers without TLS: names of models, amounts of work and failures can be read from the network. Listen on 127.0.0.1, let a firewall admit the collector alone, or leave metrics.listen out and set metrics.token.`,
    });
  return found;
}
