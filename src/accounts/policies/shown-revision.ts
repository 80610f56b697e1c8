/** Which state of a person or an organization a page showed: of two administrators who change it, the second is warned. */
import { createHash } from "node:crypto";
import { TiroError } from "../../lib/errors.ts";
import type { Organization } from "../../store/organizations/organizations.ts";
import type { User } from "../../store/people/users.ts";

const CHARS = 16;

export function revisionOfPerson({ email, name, plan, administrator, auditor, disabledAt }: User): string {
  return revisionOf([email, name, plan, administrator, auditor, disabledAt]);
}

export function revisionOfOrganization(organization: Organization): string {
  return revisionOf(Object.entries(organization).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param shown what the page showed; undefined if the caller knows none.
 * @throws TiroError `revision_conflict`.
 */
export function requireShown(now: string, shown: string | undefined): void {
  if (shown === undefined || shown === now) return;
  throw new TiroError(
    "revision_conflict",
    "Somebody changed this meanwhile. Nothing was done: read it again, then repeat this.",
    { param: "revision" },
  );
}

function revisionOf(state: unknown): string {
  return createHash("sha256").update(JSON.stringify(state)).digest("base64url").slice(0, CHARS);
}
