/**
 * Links that are sent by mail. Their secret part follows from the delivery's id and a key of the installation, so that
 * the queue holds ids alone, and a message that is sent again has the same link.
 */
import { createHmac } from "node:crypto";
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { inviteMember } from "../../accounts/onboarding/invitations.ts";
import { makeSetupLink } from "../../accounts/onboarding/setup-links.ts";
import { newId } from "../../lib/ids.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { insertDelivery } from "../../store/delivery/deliveries.ts";
import type { Invitation } from "../../store/onboarding/invitations.ts";
import type { User } from "../../store/people/users.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { MAIL_LANE } from "./kinds.ts";

interface Where {
  publicUrl: string;
  validMs: number;
}

/** The secret part of a delivery's link. */
export function linkToken(db: Db, deliveryId: string): string {
  return createHmac("sha256", installationSecret(db, "mail-links")).update(deliveryId).digest("base64url");
}

/** Makes a set-up link, and a message that brings it to the person. */
export function mailSetupLink(
  deps: ChangeDeps,
  user: User,
  { publicUrl, validMs }: Where,
): { url: string; expiresAt: number } {
  const { db, clock } = deps;
  const id = newId("dlv");
  return inTransaction(db, () => {
    const link = makeSetupLink(deps, user, publicUrl, { token: linkToken(db, id), validMs });
    const delivery = { id, lane: MAIL_LANE, kind: "setup_link", recipient: user.id, details: {} };
    insertDelivery(db, { ...delivery, nowMs: clock.now() });
    return link;
  });
}

/** Invites an address, and sends the invitation there. @throws as `inviteMember`. */
export function mailInvitation(
  deps: ChangeDeps,
  organizationId: string,
  input: { email: string; role: string },
  { publicUrl, validMs }: Where,
): Invitation & { url: string } {
  const { db, clock } = deps;
  const id = newId("dlv");
  return inTransaction(db, () => {
    const options = { token: linkToken(db, id), validMs };
    const invitation = inviteMember(deps, organizationId, input, publicUrl, options);
    const delivery = { id, lane: MAIL_LANE, kind: "invitation", recipient: invitation.email, details: {} };
    insertDelivery(db, { ...delivery, nowMs: clock.now() });
    return invitation;
  });
}
