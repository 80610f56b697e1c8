import { limits } from "../config/limits.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import { closeInvoices, type InvoiceDeps, invoiceName } from "./invoices.ts";

/** Makes invoices by itself while the server runs. */
export class Invoicing extends Recurring {
  constructor(deps: InvoiceDeps & { logger: Logger }) {
    const { logger } = deps;
    super({
      everyMs: limits.sweepEveryMs,
      failure: "invoicing_failed",
      logger,
      work: async () => {
        for (const invoice of await whenWritable(deps.db, () => closeInvoices(deps)))
          logger.info("invoice_issued", { invoice: invoiceName(invoice), accountId: invoice.accountId });
      },
    });
  }
}
