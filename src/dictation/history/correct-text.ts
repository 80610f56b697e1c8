/** People correct the texts of their sessions: by typing, by voice, and by dictating more. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { mayKeep } from "../../accounts/policies/policy.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { rangesAfterChange } from "../../lib/text-ranges.ts";
import { transact } from "../../store/database/write-lock.ts";
import { reviseSession, type Session, sessionById } from "../../store/dictation/sessions.ts";
import { type DictationDeps, personOf } from "../deps.ts";
import { searchable } from "./keep-session.ts";
import { findSession, type SessionDetail, toDetail } from "./sessions.ts";

export interface Correction {
  text: string;
  /** Of the text that was corrected. */
  revision: number;
}

/**
 * The very same correction may come twice: a text that is already there stays as it is, and nothing is raised.
 * Its words are read in steps, beside the transaction that stores it.
 * @returns the session as it is now, and whether this changed it.
 * @throws TiroError `history_unavailable` (also in privacy mode: a correction is text that would be stored),
 *   `session_not_found`, `revision_conflict`.
 */
export async function correctText(
  { db, clock }: Pick<DictationDeps, "db" | "clock">,
  principal: Principal,
  sessionId: string,
  { text, revision }: Correction,
): Promise<{ detail: SessionDetail; corrected: Pick<Session, "organizationId"> | null }> {
  const { rawText } = findSession(db, principal, sessionId);
  const words = await inTurns(searchable({ finalText: text, rawText }), limits.bodyTurnMs);
  return transact(db, () => {
    const session = findSession(db, principal, sessionId);
    const userId = personOf(principal);
    if (!mayKeep(db, principal, userId))
      throw new TiroError("history_unavailable", "In privacy mode nothing is stored, corrections included.");
    if (session.finalText === text) return { detail: toDetail(session), corrected: null };
    if (session.revision !== revision)
      throw new TiroError(
        "revision_conflict",
        `The text was corrected elsewhere: it is revision ${session.revision} now. Read it again before you change it.`,
        { param: "revision" },
      );
    const unsureWords = rangesAfterChange(session.unsureWords, session.finalText, text);
    const updatedAt = clock.now();
    reviseSession(db, session, { finalText: text, updatedAt, unsureWords, ...words });
    const revised = sessionById(db, { userId, organizationId: null }, sessionId) as Session;
    return { detail: toDetail(revised), corrected: session };
  });
}
