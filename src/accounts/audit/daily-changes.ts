/**
 * The changes that one person, or an organization's own keys, can make in a day. Each change leaves a line in the audit
 * log, which is never deleted, and often a row beside it: so that nobody fills the disk with them, or hides one among a
 * million. Ending something is free: it takes back what was counted when it began. Log-ins have a count of their own, so
 * that a stolen session keeps nobody out. Administrators of the installation are counted for links alone, which let people
 * in, and the command line is not counted.
 */

import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { isId } from "../../lib/ids.ts";
import { personFault } from "../../lib/person-faults.ts";
import { DAY_MS } from "../../lib/units.ts";
import { countDaily } from "../../store/audit/daily-changes.ts";
import { userById } from "../../store/people/users.ts";
import type { AuditAction } from "./actions.ts";
import type { ChangeDeps } from "./actor.ts";

/** Each can follow only once on what was counted, or on a dictation. */
const ENDING: ReadonlySet<AuditAction> = new Set<AuditAction>([
  "user.logged_out",
  "user.logged_out_everywhere",
  "user.session_erased",
  "user.history_erased",
  "user.disabled",
  "user.passkey_removed",
  "user.company_account_unlinked",
  "organization.disabled",
  "organization.content_removed",
  "member.removed",
  "invitation.revoked",
  "key.revoked",
  "webhook.removed",
  "grant.revoked",
  "recording.unshared",
  "recording.erased",
]);

const MOST = {
  change: limits.changesPerPersonAndDay,
  log_in: limits.logInsPerPersonAndDay,
  key: limits.keysMadePerPersonAndDay,
  link: limits.linksPerPersonAndDay,
} as const;

/**
 * Counts a change in the transaction that makes it.
 * @throws TiroError `rate_limit_exceeded` if it is one too many; until the next day (UTC).
 */
export function countChange({ db, clock, actor }: ChangeDeps, action: AuditAction): void {
  const isOrganization = isId("org", actor.id);
  if (!(isOrganization || isId("usr", actor.id)) || ENDING.has(action)) return;
  const kind = kindOf(action);
  const isAdministrator = userById(db, actor.id)?.administrator === true;
  if (isAdministrator && kind !== "link") return;
  const ofPerson = isAdministrator ? limits.linksPerAdministratorAndDay : MOST[kind];
  const most = isOrganization ? limits.changesPerOrganizationAndDay : ofPerson;
  const hint = `${actor.id} has made ${most} changes of the kind ${kind} today; \`tiro audit list\` shows which.`;
  countUp({ db, clock }, { userId: actor.id, kind, by: 1 }, { most, hint });
}

/**
 * Counts text that somebody brings into the library, in the transaction that stores it: transcripts of other programs, and
 * saves with what they replace, which is kept beside them. Saves of a few words while somebody types are not counted.
 * @throws as `countChange`.
 */
export function countText(
  deps: Pick<ChangeDeps, "db" | "clock">,
  { userId, accountId }: { userId: string | null; accountId: string },
  chars: number,
): void {
  const who = userId ?? accountId;
  const most = limits.libraryCharsPerPersonAndDay;
  const hint = `${who} has brought ${most} characters into the library today.`;
  countUp(deps, { userId: who, kind: "text", by: chars }, { most, hint });
}

function countUp(
  { db, clock }: Pick<ChangeDeps, "db" | "clock">,
  counted: { userId: string; kind: string; by: number },
  { most, hint }: { most: number; hint: string },
): void {
  const now = clock.now();
  const day = Math.floor(now / DAY_MS);
  if (countDaily(db, { ...counted, day }) <= most) return;
  throw new TiroError("rate_limit_exceeded", personFault("changes_a_day"), {
    retryAfterSeconds: ((day + 1) * DAY_MS - now) / 1000,
    hint,
  });
}

function kindOf(action: AuditAction): keyof typeof MOST {
  if (action === "user.logged_in") return "log_in";
  if (action === "invitation.made" || action === "user.setup_link_made") return "link";
  return action === "key.created" ? "key" : "change";
}
