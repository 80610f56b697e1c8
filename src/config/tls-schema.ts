import { z } from "zod";
import { limits } from "./limits.ts";
import { whole } from "./whole.ts";

const path = z.string().min(1);

/** TLS of the server's own; without a certificate it speaks plain HTTP. */
export const tlsSchema = z
  .strictObject({
    certificate: path
      .optional()
      .describe(
        "The server's certificate (PEM), followed by the intermediate ones. With it the server speaks https only. It is read again when the file changes and at SIGHUP.",
      )
      .meta({ examples: ["/etc/tiro/tls/server.crt"] }),
    key: path
      .optional()
      .describe("The certificate's private key (PEM), without a passphrase.")
      .meta({ examples: ["/etc/tiro/tls/server.key"] }),
    client_ca: path
      .optional()
      .describe(
        "Authorities (PEM) of client certificates. With it every client, health checks included, must present a certificate of one of them; API keys are needed all the same.",
      )
      .meta({ examples: ["/etc/tiro/tls/clients.crt"] }),
    redirect_listen: z
      .string()
      .optional()
      .describe("A second address, HOST:PORT, that answers plain HTTP with a redirect to https.")
      .meta({ examples: ["0.0.0.0:80"] }),
    hsts_days: z
      .union([z.literal("auto"), whole(0, limits.hstsDays)])
      .default("auto")
      .describe(
        `For how many days browsers call this host name over https only (Strict-Transport-Security), on every port. \`auto\`: ${limits.hstsDaysDefault} where \`redirect_listen\` is set, so that the host is tiro's own, else 0. 0 sends no header.`,
      ),
    hsts_subdomains: z
      .boolean()
      .default(false)
      .describe(
        "Whether they do so for all names below this host name too (`includeSubDomains`). Only if each of them speaks https.",
      ),
  })
  .prefault({});
