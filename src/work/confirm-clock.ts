/** After the machine's clock jumped: somebody says that it is right now, and ages are counted by it again. */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { confirmClock } from "../store/clock/watched-clock.ts";
import { inTransaction } from "../store/db.ts";
import { bringSessionsToNow } from "../store/dictation/sessions.ts";
import { bringJobsToNow } from "../store/transcription/jobs.ts";

export interface ConfirmedClock {
  confirmedAt: number;
  /** Time that is not counted in the age of stored content. */
  withheldSeconds: number;
}

/** Content past its retention is erased soon after; content dated later than now counts as made now. */
export function confirmTheClock(deps: ChangeDeps): ConfirmedClock {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    const withheldMs = confirmClock(db, clock)?.withheldMs ?? 0;
    bringSessionsToNow(db, clock.now());
    bringJobsToNow(db, clock.now());
    recordAudit(deps, "clock.confirmed", "clock", { withheld_ms: withheldMs });
    return { confirmedAt: clock.now(), withheldSeconds: Math.round(withheldMs / 1000) };
  });
}
