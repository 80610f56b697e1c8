import type { Config } from "./schema.ts";

/** A warning if everybody seems to come from the reverse proxy; otherwise null. */
export function forwardedAddressesFault({ server }: Pick<Config, "server">): string | null {
  const behindProxy = server.public_url?.startsWith("https:") && server.tls.certificate === undefined;
  if (!behindProxy || server.trust_forwarded_for) return null;
  return "server.public_url is https, so a reverse proxy stands in front, but server.trust_forwarded_for is off: all people seem to come from one address, are slowed down together when somebody tries passwords, and the audit log cannot distinguish them. Set it to true if the proxy writes X-Forwarded-For.";
}
