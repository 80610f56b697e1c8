/** Organizations may ask that their people log in with a second step. */
import type { Db } from "../../store/db.ts";
import { hasTotp } from "../../store/log-in/totp.ts";
import { organizationsAskingSecondStep } from "../../store/organizations/organizations.ts";
import type { BrowserSession, LogInMethod } from "../credentials/browser-sessions.ts";

/** A passkey's device verifies the person itself; for the company's log-in, its provider asks. */
const ENOUGH: readonly string[] = ["passkey", "company"] satisfies LogInMethod[];

/**
 * The names of the organizations for which this session is not enough; empty where it is. With a second step set up
 * nobody comes in by the password alone, so that then every session is.
 */
export function secondStepMissingFor(
  db: Db,
  { userId, methods }: Pick<BrowserSession, "userId" | "methods">,
): string[] {
  if (methods.some((method) => ENOUGH.includes(method)) || hasTotp(db, userId)) return [];
  return organizationsAskingSecondStep(db, userId);
}
