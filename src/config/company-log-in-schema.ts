/** The settings of the company's own log-in by OpenID Connect: section `company_log_in` of the configuration. */

import { z } from "zod";
import { limits } from "./limits.ts";
import {
  flag,
  listOf,
  name,
  optional,
  path,
  patterned,
  secret,
  secretText,
  section,
  setting,
  webAddress,
  whole,
  words,
} from "./setting.ts";

/** Roles that a group of the provider can give: owners are made and unmade here alone. */
const GROUP_ROLES = ["admin", "auditor", "billing", "member"] as const;

const groupName = z.string().min(1).max(limits.companyGroupChars);
const domain = patterned(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "a domain in small letters, such as `example.com`");

export const companyLogInSchema = section({
  issuer: optional(
    webAddress,
    "https://login.example.com/realms/staff",
    "The company's identity provider (OpenID Connect), by its issuer. Register tiro there with the redirect address `/login/company/callback` below its public address. Without it, people log in with their tiro account.",
  ),
  client_id: optional(
    words.max(limits.companyClientIdChars),
    "tiro",
    "The client id of tiro at the identity provider.",
  ),
  client_secret: secret(secretText, "The client secret issued by the identity provider."),
  label: setting(
    words.max(limits.companyLabelChars),
    "your company account",
    "Name shown to people: the log-in page says `Log in with` followed by it.",
  ),
  email_domains: optional(
    z.array(domain).min(1).max(limits.companyListEntries),
    ["example.com"],
    "E-mail domains that the identity provider may vouch for. Other addresses are refused, even if it verified them.",
  ),
  trust_email_domains: flag(
    false,
    "Whether an address of `email_domains` counts as verified if the identity provider does not say whether it is (no `email_verified`, no `xms_edov`). Only for a provider whose administrators alone can set addresses.",
  ),
  required: flag(
    false,
    "Whether people can log in only with the identity provider. Passwords, passkeys and set-up links then work only for administrators of this server, and sessions that began with them end.",
  ),
  access_days: optional(
    whole(1, limits.companyAccessDays),
    30,
    "Days after which the keys, apps and sessions of somebody with a company account stop working until they log in with it again. With `required`, keys and apps of people without one stop so many days after they were made. Default: never.",
  ),
  ca_file: optional(
    path,
    "/etc/tiro/company-ca.pem",
    "File with certificates (PEM) of authorities that sign the identity provider's, in addition to the public ones.",
  ),
  create_accounts: flag(false, "Whether people without an account get one at their first log-in."),
  organization: optional(
    name,
    "Example Ltd",
    "Name or id of the organization that people join when they log in this way or when the directory (SCIM) adds them, if any.",
  ),
  scopes: setting(
    listOf(
      z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, "must be one scope"),
      limits.companyListEntries,
    ),
    ["email", "profile"],
    "Scopes that tiro requests from the identity provider in addition to `openid`. Some providers send groups only if tiro requests a scope for them.",
    ["email", "profile", "groups"],
  ),
  group_claim: setting(name, "groups", "The claim in which the identity provider lists a person's groups."),
  allowed_groups: setting(
    listOf(groupName, limits.companyListEntries),
    [],
    "Only members of these groups may log in this way; nobody, if the identity provider sends no groups. Empty: everybody.",
    ["tiro-users"],
  ),
  groups: setting(
    listOf(
      z.strictObject({
        group: groupName,
        organization: z.string().min(1).max(limits.configNameChars),
        role: z.enum(GROUP_ROLES).default("member"),
      }),
      limits.companyListEntries,
    ),
    [],
    "The role of a group's members in an organization: `group` as the identity provider or its directory (SCIM) names it, `organization` by name or id, `role`. For somebody in several groups, the first of admin, auditor, billing and member counts. People who leave the groups leave the organization; owners stay owners.",
    [{ group: "transcription-team", organization: "Example Ltd", role: "member" }],
  ),
  admin_groups: setting(
    listOf(groupName, limits.companyListEntries),
    [],
    "Members of these groups become `admin` in the organization at each log-in, everybody else `member`; owners stay owners. Empty: roles do not change.",
    ["tiro-admins"],
  ),
});
