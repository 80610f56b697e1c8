import { type Db, inTransaction } from "../../src/store/db.ts";
import { addHealthMinute } from "../../src/store/health/health-minutes.ts";

const DAY_MINUTES = 24 * 60;

/**
 * Five days up to now, minute by minute; in the third one the server did not work for two and a half hours, and was
 * limited for as long.
 */
export function recordHealth(db: Db, now: number): void {
  const to = Math.floor(now / 60_000);
  const from = to - 5 * DAY_MINUTES;
  const bad = from + 2.5 * DAY_MINUTES;
  inTransaction(db, () => {
    for (let minute = from; minute < to; minute++) {
      const state =
        minute < bad || minute >= bad + 300 ? "ok" : minute < bad + 150 ? "unavailable" : "degraded";
      addHealthMinute(db, {
        minute,
        state,
        causes: state === "ok" ? [] : ["disk", "engine"],
        ...(state === "unavailable"
          ? { dictations: 0, p50Ms: null, p95Ms: null }
          : { dictations: 12, p50Ms: 420, p95Ms: 1_900 }),
        oldestWaitMs: 300,
        errors: state === "ok" ? [] : [{ code: "engine_unavailable", count: 3 }],
      });
    }
  });
}
