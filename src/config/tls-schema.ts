import { z } from "zod";
import { limits } from "./limits.ts";
import { flag, optional, path, section, setting, whole } from "./setting.ts";

/** TLS of the server's own; without a certificate it speaks plain HTTP. */
export const tlsSchema = section({
  certificate: optional(
    path,
    "/etc/tiro/tls/server.crt",
    "The server's certificate (PEM), followed by the intermediate ones. With it, the server accepts only https. It reads the file again when the file changes, and at SIGHUP.",
  ),
  key: optional(
    path,
    "/etc/tiro/tls/server.key",
    "The certificate's private key (PEM), without a passphrase.",
  ),
  client_ca: optional(
    path,
    "/etc/tiro/tls/clients.crt",
    "Authorities (PEM) of client certificates. With it, every client, including health checks, must present a certificate from one of them, and still needs an API key.",
  ),
  redirect_listen: optional(
    z.string(),
    "0.0.0.0:80",
    "A second address, HOST:PORT, that answers plain HTTP with a redirect to https.",
  ),
  hsts_days: setting(
    z.union([z.literal("auto"), whole(0, limits.hstsDays)]),
    "auto",
    `For how many days browsers use only https for this host name (Strict-Transport-Security), on every port. \`auto\`: ${limits.hstsDaysDefault} if \`redirect_listen\` is set, because the host is then tiro's own, otherwise 0. With 0, the server sends no header.`,
  ),
  hsts_subdomains: flag(
    false,
    "Whether this includes all subdomains (`includeSubDomains`). Only if each of them uses https.",
  ),
});
