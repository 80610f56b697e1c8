/** Where webhooks may lead: to hosts that the operator named, at addresses that are public or that the operator named too. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { isLoopback, isWithin } from "../../lib/network.ts";
import { DeliveryFailure } from "../failure.ts";

export interface AddressRules {
  webhooks: Config["webhooks"];
  server: Pick<Config["server"], "clear_text_hosts">;
}

/** Addresses that are not public (IANA's special-purpose registries). */
const NOT_PUBLIC = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32"],
  ...["2002::/16", "fc00::/7", "fe80::/10", "ff00::/8"],
];

/** @throws TiroError `invalid_request` (param `url`) if a hook may not lead there. */
export function requireHookUrl(rules: AddressRules, text: string): URL {
  const refused = (message: string, hint?: string) =>
    new TiroError("invalid_request", message, { param: "url", ...(hint && { hint }) });
  if (text.length > limits.webhookUrlChars || !URL.canParse(text))
    throw refused("This is not an address such as https://hooks.example.com/tiro.");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.hash !== "")
    throw refused("The address must hold neither a name nor a password nor a `#`.");
  const problem = problemOf(rules, url);
  if (problem === null) return url;
  throw refused(problem, "The operator names the hosts that webhooks may call in webhooks.allow.");
}

/**
 * The address to connect to, resolved now: a name that led elsewhere before leads nowhere else for it.
 * @throws DeliveryFailure.
 */
export async function resolveHook(rules: AddressRules, url: URL): Promise<string> {
  const problem = problemOf(rules, url);
  if (problem !== null) throw new DeliveryFailure("not_allowed", problem);
  const host = bare(url.hostname);
  const found = isIP(host) === 0 ? await addressesOf(host) : [host];
  const wrong = found.find((address) => !isAllowed(rules, address));
  if (wrong !== undefined)
    throw new DeliveryFailure("not_allowed", `${host} leads to ${wrong}, which is not in webhooks.networks`);
  const [address] = found;
  if (address === undefined) throw new DeliveryFailure("unreachable", `${host} has no address`);
  return address;
}

function problemOf({ webhooks, server }: AddressRules, { protocol, hostname, port }: URL): string | null {
  const host = hostname.toLowerCase();
  const isNear = isLoopback(host) || server.clear_text_hosts.map(bare).includes(bare(host));
  if (protocol !== "https:" && !(protocol === "http:" && isNear))
    return "The address must begin with https://.";
  const place = port === "" ? (protocol === "https:" ? host : `${host}:80`) : `${host}:${port}`;
  return webhooks.allow.includes(place) ? null : `The operator does not allow webhooks to ${place}.`;
}

function isAllowed({ webhooks }: AddressRules, address: string): boolean {
  return !isWithin(address, NOT_PUBLIC) || isWithin(address, webhooks.networks);
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw new DeliveryFailure("unreachable", String(error));
  }
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "").toLowerCase();
}
