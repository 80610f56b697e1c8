import { count } from "../statements.ts";

interface Change {
  userId: string;
  kind: string;
  /** Days since the epoch, UTC. */
  day: number;
}

/** Counts one more change of the kind by the person and returns how many there are on that day. */
export const countDailyChange = count<[change: Change]>(
  `INSERT INTO daily_changes (user_id, kind, day, changes) VALUES (@userId, @kind, @day, 1)
   ON CONFLICT (user_id, kind) DO UPDATE
     SET changes = CASE day WHEN excluded.day THEN changes + 1 ELSE 1 END, day = excluded.day
   RETURNING changes`,
);
