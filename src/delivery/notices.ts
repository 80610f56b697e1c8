/**
 * Notices that people get without asking: their own log-ins and credentials, and, as administrators, backups and the
 * certificate. The audit log says what was done, also by the command line; it is read as it grows, and how far is
 * written down with what was queued, so that nothing is sent twice or forgotten.
 */
import type { AuditLine } from "../accounts/audit/audit-log.ts";
import { auditAfter } from "../accounts/audit/audit-log.ts";
import { changeOfCredential } from "../accounts/audit/credential-changes.ts";
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { toIsoTime } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import { DAY_MS } from "../lib/units.ts";
import { auditHead } from "../store/audit/audit-log.ts";
import { transact } from "../store/database/write-lock.ts";
import type { Db } from "../store/db.ts";
import {
  countDeliveries,
  insertDelivery,
  noticesPosition,
  setNoticesPosition,
} from "../store/delivery/deliveries.ts";
import { webhooksOf } from "../store/delivery/webhooks.ts";
import { allUsers } from "../store/people/users.ts";
import { MAIL_LANE, type MailKind } from "./mail/kinds.ts";

export interface NoticesDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Channels of the site. */
  sends: { mail: boolean; webhooks: boolean };
  /** Null if no backups are scheduled. */
  backupHealth: () => { failure: string | null; isOverdue: boolean } | null;
  /** Null if the server has no certificate of its own. */
  certificateDaysLeft: () => number | null;
}

/** Details of lines of the audit log. */
interface Told {
  /** Address before its change. */
  from?: string;
  new_device?: string;
  methods?: string[];
}

export class Notices {
  readonly #deps: NoticesDeps;
  readonly #ofPeople: Recurring;
  readonly #ofSite: Recurring;

  constructor(deps: NoticesDeps) {
    const { logger } = deps;
    this.#deps = deps;
    const failure = "notices_failed";
    this.#ofPeople = new Recurring({
      everyMs: limits.noticeLookMs,
      work: () => this.readAudit(),
      failure,
      logger,
    });
    this.#ofSite = new Recurring({
      everyMs: limits.siteNoticeEveryMs,
      work: () => this.lookAtSite(),
      failure,
      logger,
    });
  }

  start(): void {
    if (this.#deps.sends.mail) this.#ofPeople.start();
    this.#ofSite.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.#ofPeople.close(), this.#ofSite.close()]);
  }

  /** At the first time, and where a restored database has fewer lines, from here on. */
  async readAudit(): Promise<void> {
    const { db, clock } = this.#deps;
    const head = auditHead(db)?.sequence ?? 0;
    const position = noticesPosition(db);
    if (position === head) return;
    if (position === null || position > head) return transact(db, () => void setNoticesPosition(db, head));
    const lines = auditAfter(db, position, limits.auditLinesAtOnce);
    await transact(db, () => {
      // Where mail was off for a while, nobody hears of what is long past.
      const since = clock.now() - DAY_MS;
      for (const line of lines) if (Date.parse(line.at) > since) this.#tellPerson(line);
      setNoticesPosition(db, lines.at(-1)?.sequence ?? head);
    });
  }

  #tellPerson({ action, target, at, address, details, sequence }: AuditLine): void {
    const once = `audit ${sequence}`;
    const common = { at: Date.parse(at), address };
    const { from, new_device: device, methods = [] } = details as Told;
    const change = changeOfCredential(action);
    // The new address may be another person's. First, in case only one more message may be sent to the person today.
    if (change === "email_changed")
      this.#mail("credential_changed", target, { ...common, change, to: from }, `${once} before`);
    if (change !== null) this.#mail("credential_changed", target, { ...common, change }, once);
    if (action !== "user.logged_in") return;
    // Those of a link are reported as the change itself.
    if (device === undefined || methods.includes("setup_link") || methods.includes("invitation")) return;
    this.#mail("new_device", target, { ...common, device }, once);
  }

  /** Once a day for as long as it lasts. */
  async lookAtSite(): Promise<void> {
    const { db, clock, backupHealth, certificateDaysLeft } = this.#deps;
    const at = clock.now();
    const day = toIsoTime(at).slice(0, 10);
    const { failure = null, isOverdue = false } = backupHealth() ?? {};
    const days = certificateDaysLeft();
    const found: [kind: MailKind, details: object][] = [];
    if (failure !== null) found.push(["backup_failed", { at, reason: failure }]);
    else if (isOverdue) found.push(["backup_overdue", { at }]);
    if (days !== null && days <= limits.certificateWarningDays)
      found.push(["certificate_expiring", { days: Math.max(0, Math.floor(days)) }]);
    if (found.length === 0) return;
    if (failure !== null && this.#deps.sends.webhooks) await this.#tellHooks({ at, reason: failure }, day);
    if (!this.#deps.sends.mail) return;
    const administrators = allUsers(db).filter(
      ({ administrator, disabledAt }) => administrator && disabledAt === null,
    );
    await transact(db, () => {
      for (const [kind, details] of found)
        for (const { id } of administrators) this.#mail(kind, id, details, `${kind} ${id} ${day}`);
    });
  }

  async #tellHooks(details: object, day: string): Promise<void> {
    const { db, clock } = this.#deps;
    const kind = "backup.failed";
    const hooks = webhooksOf(db, null).filter(({ events }) => events.includes(kind));
    await transact(db, () => {
      for (const { id } of hooks)
        insertDelivery(db, {
          ...{ lane: id, kind, recipient: id, details, nowMs: clock.now() },
          once: `${kind} ${id} ${day}`,
        });
    });
  }

  /** Nobody's mailbox is filled by somebody who logs in and out all day. */
  #mail(kind: MailKind, recipient: string, details: object, once: string): void {
    const { db, clock } = this.#deps;
    const nowMs = clock.now();
    if (countDeliveries(db, recipient, kind, nowMs - DAY_MS) >= limits.mailsPerPersonAndDay) return;
    insertDelivery(db, { lane: MAIL_LANE, kind, recipient, details, once, nowMs });
  }
}
