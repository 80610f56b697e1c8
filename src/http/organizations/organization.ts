/** An organization, the person's role in it, and its policies. */
import { z } from "zod";
import { policyJson, setPolicy } from "../../accounts/organizations/organizations.ts";
import { policyEffect } from "../../accounts/organizations/policy-effect.ts";
import {
  type Membership,
  organizationsOf,
  PERMISSIONS,
  permissionsOf,
} from "../../accounts/policies/permissions.ts";
import { PLANS } from "../../config/plans.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { ROLES } from "../../store/organizations/members.ts";
import { CONTENT_REVIEWS, HISTORY_SCOPES } from "../../store/organizations/organizations.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { accessPolicyFields, accessPolicySchema, policyChangeOf } from "../bodies/policy.ts";
import { PolicyEffect, policyEffectBody } from "../bodies/policy-effect.ts";
import { ORGANIZATIONS_PATH, organizationRoute } from "./organization-route.ts";

export const Organization = z.object({
  id: z.string(),
  object: z.literal("organization"),
  name: z.string(),
  plan: z.enum(PLANS),
  created_at: isoTime,
  disabled_at: isoTime.nullable(),
  content_review_since: isoTime
    .nullable()
    .describe("Only what was made since then can be read; null: nothing."),
  role: z.enum(ROLES).describe("Of the person who asks."),
  permissions: z.array(z.enum(Object.keys(PERMISSIONS))).describe("The rights of the role."),
  policy: z.object({
    zero_retention: z.boolean(),
    history_allowed: z.boolean(),
    retention_days: z.int().nullable(),
    allowed_languages: z.array(z.string()).nullable(),
    history_scope: z.enum(HISTORY_SCOPES),
    content_review: z
      .enum(CONTENT_REVIEWS)
      .describe("`owners`: they may read what members dictate, as far as `history_scope` reaches."),
    ...accessPolicyFields,
  }),
});

const OrganizationList = z.object({ object: z.literal("list"), data: z.array(Organization) });

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
    organizationRoute(deps, "organization.read", "GET", {
      id: "getOrganization",
      summary: "One organization with its policies",
      answers: { 200: jsonOf("The organization.", Organization) },
      handle: (_exchange, membership) => jsonAnswer(200, organizationBody(membership)),
    }),
    organizationRoute(deps, "policy.change", "PATCH /policy", {
      id: "changeOrganizationPolicy",
      summary: "Change policies that its owners decide",
      description: "Fields that are left out stay as they are. The other policies are the operator's.",
      body: jsonBody(accessPolicySchema),
      answers: { 200: jsonOf("The organization as it is now.", Organization) },
      handle: async (exchange, { organization, role }) => {
        const change = policyChangeOf(await readJson(exchange.request, accessPolicySchema));
        const changed = await changing(deps, exchange, (changes) =>
          setPolicy(changes, organization.id, change),
        );
        return jsonAnswer(200, organizationBody({ organization: changed.organization, role }));
      },
    }),
    organizationRoute(deps, "policy.change", "POST /policy/effect", {
      id: "previewOrganizationPolicy",
      summary: "Count what a change of policies would do",
      description: "Changes nothing.",
      body: jsonBody(accessPolicySchema),
      answers: { 200: jsonOf("The counts.", PolicyEffect) },
      handle: async ({ request }, { organization }) => {
        const change = policyChangeOf(await readJson(request, accessPolicySchema));
        return jsonAnswer(200, policyEffectBody(policyEffect(deps, organization, change)));
      },
    }),
  ];
}

function organizationBody({ organization, role }: Membership): z.infer<typeof Organization> {
  const { contentReviewSince } = organization;
  const { allowed_languages, key_networks, ...policy } = policyJson(organization);
  return {
    object: "organization",
    ...wireForm(organization, "id", "name", "plan", "createdAt", "disabledAt"),
    content_review_since: contentReviewSince === null ? null : toIsoTime(contentReviewSince),
    role,
    permissions: permissionsOf(role),
    policy: {
      ...policy,
      allowed_languages: allowed_languages && [...allowed_languages],
      key_networks: key_networks && [...key_networks],
    },
  };
}
