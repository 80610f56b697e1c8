import { limits } from "../config/limits.ts";
import type { Logger } from "../lib/logger.ts";
import { closeInvoices, type InvoiceDeps, invoiceName } from "./invoices.ts";

/** Makes invoices by itself while the server runs. */
export class Invoicing {
  readonly #deps: InvoiceDeps & { logger: Logger };
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(deps: InvoiceDeps & { logger: Logger }) {
    this.#deps = deps;
  }

  /** Now, for what came due while the server did not run, and each minute from now on. */
  start(): void {
    this.run();
    this.#timer = setInterval(() => this.run(), limits.sweepEveryMs);
    this.#timer.unref();
  }

  run(): void {
    const { logger } = this.#deps;
    try {
      for (const invoice of closeInvoices(this.#deps)) {
        logger.info("invoice_issued", { invoice: invoiceName(invoice), accountId: invoice.accountId });
      }
    } catch (error) {
      // Nobody waits for it, and the next minute tries again.
      logger.error("invoicing_failed", { cause: String(error) });
    }
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}
