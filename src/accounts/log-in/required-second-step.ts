/** Organizations may ask that their people log in with a second step, and the operator that administrators do. */
import type { Config } from "../../config/schema.ts";
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

/**
 * The names of the organizations, or of this server, for which this session is not enough; empty where it is. With a second step set up
 * nobody comes in by the password alone, so that then every session is.
 */
export function secondStepMissingFor(
  { db, config }: SecondStepRules,
  { userId, methods }: Pick<BrowserSession, "userId" | "methods">,
): string[] {
  if (methods.some((method) => ENOUGH.includes(method)) || hasTotp(db, userId)) return [];
  const asks = config.auth.administrators_second_step && userById(db, userId)?.administrator === true;
  return [...(asks ? [config.web.name] : []), ...organizationsAskingSecondStep(db, userId)];
}
