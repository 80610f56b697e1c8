import { html } from "../../lib/html.ts";
import { dayOf } from "../../metering/calendar.ts";
import { type Invoice, invoiceName } from "../../metering/invoices.ts";
import { roundForPayment } from "../../metering/money.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { mark } from "../frame/drawings.ts";
import { amountIn, numberIn, paymentIn } from "../frame/formats.ts";
import { paper } from "../frame/paper.ts";
import { invoiceMessages } from "../messages/invoice.ts";
import ownStyle from "./invoice.css" with { type: "text" };

const document = paper(ownStyle);
export const INVOICE_PAGE_POLICY = document.policy;

type Messages = (typeof invoiceMessages)["en"];

/** A whole page for screen and paper that loads nothing: it can be sent as a file. */
export function invoicePage(invoice: Invoice, language: InterfaceLanguage = "en"): string {
  const messages = invoiceMessages[language];
  const { timeZone, state, currency } = invoice;
  const name = invoiceName(invoice);
  const dayOfTime = (epochMs: number) => dayOf(epochMs, timeZone);
  const exact = invoice.amountMicroUsd - invoice.freeMicroUsd;
  const due = roundForPayment(exact, currency);
  const facts: [string, string][] = [
    [messages.issued, dayOfTime(invoice.issuedAt)],
    [messages.due, dayOfTime(invoice.dueAt)],
    ...(invoice.paidAt === null
      ? []
      : [[messages.paid, dayOfTime(invoice.paidAt)] satisfies [string, string]]),
    [messages.firstUse, invoice.firstDay],
    [messages.lastUse, invoice.lastDay],
    [messages.timeZone, timeZone],
  ];
  const sum = (micro: number) => amountIn(language, micro, { currency, isAligned: true });
  const body = html`<header>
<p class="word-mark">${mark}tiro</p>
<h1>${messages.invoice(name)}</h1>
<p class="state ${state}">${messages.states[state]}</p>
</header>
<div class="parties">
${invoice.issuer === null ? "" : html`<section><h2>${messages.from}</h2><p>${invoice.issuer}</p></section>`}
<section><h2>${messages.to}</h2><p>${invoice.accountName}${invoice.accountEmail === null ? "" : html`<br>${invoice.accountEmail}`}<br><span class="muted">${invoice.accountId}</span></p></section>
<section><h2>${messages.dates}</h2><dl>${facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl></section>
</div>
${itemsTable(invoice, messages, language)}
<dl class="sums">
<div><dt>${messages.usage}</dt><dd>${sum(invoice.amountMicroUsd)}</dd></div>
<div><dt>${messages.free}</dt><dd>${sum(0 - invoice.freeMicroUsd)}</dd></div>
<div><dt>${messages.total}</dt><dd>${sum(exact)}</dd></div>
<div class="due"><dt>${messages.amountDue}</dt><dd>${paymentIn(language, due, currency)}</dd></div>
</dl>
<p class="muted">${messages.rounding(currency)}</p>`;
  return document.page(language, messages.invoice(name), body.text);
}

function itemsTable({ items, currency }: Invoice, messages: Messages, language: InterfaceLanguage) {
  const rows = items.map(
    (item) => html`<tr>
<th scope="row">${item.kind === "dictation" ? messages.dictation : messages.transcription}<span class="muted">${item.keyName ?? item.keyId}</span></th>
<td>${numberIn(language, item.requests)}</td>
<td>${hours(item.billedSeconds, language)}</td>
<td>${amountIn(language, item.priceMicroUsd)}</td>
<td>${amountIn(language, item.amountMicroUsd, { isAligned: true })}</td>
</tr>
`,
  );
  return html`<div class="scroll" role="region" aria-labelledby="items" tabindex="0">
<table>
<caption id="items">${messages.items}</caption>
<thead><tr><th scope="col">${messages.kindAndKey}</th><th scope="col">${messages.requests}</th><th scope="col">${messages.billedAudio} <span class="unit">h:mm:ss</span></th><th scope="col">${messages.price} <span class="unit">${messages.perHour(currency)}</span></th><th scope="col">${messages.amount} <span class="unit">${currency}</span></th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>`;
}

function hours(seconds: number, language: InterfaceLanguage): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return `${numberIn(language, Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
