/**
 * Events that an operator should see though nothing changed: it goes to the log and to the audit log. An attacker with a
 * million passwords must not fill either, so that of each kind only so many lines are written at once and one a minute
 * after that; the next line then says how many were left out.
 */
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { isKnownError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { storeError } from "../../store/errors.ts";
import { FailureCounts } from "../throttling/failure-counts.ts";
import type { SecurityAction } from "./actions.ts";
import { SYSTEM } from "./actor.ts";
import { recordAudit } from "./audit-log.ts";

export interface SecurityEvent {
  /** The account or key; a typed name that is nobody's is not kept. */
  target: string;
  /** Network address of the caller. */
  address: string;
  details?: Readonly<Record<string, string>>;
}

/** Nobody's account. */
export const NOBODY = "unknown";

export class SecurityEvents {
  readonly #deps: { db: Db; clock: Clock; logger: Logger };
  readonly #ofKind: FailureCounts;
  readonly #ofTarget: FailureCounts;
  readonly #leftOut = new Map<SecurityAction, number>();

  constructor(deps: { db: Db; clock: Clock; logger: Logger }) {
    this.#deps = deps;
    this.#ofKind = new FailureCounts(deps.clock);
    this.#ofTarget = new FailureCounts(deps.clock);
  }

  note(action: SecurityAction, { target, address, details = {} }: SecurityEvent): void {
    const both = `${action} ${target}`;
    const leftOut = this.#leftOut.get(action) ?? 0;
    const tooMany =
      this.#ofKind.of(action) >= limits.securityEventsOfKind ||
      this.#ofTarget.of(both) >= limits.securityEventsOfTarget;
    if (tooMany) {
      this.#leftOut.set(action, leftOut + 1);
      return;
    }
    this.#ofKind.add(action);
    this.#ofTarget.add(both);
    this.#leftOut.delete(action);
    this.#write(action, target, address, { ...details, ...(leftOut > 0 && { left_out: leftOut }) });
  }

  /** A full disk must not change what the caller is answered. */
  #write(
    action: SecurityAction,
    target: string,
    address: string,
    details: Record<string, string | number>,
  ): void {
    const { db, clock, logger } = this.#deps;
    logger.warn("security_event", { action, target, address, ...details });
    try {
      inTransaction(db, () =>
        recordAudit({ db, clock, actor: { ...SYSTEM, address } }, action, target, details),
      );
    } catch (error) {
      const failure = storeError(error);
      if (!isKnownError(failure)) throw failure;
      logger.error("security_event_not_written", { code: failure.code, hint: failure.extras.hint });
    }
  }
}
