/** Under which addresses this server is reached, and which of them an answer names. */
import type { Config } from "../config/schema.ts";

export interface OwnAddressDeps {
  /** Scheme, host and port: the configured ones, else those that the server listens on; no slash at the end. */
  publicUrl: string;
  config: Pick<Config, "server" | "mcp">;
}

/**
 * The address for answers to a request: the configured one, else the one that the caller used, so that a server which
 * listens on every interface never has to name one. A name that nobody vouches for may be a trick (DNS rebinding, a
 * forged Host): then it is the address that the server has for itself.
 */
export function ownAddress({ publicUrl, config }: OwnAddressDeps): (request: Request) => string {
  if (config.server.public_url !== undefined) return () => publicUrl;
  const { protocol } = new URL(publicUrl);
  const known = knownHosts({ publicUrl, config });
  return ({ headers }) => {
    const reached = urlOf(headers.get("host") ?? "", protocol);
    return reached !== null && known(reached.hostname) ? reached.origin : publicUrl;
  };
}

/** Whether a host name is this server's: no other page can take digits, localhost or a name that the site allows. */
export function knownHosts({ publicUrl, config }: OwnAddressDeps): (hostname: string) => boolean {
  const names = new Set([new URL(publicUrl).hostname, "localhost", ...config.mcp.allowed_hosts]);
  return (hostname) => !EVERYWHERE.has(hostname) && (names.has(hostname) || isLiteral(hostname));
}

/** Addresses to listen on, not to go to. */
const EVERYWHERE: ReadonlySet<string> = new Set(["0.0.0.0", "[::]"]);

function isLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
}

/** Of a `Host` header: a host with or without a port, and nothing else; null if it is none. */
export function urlOf(host: string, protocol = "http:"): URL | null {
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`${protocol}//${host}`)) return null;
  return new URL(`${protocol}//${host}`);
}
