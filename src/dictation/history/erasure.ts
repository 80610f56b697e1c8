/**
 * Erasing history for good: the rows, the words in the search index (migration 0005, `secure-delete`), the freed pages
 * (overwritten by `secure_delete`, then given back) and the write-ahead log in which they stood. All of it in slices,
 * because SQLite holds up the whole process: a caller takes the next one when it has time.
 */
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Slices } from "../../lib/slices.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  deleteSession,
  deleteSessionsOfUser,
  deleteSessionsPastRetention,
} from "../../store/dictation/history-erasure.ts";
import { sessionById } from "../../store/dictation/sessions.ts";
import { deleteAnswersOfRoute, deleteAnswersWith } from "../../store/work/idempotency.ts";
import { dictationRoute } from "../deps.ts";
import { sessionNotFound } from "./sessions.ts";

/**
 * One session of a person, what they said of it, and the reusable answer that holds its text.
 * @throws TiroError `session_not_found`, also for another person's.
 */
export function eraseSession(deps: ChangeDeps, userId: string, sessionId: string): void {
  const { db } = deps;
  inTransaction(db, () => {
    const session = sessionById(db, { userId, organizationId: null }, sessionId);
    if (session === null) throw sessionNotFound();
    deleteAnswersWith(db, dictationRoute(userId), sessionId);
    deleteSession(db, session);
    recordAudit(deps, "user.session_erased", userId, { session: sessionId });
  });
}

/** Everything that a person dictated, hidden or not, and what they said of it. Returns the number of sessions. */
export function* eraseHistory(deps: ChangeDeps, userId: string): Slices<number> {
  const { db } = deps;
  inTransaction(db, () => deleteAnswersOfRoute(db, dictationRoute(userId)));
  const erased = yield* untilNone(db, () => deleteSessionsOfUser(db, userId, limits.erasedAtOnce));
  if (erased > 0)
    inTransaction(db, () => recordAudit(deps, "user.history_erased", userId, { sessions: erased }));
  return erased;
}

/** Erases sessions that the policies of organizations no longer allow. Returns the number of sessions. */
export function* erasePastRetention({ db, clock }: { db: Db; clock: Clock }): Slices<number> {
  return yield* untilNone(db, () => deleteSessionsPastRetention(db, clock.forAges(), limits.erasedAtOnce));
}

function* untilNone(db: Db, deleteSome: () => number): Slices<number> {
  for (let erased = 0; ; yield) {
    const more = inTransaction(db, deleteSome);
    if (more === 0) return erased;
    erased += more;
  }
}
