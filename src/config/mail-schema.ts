/** Mail to people: section `mail` of the configuration. */
import { z } from "zod";
import { INTERFACE_LANGUAGES } from "../lib/interface-languages.ts";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";

export const mailSchema = z
  .strictObject({
    server: patterned(
      /^smtps?:\/\/([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
      "an address with its port, such as `smtps://mail.example.com:465`",
    )
      .optional()
      .describe(
        "Mail server that takes tiro's messages: smtps://HOST:465 (TLS from the beginning) or smtp://HOST:587 (STARTTLS, which the server must offer). Without it, tiro sends no mail.",
      )
      .meta({ examples: ["smtps://mail.example.com:465"] }),
    tls: z
      .enum(["required", "off"])
      .default("required")
      .describe(
        "`required`: nothing is sent unless the connection is encrypted and the server's certificate is valid for its name. `off`: in clear text, for smtp:// to this machine or to a host in `server.clear_text_hosts` alone.",
      ),
    ca_file: z
      .string()
      .min(1)
      .optional()
      .describe("File (PEM) of the authorities that vouch for the mail server. Default: the system's.")
      .meta({ examples: ["/etc/tiro/mail-ca.pem"] }),
    user: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .optional()
      .describe("Name with which tiro logs in to the mail server, if the server asks for one.")
      .meta({ examples: ["tiro@example.com"] }),
    password: patterned(
      new RegExp(`^[\\x20-\\x7e]{1,${limits.configSecretChars}}$`),
      `one line of at most ${limits.configSecretChars} ASCII characters`,
    )
      .optional()
      .describe(
        "Password of `user`. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["change-me"], writeOnly: true }),
    from: patterned(/^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$/, "an e-mail address, such as `tiro@example.com`")
      .optional()
      .describe("Address from which tiro's messages come.")
      .meta({ examples: ["tiro@example.com"] }),
    language: z
      .enum(INTERFACE_LANGUAGES)
      .default("en")
      .describe("Language of messages to people who have chosen none for the interface."),
    templates_dir: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Folder of texts to use in the place of tiro's own, such as `setup_link.en.txt`; `tiro mail templates` writes them all.",
      )
      .meta({ examples: ["/etc/tiro/mail"] }),
  })
  .prefault({});
