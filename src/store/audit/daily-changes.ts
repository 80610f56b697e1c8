import { count } from "../statements.ts";

interface Counted {
  userId: string;
  kind: string;
  /** Days since the epoch, UTC. */
  day: number;
  by: number;
}

/** Counts so many more of the kind by the person and returns how many there are on that day. */
export const countDaily = count<[counted: Counted]>(
  `INSERT INTO daily_changes (user_id, kind, day, changes) VALUES (@userId, @kind, @day, @by)
   ON CONFLICT (user_id, kind) DO UPDATE
     SET changes = excluded.changes + CASE day WHEN excluded.day THEN changes ELSE 0 END, day = excluded.day
   RETURNING changes`,
);
