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
        "The company's identity provider (OpenID Connect), by its issuer. Register tiro there with the redirect address `/login/company/callback` below its public address. Without it people log in with what tiro knows of them.",
      )
      .meta({ examples: ["https://login.example.com/realms/staff"] }),
    client_id: z
      .string()
      .min(1)
      .max(limits.companyClientIdChars)
      .optional()
      .describe("How the identity provider calls tiro.")
      .meta({ examples: ["tiro"] }),
    client_secret: secretText
      .optional()
      .describe(
        "The secret that the identity provider gave for tiro. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["change-me"], writeOnly: true }),
    label: z
      .string()
      .min(1)
      .max(limits.companyLabelChars)
      .default("your company account")
      .describe("How people know it: the log-in page says `Log in with` and this."),
    email_domains: z
      .array(domain)
      .min(1)
      .max(limits.companyListEntries)
      .optional()
      .describe(
        "Domains of the e-mail addresses for which the identity provider may speak. Others are refused, also where it has verified them.",
      )
      .meta({ examples: [["example.com"]] }),
    create_accounts: z
      .boolean()
      .default(false)
      .describe("Whether somebody who has no account yet gets one at their first log-in."),
    organization: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .optional()
      .describe("Name or id of the organization that people join by this log-in, if any.")
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
        "Groups whose people are `admin` in the organization, and everybody else `member`, at each log-in; owners stay owners. Empty: roles are left as they are.",
      )
      .meta({ examples: [["tiro-admins"]] }),
  })
  .prefault({});
