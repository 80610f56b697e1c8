/** A person as administrators and auditors see them. Nothing of what they dictated. */

import { z } from "zod";
import { requirePerson } from "../../accounts/people/users.ts";
import { organizationsOf, SERVER_ROLES, serverRoleOf } from "../../accounts/policies/permissions.ts";
import { revisionOfPerson } from "../../accounts/policies/shown-revision.ts";
import { PLANS } from "../../config/plans.ts";
import { idOf, isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { isKeptByDirectory, scimUserOf } from "../../store/directory/users.ts";
import { groupMembershipsOf } from "../../store/organizations/group-memberships.ts";
import { ROLES } from "../../store/organizations/members.ts";
import { type ListedPerson, listedPerson, PERSON_STATES } from "../../store/people/people-list.ts";
import { possessionsOf } from "../../store/people/possessions.ts";
import { jsonAnswer } from "../../web/answers.ts";
import type { PersonDeps } from "../../web/person.ts";
import { BindingPolicy, bindingPolicyBodies } from "../bodies/binding-policy.ts";
import { waysIn, waysInBody } from "../bodies/ways-in.ts";

const serverRole = z.enum(SERVER_ROLES).nullable();

export const Person = z.object({
  id: idOf("usr"),
  object: z.literal("person"),
  email: z.string(),
  name: z.string().nullable(),
  plan: z.enum(PLANS),
  server_role: serverRole.describe("The person's role on the server; null for almost everybody."),
  state: z.enum(PERSON_STATES).describe("`waiting`: the person has no way to log in yet."),
  created_at: isoTime,
  disabled_at: isoTime.nullable(),
  ...waysIn,
  from_directory: z.boolean().describe("Whether the company's directory (SCIM) keeps the account."),
  disabled_by_directory: z
    .boolean()
    .describe("Whether it keeps the person out; it alone lets them in again."),
  organizations: z.array(
    z.object({
      id: idOf("org"),
      name: z.string(),
      role: z.enum(ROLES),
      by_group: z.boolean().describe("Whether the company's groups give the role, and change it."),
    }),
  ),
});

export const PersonDetail = Person.extend({
  revision: z
    .string()
    .describe("Of what can be changed here; sent along with a change, it refuses one of an older state."),
  has: z
    .object({
      browser_sessions: z.int(),
      keys: z.int(),
      grants: z.int(),
      dictations: z.int(),
      recordings: z.int(),
      jobs_under_way: z.int(),
    })
    .describe("How much there is of what ends, stays or is erased with the account."),
  policies: z
    .array(BindingPolicy)
    .describe("The policies that bind the person; only those that an organization sets."),
});

/** Of a path to one person. */
export const personPath = { person: z.string().describe("`usr_…`") };

/** @throws TiroError `person_not_found`. */
export function personAnswer(deps: PersonDeps, id: string): Response {
  const { db, clock } = deps;
  const user = requirePerson(db, id);
  const has = possessionsOf(db, id, clock.now());
  const body: z.infer<typeof PersonDetail> = {
    ...personBody(deps, listedPerson(db, id) as ListedPerson),
    revision: revisionOfPerson(user),
    has: {
      ...wireForm(has, "browserSessions", "keys", "grants", "dictations", "recordings", "jobsUnderWay"),
    },
    policies: bindingPolicyBodies(db, id),
  };
  return jsonAnswer(200, body);
}

export function personBody({ db }: PersonDeps, person: ListedPerson): z.infer<typeof Person> {
  const said = scimUserOf(db, person.id);
  const groups = groupMembershipsOf(db, person.id);
  return {
    object: "person",
    ...wireForm(person, "id", "email", "name", "plan", "state", "createdAt", "disabledAt"),
    server_role: serverRoleOf(person),
    ...waysInBody(person),
    from_directory: isKeptByDirectory(db, person),
    disabled_by_directory: said !== null && (said.deactivated || said.removedAt !== null),
    organizations: organizationsOf(db, person.id).map(({ organization: { id, name }, role }) => ({
      id,
      name,
      role,
      by_group: groups.includes(id),
    })),
  };
}
