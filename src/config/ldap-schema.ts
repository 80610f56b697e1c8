/** The company's directory, by which people log in: section `ldap` of the configuration. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";

const NAME_PLACE = "{name}";

export const ldapSchema = z
  .strictObject({
    server: patterned(
      /^ldaps?:\/\/([a-zA-Z0-9.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
      "an address with its port, such as `ldaps://ldap.example.com:636`",
    )
      .optional()
      .describe(
        "The company's directory (LDAP or Active Directory), by whose names and passwords people log in: ldaps://HOST:636 (TLS from the beginning) or ldap://HOST:389 (StartTLS). Who may log in, and roles by groups, are settings of `company_log_in`. Without it, no directory is asked.",
      )
      .meta({ examples: ["ldaps://ldap.example.com:636"] }),
    tls: z
      .enum(["required", "off"])
      .default("required")
      .describe(
        "`required`: nothing is sent unless the connection is encrypted and the server's certificate is valid for its name. `off`: in clear text, for ldap:// to this machine alone.",
      ),
    ca_file: z
      .string()
      .min(1)
      .optional()
      .describe("File (PEM) of the authorities that vouch for the directory. Default: the system's.")
      .meta({ examples: ["/etc/tiro/ldap-ca.pem"] }),
    bind_dn: z
      .string()
      .min(1)
      .max(limits.directoryNameChars)
      .optional()
      .describe(
        "Name with which tiro logs in to the directory to look for people, if it admits nobody without. It needs to read people and groups, and nothing more.",
      )
      .meta({ examples: ["cn=tiro,ou=services,dc=example,dc=com"] }),
    bind_password: z
      .string()
      .min(1)
      .max(limits.configSecretChars)
      .optional()
      .describe(
        "Password of `bind_dn`. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["change-me"], writeOnly: true }),
    base_dn: z
      .string()
      .min(1)
      .max(limits.directoryNameChars)
      .optional()
      .describe("The part of the directory in which people are.")
      .meta({ examples: ["ou=people,dc=example,dc=com"] }),
    user_filter: z
      .string()
      .min(1)
      .max(limits.directoryNameChars)
      .refine((filter) => filter.startsWith("(") && filter.endsWith(")") && filter.includes(NAME_PLACE), {
        message: `must be a filter in parentheses with ${NAME_PLACE} in the place of the name that somebody enters`,
      })
      .default(
        "(&(objectClass=person)(|(uid={name})(mail={name})(sAMAccountName={name})(userPrincipalName={name})))",
      )
      .describe(
        "Finds a person by what they enter as their name, which takes the place of `{name}`, escaped. It must find one person at most.",
      ),
    email_attribute: patterned(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, "the name of an attribute, such as `mail`")
      .default("mail")
      .describe(
        "The attribute with a person's e-mail address. It counts as verified, so people must not be able to change their own.",
      ),
    group_base_dn: z
      .string()
      .min(1)
      .max(limits.directoryNameChars)
      .optional()
      .describe("The part of the directory in which groups are. Default: `base_dn`.")
      .meta({ examples: ["ou=groups,dc=example,dc=com"] }),
    groups: z
      .enum(["nested", "active_directory", "direct", "off"])
      .default("nested")
      .describe(
        "Which groups somebody is in: `nested`, also groups of groups, found step by step; `active_directory`, the same in one question that Active Directory alone understands; `direct`; `off`, none are looked for.",
      ),
  })
  .prefault({});
