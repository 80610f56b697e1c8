/** Calls to other programs when something has happened: section `webhooks` of the configuration. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";

export const webhooksSchema = z
  .strictObject({
    allow: z
      .array(
        patterned(
          /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/,
          "a host in small letters, with a port if it is not 443",
        ),
      )
      .min(0)
      .max(limits.configHosts)
      .default([])
      .describe(
        "Hosts that webhooks may call. Without any, there are no webhooks. Calls use https; http:// works for this machine and for hosts in `server.clear_text_hosts` only.",
      )
      .meta({ examples: [["hooks.example.com", "erp.example.internal:8443"]] }),
    networks: z
      .array(patterned(/^[0-9a-f.:]+(\/\d{1,3})?$/, "an address or a network, such as `10.0.0.0/8`"))
      .min(0)
      .max(limits.configHosts)
      .default([])
      .describe(
        "Networks that are not public and that the names in `allow` may lead to, such as your own. Addresses are checked after each resolution of the name; others that are not public are refused.",
      )
      .meta({ examples: [["10.20.0.0/16"]] }),
    ca_file: z
      .string()
      .min(1)
      .optional()
      .describe("File (PEM) of the authorities that vouch for these hosts. Default: the system's.")
      .meta({ examples: ["/etc/tiro/company-ca.pem"] }),
  })
  .prefault({});
