/** How the making of recordings is answered, and again to the same key. */
import { type Principal, partyOf } from "../../accounts/authentication/principal.ts";
import { type Claim, fingerprintOf } from "../../work/idempotency.ts";

export const CREATED = { status: 201, contentType: "application/json" };

/** The same words about the same content, whatever they were said in. Null if the call has no key. */
export function claimOf(
  route: string,
  { principal, idempotencyKey: key }: { principal: Principal; idempotencyKey: string | null },
  { asked, content }: { asked: object; content: string },
): Claim | null {
  if (key === null) return null;
  return { scope: { accountId: partyOf(principal), route, key }, fingerprint: fingerprintOf(asked, content) };
}
