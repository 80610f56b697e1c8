/** An organization, the person's role in it, and its policies. */
import { z } from "zod";
import { policyJson, setPolicy } from "../../accounts/organizations/organizations.ts";
import {
  type Membership,
  organizationsOf,
  PERMISSIONS,
  permissionsOf,
} from "../../accounts/policies/permissions.ts";
import { limits } from "../../config/limits.ts";
import { PLANS } from "../../config/plans.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime } from "../../lib/wire.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import { ROLES } from "../../store/organizations/members.ts";
import { HISTORY_SCOPES } from "../../store/organizations/organizations.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { ORGANIZATIONS_PATH, organizationRoute } from "./organization-route.ts";

const access = {
  key_days: z
    .int("must be a whole number of days or null")
    .nullable()
    .meta({ minimum: 1, maximum: limits.keyExpiryDays })
    .describe("Days after which keys of the organization and of its members end; null: as they were made."),
  key_networks: z
    .array(
      z.string("must be a network").max(limits.networkChars, "is too long"),
      "must be a list of networks or null",
    )
    .max(limits.keyNetworks, `must have at most ${limits.keyNetworks} networks`)
    .nullable()
    .describe("Addresses and networks (CIDR) from which the organization's own keys work; null: everywhere."),
  second_step_required: z
    .boolean("must be true or false")
    .describe("Whether its people log in with a second step."),
  own_usage_reported: z
    .boolean("must be true or false")
    .describe("Whether reports also have what members use with keys of their own since they joined."),
};

export const Organization = z.object({
  id: z.string(),
  object: z.literal("organization"),
  name: z.string(),
  plan: z.enum(PLANS),
  created_at: isoTime,
  disabled_at: isoTime.nullable(),
  role: z.enum(ROLES).describe("Of the person who asks."),
  permissions: z.array(z.enum(Object.keys(PERMISSIONS))).describe("What the role allows."),
  policy: z.object({
    zero_retention: z.boolean(),
    history_allowed: z.boolean(),
    retention_days: z.int().nullable(),
    allowed_languages: z.array(z.string()).nullable(),
    history_scope: z.enum(HISTORY_SCOPES),
    ...access,
  }),
});

const OrganizationList = z.object({ object: z.literal("list"), data: z.array(Organization) });

const policySchema = z.strictObject(z.object(access).partial().shape);

export function ownOrganizationRoutes(deps: PersonDeps): PersonRoute[] {
  return [
    {
      method: "GET",
      path: ORGANIZATIONS_PATH,
      family: "product",
      access: "person",
      operation: {
        id: "listOrganizations",
        tags: ["Organizations"],
        summary: "The organizations to which you belong",
        answers: { 200: jsonOf("In the order in which you joined.", OrganizationList) },
      },
      handle: ({ logIn }) => {
        const data = organizationsOf(deps.db, logIn.userId).map(organizationBody);
        return jsonAnswer(200, { object: "list", data });
      },
    },
    organizationRoute(
      deps,
      {
        method: "GET",
        path: "",
        permission: "organization.read",
        id: "getOrganization",
        summary: "One organization with its policies",
        answers: { 200: jsonOf("The organization.", Organization) },
      },
      (_exchange, membership) => jsonAnswer(200, organizationBody(membership)),
    ),
    organizationRoute(
      deps,
      {
        method: "PATCH",
        path: "/policy",
        permission: "policy.change",
        id: "changeOrganizationPolicy",
        summary: "Change policies that its owners decide",
        description: "What is left out stays. The other policies are the operator's.",
        body: jsonBody(policySchema),
        answers: { 200: jsonOf("The organization as it is now.", Organization) },
      },
      async (exchange, { organization, role }) => {
        const sent = await readJson(exchange.request, policySchema);
        const change = {
          ...(sent.key_days !== undefined && { keyDays: sent.key_days }),
          ...(sent.key_networks !== undefined && { keyNetworks: sent.key_networks }),
          ...(sent.second_step_required !== undefined && { secondStepRequired: sent.second_step_required }),
          ...(sent.own_usage_reported !== undefined && { ownUsageReported: sent.own_usage_reported }),
        };
        const changed = await whenWritable(deps.db, () =>
          setPolicy(changesOf(deps, exchange), organization.id, change),
        );
        return jsonAnswer(200, organizationBody({ organization: changed.organization, role }));
      },
    ),
  ];
}

function organizationBody({ organization, role }: Membership): z.infer<typeof Organization> {
  const { id, name, plan, createdAt, disabledAt } = organization;
  const { allowed_languages, key_networks, ...policy } = policyJson(organization);
  return {
    id,
    object: "organization",
    name,
    plan,
    created_at: toIsoTime(createdAt),
    disabled_at: disabledAt === null ? null : toIsoTime(disabledAt),
    role,
    permissions: permissionsOf(role),
    policy: {
      ...policy,
      allowed_languages: allowed_languages && [...allowed_languages],
      key_networks: key_networks && [...key_networks],
    },
  };
}
