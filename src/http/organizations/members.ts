/** Who belongs to an organization, and in which role. */
import { z } from "zod";
import { changeMember, dismissMember } from "../../accounts/organizations/member-administration.ts";
import { limits } from "../../config/limits.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import { idOf, isoTime, oneOf } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { isGroupMembership } from "../../store/organizations/group-memberships.ts";
import { type MemberWithPerson, membersOf, ROLES } from "../../store/organizations/members.ts";
import { type ListedPerson, listedPerson } from "../../store/people/people-list.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changed, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { waysIn, waysInBody } from "../bodies/ways-in.ts";
import { organizationRoute } from "./organization-route.ts";

export const OrganizationMember = z.object({
  user_id: idOf("usr"),
  object: z.literal("organization_member"),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  state: z.enum(["active", "disabled"]),
  joined_at: isoTime,
  ...waysIn,
  by_group: z
    .boolean()
    .describe("Whether the membership follows the company's groups, and is changed there."),
});

const MemberList = z.object({ object: z.literal("list"), data: z.array(OrganizationMember) });

const changeSchema = z.strictObject({ role: oneOf(ROLES) });

const parts = { member: z.string().describe("`usr_…`") };

export function memberRoutes(deps: PersonDeps): PersonRoute[] {
  return [
    organizationRoute(deps, "members.read", "GET /members", {
      id: "listOrganizationMembers",
      summary: "Who belongs to the organization",
      answers: { 200: jsonOf("All members, in the order in which they joined.", MemberList) },
      handle: async (_exchange, { organization }) => {
        const bodies = memberBodies(deps, organization.id);
        const data = await inTurns(bodies, limits.searchTurnMs, limits.searchRestMs);
        return jsonAnswer(200, { object: "list", data });
      },
    }),
    organizationRoute(deps, "members.change", "PATCH /members/:member", {
      parts,
      id: "changeOrganizationMember",
      summary: "Change a member's role",
      description: "Only owners make or change owners; nobody changes their own role; one owner stays.",
      body: jsonBody(changeSchema, { role: "auditor" }),
      answers: { 204: { description: "The member has the role." } },
      errors: ["invalid_request", "person_not_found"],
      handle: async (exchange, membership) => {
        const { role } = await readJson(exchange.request, changeSchema);
        return changed(deps, exchange, (changes) =>
          changeMember(changes, membership, exchange.params.member ?? "", role),
        );
      },
    }),
    organizationRoute(deps, "organization.read", "DELETE /members/:member", {
      parts,
      id: "removeOrganizationMember",
      summary: "Remove a member, or leave the organization",
      description: "The account stays. Owners and admins remove others; only owners remove owners.",
      answers: { 204: { description: "No member any more." } },
      errors: ["invalid_request", "person_not_found"],
      handle: async (exchange, membership) => {
        return changed(deps, exchange, (changes) =>
          dismissMember(changes, membership, exchange.params.member ?? ""),
        );
      },
    }),
  ];
}

/** There may be thousands. */
function* memberBodies(
  deps: PersonDeps,
  organizationId: string,
): Slices<z.infer<typeof OrganizationMember>[]> {
  const bodies: z.infer<typeof OrganizationMember>[] = [];
  for (const member of membersOf(deps.db, organizationId)) {
    const person = listedPerson(deps.db, member.userId);
    // Others may have removed the account since the list began.
    if (person !== null) bodies.push(memberBody(deps, member, person));
    yield;
  }
  return bodies;
}

function memberBody(
  { db }: PersonDeps,
  member: MemberWithPerson,
  person: ListedPerson,
): z.infer<typeof OrganizationMember> {
  return {
    object: "organization_member",
    ...wireForm(member, "userId", "email", "name", "role", "joinedAt"),
    state: member.disabledAt === null ? "active" : "disabled",
    ...waysInBody(person),
    by_group: isGroupMembership(db, member),
  };
}
