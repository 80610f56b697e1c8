/** What a person's accounts used, what is open, and their invoices: where `billing_url` of errors leads. */
import { z } from "zod";
import { html, type Markup } from "../../lib/html.ts";
import { isId } from "../../lib/ids.ts";
import { type Bill, billsOf, invoiceFor } from "../../metering/bill.ts";
import { type Invoice, type InvoiceDeps, invoiceName } from "../../metering/invoices.ts";
import { formatUsd, roundToCents } from "../../metering/money.ts";
import { textAnswer } from "../../web/answers.ts";
import { pageOperation } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { PAGE_HEADERS } from "../frame/page.ts";
import { personPage } from "../frame/person-page.ts";
import { timeMarkup } from "../frame/time.ts";
import { INVOICE_PAGE_POLICY, invoicePage } from "../invoice/invoice-page.ts";
import { personRoute } from "./person.ts";

const TITLE = "Usage and invoices";
const STATES = { issued: "to be paid", paid: "paid", past_due: "past due" } as const;
const SECONDS_PER_HOUR = 3600;

export function billingPageRoutes(deps: PersonDeps & InvoiceDeps): PersonRoute[] {
  return [
    personRoute(
      deps,
      "GET",
      "/billing",
      pageOperation("showBilling", "Usage and invoices of the accounts that the person pays for", [200, 303]),
      ({ logIn }, user) => {
        const body = html`<h1>${TITLE}</h1>
${billsOf(deps, user).map((bill) => account(bill, deps.config.billing))}`;
        return personPage(logIn, { title: TITLE, body });
      },
    ),
    personRoute(
      deps,
      "GET",
      "/billing/invoices/:invoice",
      pageOperation("showInvoice", "An invoice to print", [200, 303, 404], { path: { invoice: z.string() } }),
      ({ logIn, params }, user) => {
        const invoice = invoiceFor(deps, user, params.invoice ?? "");
        if (invoice !== null)
          return textAnswer(200, "text/html; charset=utf-8", invoicePage(invoice), {
            "Content-Security-Policy": `${INVOICE_PAGE_POLICY}; frame-ancestors 'none'`,
            ...PAGE_HEADERS,
          });
        const body = html`<h1>Invoice not found</h1>
<p><a href="/billing">${TITLE}</a></p>`;
        return personPage(logIn, { title: "Invoice not found", body, status: 404 });
      },
    ),
  ];
}

function account(bill: Bill, { mode, free_usd }: InvoiceDeps["config"]["billing"]): Markup {
  const { name, accountId, month, used, freeMicroUsd, freeUsedMicroUsd, openMicroUsd } = bill;
  const hours = (used.billedSeconds / SECONDS_PER_HOUR).toFixed(2);
  return html`<section>
<h2>${name} <span class="facts">${accountId}</span></h2>
<ul>
<li>Used in ${month}: ${used.requests} requests, ${hours} hours of audio, ${formatUsd(used.amountMicroUsd)} USD</li>
<li>Free usage: ${formatUsd(Math.min(freeUsedMicroUsd, freeMicroUsd))} of ${free_usd} USD used</li>
<li>Not yet invoiced: ${formatUsd(openMicroUsd)} USD</li>
</ul>
<p>${howToPay(bill, mode)}</p>
${isId("org", accountId) ? reports(accountId) : ""}${invoices(bill)}
</section>`;
}

/** Whoever reads an organization's invoices reads its usage, too (accounts/permissions.ts). */
function reports(organizationId: string): Markup {
  const path = `/v1/organizations/${organizationId}/usage/report?format=csv`;
  return html`<p>Usage as CSV: <a href="${path}&by=member">by member</a>, <a href="${path}&by=month">by month</a></p>
`;
}

function howToPay({ paymentArranged }: Bill, mode: "meter" | "enforce"): string {
  if (paymentArranged)
    return "This account pays by invoice. Pay each invoice as stated on it; the administrator of this server then marks it as paid.";
  if (mode === "meter")
    return "This server records usage and never refuses a request because of it. There is nothing to do.";
  return "Once the free usage is used up, requests are refused until the administrator of this server lets this account pay by invoice. Ask them to.";
}

function invoices({ name, invoices }: Bill): Markup {
  if (invoices.length === 0) return html`<p class="facts">No invoices yet.</p>`;
  return html`<div class="scroll" role="region" aria-label="Invoices of ${name}" tabindex="0">
<table>
<thead><tr><th scope="col">Invoice</th><th scope="col">Issued</th><th scope="col">Due</th><th scope="col">USD</th><th scope="col">State</th></tr></thead>
<tbody>
${invoices.map(row)}</tbody>
</table>
</div>`;
}

function row(invoice: Invoice): Markup {
  const { id, issuedAt, dueAt, state, amountMicroUsd, freeMicroUsd } = invoice;
  return html`<tr>
<th scope="row"><a href="/billing/invoices/${id}">${invoiceName(invoice)}</a></th>
<td>${timeMarkup(issuedAt)}</td><td>${timeMarkup(dueAt)}</td>
<td>${formatUsd(roundToCents(amountMicroUsd - freeMicroUsd))}</td><td>${STATES[state]}</td>
</tr>
`;
}
