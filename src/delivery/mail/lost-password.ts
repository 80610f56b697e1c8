import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { countWaiting, insertDelivery } from "../../store/delivery/deliveries.ts";
import { MAIL_LANE } from "./kinds.ts";

/** Queues what somebody asked for, no matter whose address it is. A flood of such wishes is cut, for all alike. */
export function mailLostPassword({ db, clock }: { db: Db; clock: Clock }, email: string): Promise<void> {
  return transact(db, () => {
    if (countWaiting(db, "lost_password") >= limits.lostPasswordsWaiting) return;
    const delivery = { lane: MAIL_LANE, kind: "lost_password", recipient: email, details: {} };
    insertDelivery(db, { ...delivery, nowMs: clock.now() });
  });
}
