/** The settings of the company's own log-in by OpenID Connect: section `company_log_in` of the configuration. */

import { z } from "zod";
import { limits } from "./limits.ts";
import { secretText } from "./secret-text.ts";

const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);

export const companyLogInSchema = z
  .strictObject({
    issuer: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "The company's identity provider (OpenID Connect), by its issuer. Register tiro there with the redirect address `/login/company/callback` below its public address. Without it, people log in with their tiro account.",
      )
      .meta({ examples: ["https://login.example.com/realms/staff"] }),
    client_id: z
      .string()
      .min(1)
      .max(limits.companyClientIdChars)
      .optional()
      .describe("The client id under which the identity provider knows tiro.")
      .meta({ examples: ["tiro"] }),
    client_secret: secretText
      .optional()
      .describe(
        "The client secret issued by the identity provider. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["change-me"], writeOnly: true }),
    label: z
      .string()
      .min(1)
      .max(limits.companyLabelChars)
      .default("your company account")
      .describe("Name shown to people: the log-in page says `Log in with` followed by it."),
    email_domains: z
      .array(domain)
      .min(1)
      .max(limits.companyListEntries)
      .optional()
      .describe(
        "E-mail domains that the identity provider may vouch for. Other addresses are refused, even if it verified them.",
      )
      .meta({ examples: [["example.com"]] }),
    create_accounts: z
      .boolean()
      .default(false)
      .describe("Whether people without an account get one at their first log-in."),
    organization: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .optional()
      .describe("Name or id of the organization that people join by logging in this way, if any.")
      .meta({ examples: ["Example Ltd"] }),
    group_claim: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .default("groups")
      .describe("The claim in which the identity provider lists a person's groups."),
    admin_groups: z
      .array(z.string().min(1).max(limits.companyGroupChars))
      .min(0)
      .max(limits.companyListEntries)
      .default([])
      .describe(
        "Members of these groups become `admin` in the organization at each log-in, everybody else `member`; owners stay owners. Empty: roles do not change.",
      )
      .meta({ examples: [["tiro-admins"]] }),
  })
  .prefault({});
