/** The settings of the company's own log-in by OpenID Connect: section `company_log_in` of the configuration. */

import { z } from "zod";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";
import { secretText } from "./secret-text.ts";
import { whole } from "./whole.ts";

/** Roles that a group of the provider can give: owners are made and unmade here alone. */
const GROUP_ROLES = ["admin", "auditor", "billing", "member"] as const;

const groupName = z.string().min(1).max(limits.companyGroupChars);
const domain = patterned(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "a domain in small letters, such as `example.com`");

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
    trust_email_domains: z
      .boolean()
      .default(false)
      .describe(
        "Whether an address of `email_domains` counts as verified if the identity provider does not say whether it is (no `email_verified`, no `xms_edov`). Only for a provider whose addresses its administrators alone set.",
      ),
    required: z
      .boolean()
      .default(false)
      .describe(
        "Whether people can log in with the identity provider only: passwords, passkeys and set-up links then work for the administrator of this server alone, and sessions that began with them end.",
      ),
    access_days: whole(1, limits.companyAccessDays)
      .optional()
      .describe(
        "Days after which the keys, apps and sessions of somebody with a company account stop working until they log in with it again. With `required`, keys and apps of people without one stop so many days after they were made. Default: never.",
      )
      .meta({ examples: [30] }),
    ca_file: z
      .string()
      .min(1)
      .optional()
      .describe(
        "File with certificates (PEM) of authorities that sign the identity provider's, beside the public ones.",
      )
      .meta({ examples: ["/etc/tiro/company-ca.pem"] }),
    create_accounts: z
      .boolean()
      .default(false)
      .describe("Whether people without an account get one at their first log-in."),
    organization: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .optional()
      .describe(
        "Name or id of the organization that people join by logging in this way or by being sent by the directory (SCIM), if any.",
      )
      .meta({ examples: ["Example Ltd"] }),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, "must be one scope"))
      .min(0)
      .max(limits.companyListEntries)
      .default(["email", "profile"])
      .describe(
        "Scopes that tiro requests from the identity provider beside `openid`. Some providers send groups only for a scope of their own.",
      )
      .meta({ examples: [["email", "profile", "groups"]] }),
    group_claim: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .default("groups")
      .describe("The claim in which the identity provider lists a person's groups."),
    allowed_groups: z
      .array(groupName)
      .min(0)
      .max(limits.companyListEntries)
      .default([])
      .describe(
        "Only members of these groups may log in this way; nobody, if the identity provider sends no groups. Empty: everybody.",
      )
      .meta({ examples: [["tiro-users"]] }),
    groups: z
      .array(
        z.strictObject({
          group: groupName,
          organization: z.string().min(1).max(limits.configNameChars),
          role: z.enum(GROUP_ROLES).default("member"),
        }),
      )
      .min(0)
      .max(limits.companyListEntries)
      .default([])
      .describe(
        "The role of a group's members in an organization: `group` as the identity provider or its directory (SCIM) names it, `organization` by name or id, `role`. With several groups the first of admin, auditor, billing and member counts. Who leaves the groups leaves the organization; owners stay owners.",
      )
      .meta({ examples: [[{ group: "transcription-team", organization: "Example Ltd", role: "member" }]] }),
    admin_groups: z
      .array(groupName)
      .min(0)
      .max(limits.companyListEntries)
      .default([])
      .describe(
        "Members of these groups become `admin` in the organization at each log-in, everybody else `member`; owners stay owners. Empty: roles do not change.",
      )
      .meta({ examples: [["tiro-admins"]] }),
  })
  .prefault({});
