/**
 * Sends the audit log on as it grows, also lines that the command line writes. The log itself is the buffer: what cannot
 * be sent stays there, and is sent later, also after a restart. A line may arrive twice; `sequence` shows that.
 */
import { limits } from "../../../config/limits.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { Tally } from "../../../lib/tally.ts";
import { auditHead } from "../../../store/audit/audit-log.ts";
import { readForwarded, writeForwarded } from "../../../store/audit/forwarding-position.ts";
import type { Db } from "../../../store/db.ts";
import { auditAfter } from "../audit-log.ts";
import type { AuditSink } from "./sinks.ts";

/** Attempts to send lines on that failed, each of which is repeated. */
export const forwardingFailures = new Tally<"sink">([{ sink: "syslog" }, { sink: "file" }]);

export interface ForwarderDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  dataDir: string;
}

export class AuditForwarder {
  readonly #deps: ForwarderDeps;
  readonly #sink: AuditSink;
  /** Lines sent so long ago, over a connection that is still open, that they have arrived. */
  #settled: number;
  #sent: number;
  #sentAt = 0;
  #failedInARow = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param sinkOf makes the sink, which calls `lost` when nobody knows what has arrived. */
  constructor(deps: ForwarderDeps, sinkOf: (lost: () => void) => AuditSink) {
    this.#deps = deps;
    this.#sink = sinkOf(() => {
      this.#sent = this.#settled;
    });
    this.#settled = this.#firstPosition();
    this.#sent = this.#settled;
  }

  get name(): string {
    return this.#sink.name;
  }

  /** Lines that have not been sent yet. */
  get unsent(): number {
    return Math.max(0, this.#head - this.#sent);
  }

  start(): void {
    this.#running = this.#step();
  }

  /** Lines that can be sent at once are sent. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
    if (this.#failedInARow === 0) await this.#send();
    await this.#sink.close();
    // After a failure `sent` is what had settled before.
    try {
      this.#settle();
    } catch (error) {
      this.#failed(error);
    }
  }

  get #head(): number {
    return auditHead(this.#deps.db)?.sequence ?? 0;
  }

  /** At the first time the log begins to be sent from here on. A restored database may have fewer lines than were sent. */
  #firstPosition(): number {
    const { dataDir } = this.#deps;
    const known = readForwarded(dataDir, this.#sink.name);
    if (known !== null && known <= this.#head) return known;
    writeForwarded(dataDir, this.#sink.name, this.#head);
    return this.#head;
  }

  async #step(): Promise<void> {
    await this.#send();
    if (this.#closed) return;
    const doublings = Math.min(Math.max(0, this.#failedInARow - 1), limits.auditBackOffSteps);
    const waitMs = limits.auditLookMs * 2 ** doublings;
    this.#timer = setTimeout(() => {
      this.#running = this.#step();
    }, waitMs);
    this.#timer.unref();
  }

  /** All that there is, so many lines at a time. */
  async #send(): Promise<void> {
    const { db, clock } = this.#deps;
    try {
      for (;;) {
        const lines = auditAfter(db, this.#sent, limits.auditLinesAtOnce);
        const last = lines.at(-1);
        if (last === undefined) break;
        await this.#sink.send(lines);
        this.#sent = last.sequence;
        this.#sentAt = clock.monotonic();
      }
      if (clock.monotonic() - this.#sentAt >= limits.auditSettledMs) this.#settle();
      this.#succeeded();
    } catch (error) {
      this.#failed(error);
    }
  }

  #succeeded(): void {
    if (this.#failedInARow > 0) this.#deps.logger.info("audit_forwarded_again", { sink: this.name });
    this.#failedInARow = 0;
  }

  /** One line an outage: the metrics and the next line say how many wait. */
  #failed(error: unknown): void {
    forwardingFailures.add({ sink: this.name });
    this.#sent = this.#settled;
    if (this.#failedInARow === 0)
      this.#deps.logger.error("audit_not_forwarded", {
        sink: this.name,
        unsent: this.unsent,
        cause: String(error),
        hint: "Nothing is lost: the lines stay in the audit log, and are sent as soon as it works again. Check audit.syslog or audit.file.",
      });
    this.#failedInARow += 1;
  }

  #settle(): void {
    if (this.#settled === this.#sent) return;
    this.#settled = this.#sent;
    writeForwarded(this.#deps.dataDir, this.name, this.#settled);
  }
}
