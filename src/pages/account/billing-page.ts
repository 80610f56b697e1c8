/** What a person's accounts used, what is open, and their invoices: where `billing_url` of errors leads. */
import { z } from "zod";
import { html, type Markup } from "../../lib/html.ts";
import { isId } from "../../lib/ids.ts";
import { type Bill, billsOf, invoiceFor } from "../../metering/bill.ts";
import { type Invoice, type InvoiceDeps, invoiceName } from "../../metering/invoices.ts";
import { roundToCents } from "../../metering/money.ts";
import { textAnswer } from "../../web/answers.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { pageOperation } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { dayMarkup, monthName, numberIn, usdIn } from "../frame/formats.ts";
import { PAGE_HEADERS } from "../frame/page.ts";
import { personPage } from "../frame/person-page.ts";
import { personRoute } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { INVOICE_PAGE_POLICY, invoicePage } from "../invoice/invoice-page.ts";
import { billingMessages } from "../messages/billing.ts";

const SECONDS_PER_HOUR = 3600;

export function billingPageRoutes(deps: PersonDeps & InvoiceDeps): PersonRoute[] {
  return [
    personRoute(
      deps,
      "GET",
      "/billing",
      pageOperation("showBilling", "Usage and invoices of the accounts that the person pays for", [200, 303]),
      (exchange, user) => {
        const language = languageOf(exchange);
        const bills = billsOf(deps, user).map((bill) => account(bill, deps.config.billing, language));
        return personPage(exchange, { title: billingMessages[language].title, body: html`${bills}` });
      },
    ),
    personRoute(
      deps,
      "GET",
      "/billing/invoices/:invoice",
      pageOperation("showInvoice", "An invoice to print", [200, 303, 404], { path: { invoice: z.string() } }),
      (exchange, user) => {
        const invoice = invoiceFor(deps, user, exchange.params.invoice ?? "");
        if (invoice !== null)
          return textAnswer(200, "text/html; charset=utf-8", invoicePage(invoice, languageOf(exchange)), {
            "Content-Security-Policy": `${INVOICE_PAGE_POLICY}; frame-ancestors 'none'`,
            ...PAGE_HEADERS,
          });
        const { notFound, title } = billingMessages[languageOf(exchange)];
        const body = html`<p><a class="button" href="/billing">${title}</a></p>`;
        return personPage(exchange, { title: notFound, body, status: 404 });
      },
    ),
  ];
}

function account(
  bill: Bill,
  { mode, free_usd }: InvoiceDeps["config"]["billing"],
  language: InterfaceLanguage,
): Markup {
  const { name, accountId, month, used, freeMicroUsd, freeUsedMicroUsd, openMicroUsd } = bill;
  const messages = billingMessages[language];
  const hours = numberIn(language, used.billedSeconds / SECONDS_PER_HOUR, 2);
  const requests = messages.requests(numberIn(language, used.requests), used.requests === 1);
  const usd = (microUsd: number) => html`<dd>${usdIn(language, microUsd)} USD</dd>`;
  const free = messages.freeOf(usdIn(language, Math.min(freeUsedMicroUsd, freeMicroUsd)), String(free_usd));
  return html`<section class="stack">
<div><h2>${name}</h2><p class="quiet small"><code>${accountId}</code></p></div>
<dl class="figures">
<div><dt>${messages.usedIn(monthName(language, month))}</dt>${usd(used.amountMicroUsd)}<dd>${requests}, ${messages.hours(hours)}</dd></div>
<div><dt>${messages.free}</dt>${usd(Math.max(0, freeMicroUsd - freeUsedMicroUsd))}<dd>${free}</dd></div>
<div><dt>${messages.open}</dt>${usd(openMicroUsd)}</div>
</dl>
<p>${howToPay(bill, mode, language)}</p>
${isId("org", accountId) ? reports(accountId, language) : ""}${invoices(bill, language)}
</section>`;
}

/** Whoever reads an organization's invoices reads its usage, too (accounts/policies/permissions.ts). */
function reports(organizationId: string, language: InterfaceLanguage): Markup {
  const path = `/v1/organizations/${organizationId}/usage/report?format=csv`;
  const { report, byMember, byMonth } = billingMessages[language];
  return html`<p>${report}: <a href="${path}&by=member">${byMember}</a>, <a href="${path}&by=month">${byMonth}</a></p>
`;
}

function howToPay({ paymentArranged }: Bill, mode: "meter" | "enforce", language: InterfaceLanguage): string {
  const { byInvoice, metered, askAdministrator } = billingMessages[language];
  if (paymentArranged) return byInvoice;
  return mode === "meter" ? metered : askAdministrator;
}

function invoices({ name, invoices }: Bill, language: InterfaceLanguage): Markup {
  const { noInvoices, invoicesOf, invoice, issuedOn, dueOn, state } = billingMessages[language];
  if (invoices.length === 0) return html`<p class="quiet">${noInvoices}</p>`;
  return html`<div class="table-frame" role="region" aria-label="${invoicesOf(name)}" tabindex="0">
<table class="table folds">
<thead><tr><th scope="col">${invoice}</th><th scope="col">${issuedOn}</th><th scope="col">${dueOn}</th><th scope="col" class="number">USD</th><th scope="col" class="end">${state}</th></tr></thead>
<tbody>
${invoices.map((each) => row(each, language))}</tbody>
</table>
</div>`;
}

/** How each state of an invoice looks, beside its word. */
const SIGNS = { issued: "", paid: "good", past_due: "wait" } as const satisfies Record<
  Invoice["state"],
  string
>;

function row(invoice: Invoice, language: InterfaceLanguage): Markup {
  const { id, issuedAt, dueAt, timeZone, state, amountMicroUsd, freeMicroUsd } = invoice;
  const { issuedOn, dueOn, states } = billingMessages[language];
  return html`<tr>
<th scope="row"><a href="/billing/invoices/${id}">${invoiceName(invoice)}</a></th>
<td data-label="${issuedOn}">${dayMarkup(language, issuedAt, timeZone)}</td><td data-label="${dueOn}">${dayMarkup(language, dueAt, timeZone)}</td>
<td class="number" data-label="USD">${usdIn(language, roundToCents(amountMicroUsd - freeMicroUsd))}</td>
<td class="end"><span class="state ${SIGNS[state]}">${states[state]}</span></td>
</tr>
`;
}
