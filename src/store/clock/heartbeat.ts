import { change, row } from "../statements.ts";

/** How the machine's clocks stood, in milliseconds, and what is known of their jumps. */
export interface Heartbeat {
  wallMs: number;
  /** Since the start of the machine that `bootId` names. */
  uptimeMs: number;
  bootId: string;
  /** The time taken off the age of stored things. */
  withheldMs: number;
  /** The last jump, if nobody has confirmed the clock since, and when it was seen. */
  jumpMs: number | null;
  jumpedAt: number | null;
}

/** The last one, or null if no server has run yet. */
export const lastHeartbeat = row<[], Heartbeat>(
  `SELECT wall_ms AS wallMs, uptime_ms AS uptimeMs, boot_id AS bootId, withheld_ms AS withheldMs, jump_ms AS jumpMs,
   jumped_at AS jumpedAt FROM heartbeat`,
);

export const setHeartbeat = change<[heartbeat: Heartbeat]>(
  `INSERT OR REPLACE INTO heartbeat (id, wall_ms, uptime_ms, boot_id, withheld_ms, jump_ms, jumped_at)
   VALUES (1, @wallMs, @uptimeMs, @bootId, @withheldMs, @jumpMs, @jumpedAt)`,
);
