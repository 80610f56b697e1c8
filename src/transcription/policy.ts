/** Effects of an organization's policy on transcriptions. */
import type { Principal } from "../accounts/authentication/principal.ts";
import { mayKeep, policyOf } from "../accounts/policies/policy.ts";
import { TiroError } from "../lib/errors.ts";
import { isId } from "../lib/ids.ts";
import type { Db } from "../store/db.ts";

/** Whether neither recordings nor results of the account may reach the disk. */
export function keepsNothing(db: Db, accountId: string): boolean {
  return policyFor(db, accountId).zeroRetention;
}

/**
 * Whether nothing of a call's recording may reach the disk: under zero retention, and for the app if it may keep nothing of
 * its person: it keeps the result in the browser. Answers to keys and tokens can be had again for a day.
 */
export function staysInMemory(db: Db, principal: Principal): boolean {
  const { accountId, userId, credential } = principal;
  if (keepsNothing(db, accountId)) return true;
  return credential.method === "browser_session" && userId !== null && !mayKeep(db, principal, userId);
}

/**
 * Whether the account may use the language, or, if none is named, any of the installed ones.
 * @throws TiroError `invalid_request` if the one that is asked for is not allowed, or none of them is.
 */
export function assertLanguageAllowed(
  db: Db,
  accountId: string,
  language: string | null,
  installed: readonly string[],
): void {
  const { allowedLanguages } = policyFor(db, accountId);
  if (!allowedLanguages) return;
  const allowed = new Set(allowedLanguages);
  if (language === null ? installed.some((code) => allowed.has(code)) : allowed.has(language)) return;
  throw new TiroError(
    "invalid_request",
    `Your organization allows only these languages: ${allowedLanguages.join(", ")}.`,
    { param: "language" },
  );
}

/** Languages that detection may return; null if the account's organizations allow every language. */
export function allowedLanguages(db: Db, accountId: string): readonly string[] | null {
  return policyFor(db, accountId).allowedLanguages;
}

function policyFor(db: Db, accountId: string) {
  return policyOf(db, { accountId, userId: isId("usr", accountId) ? accountId : null });
}
