/** Invitations to an organization: made, listed while they are open, revoked. */
import { z } from "zod";
import { inviteMember, listInvitations, revokeInvitation } from "../../accounts/onboarding/invitations.ts";
import { requireRankOver } from "../../accounts/organizations/member-administration.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { DAY_MS } from "../../lib/units.ts";
import { isoTime, oneOf, text } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { Invitation } from "../../store/onboarding/invitations.ts";
import { ROLES } from "../../store/organizations/members.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changed, changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { organizationRoute } from "./organization-route.ts";

export interface InvitationDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "auth">;
}

export const OrganizationInvitation = z.object({
  object: z.literal("organization_invitation"),
  email: z.string(),
  role: z.enum(ROLES),
  created_at: isoTime,
  expires_at: isoTime,
});

const InvitationList = z.object({ object: z.literal("list"), data: z.array(OrganizationInvitation) });

const MadeInvitations = z.object({
  object: z.literal("list"),
  data: z.array(
    OrganizationInvitation.extend({ url: z.string().describe("Works once; the answer alone has it.") }),
  ),
});

const invitationSchema = z.strictObject({
  emails: z
    .array(text(1, limits.emailChars), "must be a list of addresses")
    .min(1, "must have one address at least")
    .max(limits.invitationsAtOnce, `must have at most ${limits.invitationsAtOnce} addresses`),
  role: oneOf(ROLES).default("member"),
});

const revocationSchema = z.strictObject({ email: text(1, limits.emailChars) });

export function invitationRoutes(deps: InvitationDeps): PersonRoute[] {
  const { db, clock, config } = deps;
  return [
    organizationRoute(deps, "members.read", "GET /invitations", {
      id: "listOrganizationInvitations",
      summary: "Invitations that can still be accepted",
      answers: { 200: jsonOf("All of them, the oldest first.", InvitationList) },
      handle: (_exchange, { organization }) => {
        const data = listInvitations(db, organization.id, clock.now()).map(invitationBody);
        return jsonAnswer(200, { object: "list", data });
      },
    }),
    organizationRoute(deps, "members.change", "POST /invitations", {
      id: "inviteOrganizationMembers",
      summary: "Invite addresses to the organization",
      description:
        "All of them or none. Each answer has the link that the address needs, once; whether an address has an account already stays untold. An earlier invitation of an address ends.",
      body: jsonBody(invitationSchema, { emails: ["ada@example.com"], role: "member" }),
      answers: { 201: jsonOf("The invitations with their links.", MadeInvitations) },
      errors: ["invalid_request"],
      handle: async (exchange, membership) => {
        const { emails, role } = await readJson(exchange.request, invitationSchema);
        requireRankOver(membership, [role]);
        const changes = changesOf(deps, exchange);
        const validMs = config.auth.invitation_days * DAY_MS;
        const made = await transact(db, () =>
          emails.map((email) =>
            inviteMember(changes, membership.organization.id, { email, role }, exchange.publicUrl, {
              validMs,
            }),
          ),
        );
        const data = made.map((invitation) => ({ ...invitationBody(invitation), url: invitation.url }));
        return jsonAnswer(201, { object: "list", data });
      },
    }),
    organizationRoute(deps, "members.change", "POST /invitations/revoke", {
      id: "revokeOrganizationInvitation",
      summary: "Revoke an invitation",
      body: jsonBody(revocationSchema, { email: "ada@example.com" }),
      answers: { 204: { description: "Its link no longer works." } },
      errors: ["invalid_request"],
      handle: async (exchange, { organization }) => {
        const { email } = await readJson(exchange.request, revocationSchema);
        return changed(deps, exchange, (changes) => revokeInvitation(changes, organization.id, email));
      },
    }),
  ];
}

function invitationBody(invitation: Invitation): z.infer<typeof OrganizationInvitation> {
  const form = wireForm(invitation, "email", "role", "createdAt", "expiresAt");
  return { object: "organization_invitation", ...form };
}
