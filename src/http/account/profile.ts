/** The person who is logged in, as their own pages show them. */

import { z } from "zod";
import type { BrowserSession } from "../../accounts/credentials/browser-sessions.ts";
import { isLinked } from "../../accounts/log-in/company.ts";
import { canHavePasskeys } from "../../accounts/log-in/passkeys.ts";
import { currentUser } from "../../accounts/people/current-user.ts";
import { hasCompanyLogIn } from "../../accounts/policies/company-rules.ts";
import {
  organizationsOf,
  PERMISSIONS,
  permissionsOf,
  SERVER_PERMISSIONS,
  serverPermissionsOf,
} from "../../accounts/policies/permissions.ts";
import { policyOf } from "../../accounts/policies/policy.ts";
import { policyRevision } from "../../accounts/policies/policy-revision.ts";
import { PLANS } from "../../config/plans.ts";
import type { Config } from "../../config/schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { INTERFACE_LANGUAGES } from "../../lib/interface-languages.ts";
import { idOf, isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { passwordChangedAt } from "../../store/credentials/passwords.ts";
import { isKeptByDirectory } from "../../store/directory/users.ts";
import { passkeysOf } from "../../store/log-in/passkeys.ts";
import { countRecoveryCodes, totpSince } from "../../store/log-in/totp.ts";
import { ROLES } from "../../store/organizations/members.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { freshUntil } from "../../web/sensitive-actions.ts";
import { BindingPolicy, bindingPolicyBodies } from "../bodies/binding-policy.ts";
import { personApi } from "./person-api.ts";

export const Profile = z.object({
  object: z.literal("profile"),
  id: idOf("usr"),
  email: z.string(),
  name: z.string().nullable(),
  created_at: isoTime,
  administrator: z.boolean().describe("Whether the person runs this server."),
  server_permissions: z
    .array(z.enum(Object.keys(SERVER_PERMISSIONS)))
    .describe("The person's rights on the whole server; empty for almost everybody."),
  has_workers: z
    .boolean()
    .describe("Whether the server has recognizers on other hosts, for those who may see them."),
  from_directory: z
    .boolean()
    .describe("Whether the company's directory (SCIM) keeps the account: the name is changed there."),
  plan: z.enum(PLANS),
  interface_language: z
    .enum(INTERFACE_LANGUAGES)
    .nullable()
    .describe(
      "The language of the pages; null: as the browser asks for. The language of dictation is in the settings.",
    ),
  privacy_mode: z.boolean(),
  history_available: z.boolean().describe("Whether the person's organizations allow history."),
  zero_retention: z.boolean().describe("Whether an organization of the person's forbids to keep anything."),
  policy_revision: z
    .string()
    .describe("Of what the organizations decided; for the header `Tiro-Policy` of pages that show it."),
  policies: z
    .array(BindingPolicy)
    .describe("The policies that bind you; only those that an organization sets."),
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(ROLES),
      permissions: z.array(z.enum(Object.keys(PERMISSIONS))),
      own_usage_reported: z
        .boolean()
        .describe("Whether its reports name how much its members use with keys of their own."),
    }),
  ),
  log_in: z.object({
    own: z.boolean().describe("Whether the person may log in in another way than the company's."),
    password_changed_at: isoTime.nullable().describe("Null: the person has no password."),
    second_step: z
      .object({ since: isoTime, recovery_codes_left: z.int() })
      .nullable()
      .describe("Null if it is off."),
    passkeys_possible: z.boolean().describe("Devices make none for servers that are reached by a number."),
    passkeys: z.array(z.object({ name: z.string(), created_at: isoTime, last_used_at: isoTime.nullable() })),
    company: z.object({ label: z.string(), linked: z.boolean() }).nullable(),
  }),
  browser_session: z.object({
    id: z.string(),
    csrf_token: z.string().describe("For the header `x-csrf-token` of every request that is no GET."),
    authenticated_at: isoTime,
    fresh_until: isoTime.describe("Until then no new log-in is asked for."),
  }),
});

export interface ProfileDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "billing">;
  /** Null if recognition stays on this machine. */
  cluster: object | null;
}

export function profileRoute(deps: ProfileDeps): PersonRoute {
  return personApi("GET /v1/me/profile", {
    id: "getProfile",
    summary: "You, your organizations, how you log in, and this browser session",
    answers: { 200: jsonOf("The details of a person.", Profile) },
    handle: ({ logIn, publicUrl }) => jsonAnswer(200, profileBody(deps, logIn, publicUrl)),
  });
}

export function profileBody(
  deps: ProfileDeps,
  logIn: BrowserSession,
  publicUrl: string,
): z.infer<typeof Profile> {
  const { userId } = logIn;
  const account = { accountId: userId, userId };
  const { user, plan, historyAvailable } = currentUser(deps.db, account);
  const isBilling = deps.config.billing.mode !== "off";
  const serverPermissions = serverPermissionsOf(user).filter(
    (permission) => isBilling || !permission.startsWith("payments."),
  );
  return {
    object: "profile",
    ...wireForm(user, "id", "email", "name", "createdAt", "administrator"),
    server_permissions: serverPermissions,
    has_workers: deps.cluster !== null && serverPermissions.includes("recognition.read"),
    from_directory: isKeptByDirectory(deps.db, user),
    plan,
    interface_language: user.interfaceLanguage,
    privacy_mode: user.privacyMode,
    history_available: historyAvailable,
    zero_retention: policyOf(deps.db, account).zeroRetention,
    policy_revision: policyRevision(deps.db, userId),
    policies: bindingPolicyBodies(deps.db, userId),
    organizations: organizationsOf(deps.db, userId).map(({ organization, role }) => ({
      id: organization.id,
      name: organization.name,
      role,
      permissions: permissionsOf(role),
      own_usage_reported: organization.ownUsageReported,
    })),
    log_in: waysIn(deps, user, publicUrl),
    browser_session: {
      ...wireForm(logIn, "id", "csrfToken", "authenticatedAt"),
      fresh_until: toIsoTime(freshUntil(logIn)),
    },
  };
}

function waysIn(
  { db, config }: PersonDeps,
  { id, administrator }: { id: string; administrator: boolean },
  publicUrl: string,
): z.infer<typeof Profile>["log_in"] {
  const { label, required } = config.company_log_in;
  const changedAt = passwordChangedAt(db, id);
  const since = totpSince(db, id);
  return {
    own: !required || administrator,
    password_changed_at: changedAt === null ? null : toIsoTime(changedAt),
    second_step:
      since === null ? null : { since: toIsoTime(since), recovery_codes_left: countRecoveryCodes(db, id) },
    passkeys_possible: canHavePasskeys(publicUrl),
    passkeys: passkeysOf(db, id).map((passkey) => wireForm(passkey, "name", "createdAt", "lastUsedAt")),
    company: hasCompanyLogIn(config) ? { label, linked: isLinked(db, id) } : null,
  };
}
