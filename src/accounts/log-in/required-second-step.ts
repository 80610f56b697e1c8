/** Organizations may ask that their people log in with a second step, and the operator that administrators do. */
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import { hasTotp } from "../../store/log-in/totp.ts";
import { organizationsAskingSecondStep } from "../../store/organizations/organizations.ts";
import { userById } from "../../store/people/users.ts";
import type { BrowserSession, LogInMethod } from "../credentials/browser-sessions.ts";

/** A passkey's device verifies the person itself; for the company's log-in, its provider asks, but a directory does not. */
const ENOUGH: readonly string[] = ["passkey", "company"] satisfies LogInMethod[];

export interface SecondStepRules {
  db: Db;
  config: Pick<Config, "auth" | "web">;
}

/** Whether more than a password let the person in. */
function isStrong(db: Db, { userId, methods }: Pick<BrowserSession, "userId" | "methods">): boolean {
  return methods.some((method) => ENOUGH.includes(method)) || hasTotp(db, userId);
}

/** Who knows an administrator's password alone must not change others' rights. @throws TiroError `second_step_required`. */
export function requireStrongLogIn(db: Db, logIn: Pick<BrowserSession, "userId" | "methods">): void {
  if (isStrong(db, logIn)) return;
  throw new TiroError(
    "second_step_required",
    "With a password alone, administrators can only look. Set up a second step or a passkey under You, then repeat this.",
  );
}

/**
 * The names of the organizations, or of this server, for which this session is not enough; empty if it is. With a second step set up
 * nobody comes in by the password alone, so that then every session is.
 */
export function secondStepMissingFor(
  { db, config }: SecondStepRules,
  { userId, methods }: Pick<BrowserSession, "userId" | "methods">,
): string[] {
  if (isStrong(db, { userId, methods })) return [];
  const asks = config.auth.administrators_second_step && userById(db, userId)?.administrator === true;
  return [...(asks ? [config.web.name] : []), ...organizationsAskingSecondStep(db, userId)];
}
