import { z } from "zod";
import { limits } from "./limits.ts";
import { flag, optional, path, section, setting, whole } from "./setting.ts";

/** TLS of the server's own; without a certificate it speaks plain HTTP. */
export const tlsSchema = section({
  certificate: optional(
    path,
    "/etc/tiro/tls/server.crt",
    "The server's certificate (PEM), followed by the intermediate ones. With it the server speaks https only. It is read again when the file changes and at SIGHUP.",
  ),
  key: optional(
    path,
    "/etc/tiro/tls/server.key",
    "The certificate's private key (PEM), without a passphrase.",
  ),
  client_ca: optional(
    path,
    "/etc/tiro/tls/clients.crt",
    "Authorities (PEM) of client certificates. With it every client, health checks included, must present a certificate of one of them; API keys are needed all the same.",
  ),
  redirect_listen: optional(
    z.string(),
    "0.0.0.0:80",
    "A second address, HOST:PORT, that answers plain HTTP with a redirect to https.",
  ),
  hsts_days: setting(
    z.union([z.literal("auto"), whole(0, limits.hstsDays)]),
    "auto",
    `For how many days browsers call this host name over https only (Strict-Transport-Security), on every port. \`auto\`: ${limits.hstsDaysDefault} where \`redirect_listen\` is set, so that the host is tiro's own, else 0. 0 sends no header.`,
  ),
  hsts_subdomains: flag(
    false,
    "Whether they do so for all names below this host name too (`includeSubDomains`). Only if each of them speaks https.",
  ),
});
