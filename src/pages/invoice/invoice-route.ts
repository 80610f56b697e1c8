import { z } from "zod";
import { html } from "../../lib/html.ts";
import { invoiceFor } from "../../metering/bill.ts";
import type { InvoiceDeps } from "../../metering/invoices.ts";
import { textAnswer } from "../../web/answers.ts";
import { pageOperation } from "../../web/operation.ts";
import { APP_PATH } from "../../web/own-path.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { failurePage } from "../frame/failure.ts";
import { PAGE_HEADERS } from "../frame/page.ts";
import { personRoute } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { frameMessages } from "../messages/frame.ts";
import { missingMessages } from "../messages/missing.ts";
import { INVOICE_PAGE_POLICY, invoicePage } from "./invoice-page.ts";

export function invoicePageRoute(deps: PersonDeps & InvoiceDeps): PersonRoute {
  return personRoute(
    deps,
    "GET",
    "/billing/invoices/:invoice",
    pageOperation("showInvoice", "An invoice to print", [200, 303, 404], { path: { invoice: z.string() } }),
    (exchange, user) => {
      const language = languageOf(exchange);
      const invoice = invoiceFor(deps, user, exchange.params.invoice ?? "");
      if (invoice !== null)
        return textAnswer(200, "text/html; charset=utf-8", invoicePage(invoice, language), {
          "Content-Security-Policy": `${INVOICE_PAGE_POLICY}; frame-ancestors 'none'`,
          ...PAGE_HEADERS,
        });
      const { title, lead } = missingMessages[language];
      const next = html`<p><a class="button" href="${APP_PATH}usage">${frameMessages[language].usage}</a></p>`;
      return failurePage(exchange, { title, next }, 404, lead);
    },
  );
}
