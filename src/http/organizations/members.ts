import { z } from "zod";
import { listMembers } from "../../accounts/organizations/members.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { idOf, isoTime } from "../../lib/wire.ts";
import { ROLES } from "../../store/organizations/members.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { organizationRoute } from "./organization-route.ts";

export const OrganizationMember = z.object({
  user_id: idOf("usr"),
  object: z.literal("organization_member"),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  state: z.enum(["active", "disabled"]),
  joined_at: isoTime,
});

const MemberList = z.object({ object: z.literal("list"), data: z.array(OrganizationMember) });

export function memberRoute(deps: PersonDeps): PersonRoute {
  return organizationRoute(
    deps,
    {
      method: "GET",
      path: "/members",
      permission: "members.read",
      id: "listOrganizationMembers",
      summary: "Who belongs to the organization",
      answers: { 200: jsonOf("All members, in the order in which they joined.", MemberList) },
    },
    (_exchange, { organization }) => {
      const data = listMembers(deps.db, organization.id).map(
        ({ userId, email, name, role, disabledAt, joinedAt }): z.infer<typeof OrganizationMember> => ({
          user_id: userId,
          object: "organization_member",
          email,
          name,
          role,
          state: disabledAt === null ? "active" : "disabled",
          joined_at: toIsoTime(joinedAt),
        }),
      );
      return jsonAnswer(200, { object: "list", data });
    },
  );
}
