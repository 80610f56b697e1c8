/** An organization as administrators and auditors see it. */
import { z } from "zod";
import { requireOrganization } from "../../accounts/organizations/administration.ts";
import { policyJson } from "../../accounts/organizations/organizations.ts";
import { revisionOfOrganization } from "../../accounts/policies/shown-revision.ts";
import { PLANS } from "../../config/plans.ts";
import { idOf, isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import type { Db } from "../../store/db.ts";
import { countMembers } from "../../store/organizations/organization-list.ts";
import { CONTENT_REVIEWS, HISTORY_SCOPES } from "../../store/organizations/organizations.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { accessPolicyFields, contentPolicyFields } from "../bodies/policy.ts";

export const AdministeredOrganization = z.object({
  id: idOf("org"),
  object: z.literal("administered_organization"),
  name: z.string(),
  plan: z.enum(PLANS),
  members: z.int(),
  created_at: isoTime,
  disabled_at: isoTime.nullable(),
  revision: z
    .string()
    .describe("Of what can be changed here; sent along with a change, it refuses one of an older state."),
  policy: z.object({
    ...contentPolicyFields,
    history_scope: z.enum(HISTORY_SCOPES).describe("Set on the command line alone."),
    content_review: z.enum(CONTENT_REVIEWS).describe("Set on the command line alone."),
    ...accessPolicyFields,
  }),
});

/** Of a path to one organization. */
export const organizationPath = { organization: z.string().describe("`org_…`") };

/** @throws TiroError `organization_not_found`. */
export function organizationAnswer(db: Db, id: string): Response {
  return jsonAnswer(200, organizationBody(db, id));
}

/** @throws TiroError `organization_not_found`. */
export function organizationBody(
  db: Db,
  id: string,
  members = countMembers(db, id),
): z.infer<typeof AdministeredOrganization> {
  const organization = requireOrganization(db, id);
  const { allowed_languages, key_networks, ...policy } = policyJson(organization);
  return {
    object: "administered_organization",
    ...wireForm(organization, "id", "name", "plan", "createdAt", "disabledAt"),
    members,
    revision: revisionOfOrganization(organization),
    policy: {
      ...policy,
      allowed_languages: allowed_languages && [...allowed_languages],
      key_networks: key_networks && [...key_networks],
    },
  };
}
