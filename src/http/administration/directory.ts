/** How people come in from the company: its log-in, its directory, and the roles that their groups give, as configured. */
import { z } from "zod";
import type { Config } from "../../config/schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { lastAttempt, lastFailures, type Outside } from "../../lib/last-attempts.ts";
import { isoTime } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const use = {
  last_at: isoTime.nullable().describe("When it was last used since the server’s start; null: not yet."),
  last_error: z.string().nullable().describe("Its error; null if it did not fail."),
  failures: z
    .array(z.object({ at: isoTime, error: z.string() }))
    .describe("The last ones, the newest first."),
};

export const DirectoryOverview = z.object({
  object: z.literal("directory"),
  company_log_in: z
    .object({
      issuer: z.string(),
      label: z.string(),
      required: z.boolean().describe("Whether people can come in by it alone."),
      ...use,
    })
    .nullable()
    .describe("OpenID Connect; null if it is not configured."),
  ldap: z
    .object({ server: z.string(), base_dn: z.string().nullable(), groups: z.string(), ...use })
    .nullable()
    .describe("Null if it is not configured."),
  scim: z.object({ url: z.string().describe("The address that the directory calls."), ...use }),
  accounts: z.object({
    created_at_log_in: z.boolean(),
    organization: z.string().nullable().describe("The one that people join."),
    email_domains: z.array(z.string()).nullable().describe("Null: any."),
    allowed_groups: z.array(z.string()).describe("None: everybody may come in."),
    admin_groups: z.array(z.string()).describe("Their members are `admin` in the organization."),
    groups: z.array(z.object({ group: z.string(), organization: z.string(), role: z.string() })),
  }),
});
type Overview = z.infer<typeof DirectoryOverview>;

export interface DirectoryRouteDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "company_log_in" | "ldap">;
}

export function directoryRoutes(deps: DirectoryRouteDeps): PersonRoute[] {
  return [
    administrationRoute(deps, "directory.read", "GET /directory", {
      id: "getDirectory",
      summary: "The company’s log-in and directory, and what groups may do",
      description:
        "As configured; it is changed on the host. `/scim-tokens` has what the directory calls with.",
      answers: { 200: jsonOf("Without secrets.", DirectoryOverview) },
      handle: ({ publicUrl }) => jsonAnswer(200, overviewOf(deps, publicUrl)),
    }),
  ];
}

function overviewOf(
  { config: { company_log_in: company, ldap } }: DirectoryRouteDeps,
  publicUrl: string,
): Overview {
  return {
    object: "directory",
    company_log_in:
      company.issuer === undefined
        ? null
        : {
            ...{ issuer: company.issuer, label: company.label, required: company.required },
            ...useOf("company_log_in"),
          },
    ldap:
      ldap.server === undefined
        ? null
        : {
            ...{ server: ldap.server, base_dn: ldap.base_dn ?? null, groups: ldap.groups },
            ...useOf("directory"),
          },
    scim: { url: `${publicUrl}/scim/v2`, ...useOf("scim") },
    accounts: {
      created_at_log_in: company.create_accounts,
      organization: company.organization ?? null,
      email_domains: company.email_domains === undefined ? null : [...company.email_domains],
      allowed_groups: [...company.allowed_groups],
      admin_groups: [...company.admin_groups],
      groups: [...company.groups],
    },
  };
}

function useOf(what: Outside): Pick<Overview["scim"], "last_at" | "last_error" | "failures"> {
  const last = lastAttempt(what);
  return {
    last_at: last && toIsoTime(last.atMs),
    last_error: last?.error ?? null,
    failures: lastFailures(what).map(({ atMs, error }) => ({ at: toIsoTime(atMs), error })),
  };
}
