/**
 * Keys, apps, and organizations' templates and proposals change in the server, and by the command line while it runs:
 * the audit log has all of it. It is looked at while somebody listens.
 */
import type { AuditLine } from "../../accounts/audit/audit-log.ts";
import { auditAfter } from "../../accounts/audit/audit-log.ts";
import { limits } from "../../config/limits.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import { auditHead } from "../../store/audit/audit-log.ts";
import type { Db } from "../../store/db.ts";
import type { EventSink } from "./hub.ts";
import { topics } from "./topics.ts";

export interface AuditEventsDeps {
  db: Db;
  logger: Logger;
  events: EventSink;
  isHeard: () => boolean;
  /** Called after anything was changed: listeners may have lost their access. */
  changed: () => Promise<void>;
}

export class AuditEvents {
  readonly #deps: AuditEventsDeps;
  readonly #recurring: Recurring;
  #position: number;

  constructor(deps: AuditEventsDeps) {
    this.#deps = deps;
    this.#position = headOf(deps.db);
    this.#recurring = new Recurring({
      everyMs: limits.auditLookMs,
      failure: "audit_events_failed",
      logger: deps.logger,
      work: () => this.look(),
    });
  }

  start(): void {
    this.#recurring.repeat();
  }

  close(): Promise<void> {
    return this.#recurring.close();
  }

  async look(): Promise<void> {
    const { db, events, isHeard, changed } = this.#deps;
    const head = headOf(db);
    // Also if a restored database has fewer lines.
    if (!isHeard() || head < this.#position) this.#position = head;
    if (head === this.#position) return;
    const lines = auditAfter(db, this.#position, limits.auditLinesAtOnce);
    this.#position = lines.at(-1)?.sequence ?? head;
    for (const line of lines) tell(events, line);
    await changed();
  }
}

function tell(events: EventSink, { action, target, details }: AuditLine): void {
  const [kind, change] = action.split(".");
  const { account, user, template, proposal } = details as Partial<
    Record<"account" | "user" | "template" | "proposal", string>
  >;
  if (kind === "key" && account !== undefined)
    events.publish([topics.keys(account)], "key", { id: target, account_id: account, change });
  if (kind === "grant" && user !== undefined)
    events.publish([topics.grants(user)], "grant", { id: target, change });
  if (kind === "organization" && template !== undefined)
    events.publish([topics.templates(target)], "template", {
      id: template,
      change: change?.replace("template_", ""),
    });
  if (kind === "organization" && proposal !== undefined && user !== undefined)
    events.publish([topics.proposals(target), topics.customizations(user)], "proposal", {
      id: proposal,
      organization_id: target,
      change: change?.replace("proposal_", ""),
    });
}

function headOf(db: Db): number {
  return auditHead(db)?.sequence ?? 0;
}
