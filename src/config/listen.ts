import { TiroError } from "../lib/errors.ts";
import type { Config } from "./schema.ts";

export interface ListenAddress {
  /** A host name or address; an IPv6 address without its brackets. */
  host: string;
  /** 0 lets the system choose. */
  port: number;
}

const IPV6_AND_PORT = /^\[([0-9A-Fa-f:.]+(?:%[\w.-]+)?)\]:(\d{1,5})$/;
const HOST_AND_PORT = /^([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?):(\d{1,5})$/;
const PORT_MAX = 65_535;

/**
 * Reads `HOST:PORT`, `[IPV6]:PORT`.
 * @throws TiroError `invalid_request`.
 */
export function parseListen(listen: string): ListenAddress {
  const [, host, digits] = IPV6_AND_PORT.exec(listen) ?? HOST_AND_PORT.exec(listen) ?? [];
  const port = Number(digits);
  if (host !== undefined && port <= PORT_MAX) return { host, port };
  throw new TiroError(
    "invalid_request",
    "The address must read HOST:PORT, such as 127.0.0.1:8420, 0.0.0.0:8420 or [::1]:8420.",
    { param: "server.listen" },
  );
}

/** Whether the server takes calls at every address of the machine: the host is then none to go to. */
export function listensEverywhere({ host }: ListenAddress): boolean {
  return /^[0:.]+$/.test(host);
}

/** Where this machine reaches the address, as a URL without a path, such as `http://[::1]:8420`. */
export function listenUrl(address: ListenAddress, scheme: "http" | "https"): string {
  const isIpv6 = address.host.includes(":");
  const host = listensEverywhere(address) ? (isIpv6 ? "::1" : "127.0.0.1") : address.host;
  return `${scheme}://${isIpv6 ? `[${host}]` : host}:${address.port}`;
}

/** Where this machine reaches a server that is configured so. @throws as `parseListen`. */
export function configuredUrl({ listen, tls }: Pick<Config["server"], "listen" | "tls">): string {
  return listenUrl(parseListen(listen), tls.certificate === undefined ? "http" : "https");
}
