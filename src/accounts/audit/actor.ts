import type { Clock } from "../../lib/clock.ts";
import type { Db } from "../../store/db.ts";

/** Who changes something, and from where. */
export interface Actor {
  /** `usr_…` or `org_…`; `operator` at the command line; `system` for what tiro does by itself. */
  id: string;
  /** Their credential: `key_…`, `setup-link`, `invitation`, `cli:OSUSER`; null for tiro itself. */
  credential: string | null;
  /** The network address of the caller, if there is one. */
  address: string | null;
}

export const SYSTEM: Actor = { id: "system", credential: null, address: null };

/** Dependencies of every change of an account. */
export interface ChangeDeps {
  db: Db;
  clock: Clock;
  actor: Actor;
}
