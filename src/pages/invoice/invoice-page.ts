import { html } from "../../lib/html.ts";
import { dayOf } from "../../metering/calendar.ts";
import { type Invoice, invoiceName } from "../../metering/invoices.ts";
import { formatUsd, roundToCents } from "../../metering/money.ts";
import tokens from "../frame/tokens.css" with { type: "text" };
import ownStyle from "./invoice.css" with { type: "text" };

const style = tokens + ownStyle;

/** Its one style sheet, by its hash, and nothing else. */
export const INVOICE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${new Bun.CryptoHasher("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const STATES: Record<Invoice["state"], string> = { issued: "Issued", paid: "Paid", past_due: "Past due" };

/** A whole page for screen and paper that loads nothing: it can be sent as a file. */
export function invoicePage(invoice: Invoice): string {
  const { timeZone, state } = invoice;
  const name = invoiceName(invoice);
  const dayOfTime = (epochMs: number) => dayOf(epochMs, timeZone);
  const exact = invoice.amountMicroUsd - invoice.freeMicroUsd;
  const due = roundToCents(exact);
  const facts: [string, string][] = [
    ["Issued", dayOfTime(invoice.issuedAt)],
    ["Due", dayOfTime(invoice.dueAt)],
    ...(invoice.paidAt === null ? [] : [["Paid", dayOfTime(invoice.paidAt)] satisfies [string, string]]),
    ["First use", invoice.firstDay],
    ["Last use", invoice.lastDay],
    ["Time zone", timeZone],
  ];
  const body = html`<main>
<header>
<h1>Invoice ${name}</h1>
<p class="state ${state}">${STATES[state]}</p>
</header>
<div class="parties">
${invoice.issuer === null ? "" : html`<section><h2>From</h2><p>${invoice.issuer}</p></section>`}
<section><h2>To</h2><p>${invoice.accountName}${invoice.accountEmail === null ? "" : html`<br>${invoice.accountEmail}`}<br><span class="muted">${invoice.accountId}</span></p></section>
<section><h2>Dates</h2><dl>${facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl></section>
</div>
${itemsTable(invoice)}
<dl class="sums">
<div><dt>Usage</dt><dd>${exactUsd(invoice.amountMicroUsd)} USD</dd></div>
<div><dt>Free usage</dt><dd>−${exactUsd(invoice.freeMicroUsd)} USD</dd></div>
<div><dt>Total</dt><dd>${exactUsd(exact)} USD</dd></div>
<div class="due"><dt>Amount due</dt><dd>${formatUsd(due)} USD</dd></div>
</dl>
<p class="muted">Each request is billed by the second, at least 10 seconds, and rounded to the nearest millionth of a USD. The amount due is the total in whole cents.</p>
</main>`;
  return page(`Invoice ${name}`, body.text);
}

function itemsTable({ items }: Invoice) {
  const rows = items.map(
    (item) => html`<tr>
<th scope="row">${item.kind === "dictation" ? "Dictation" : "Transcription"}<span class="muted">${item.keyName ?? item.keyId}</span></th>
<td>${count(item.requests)}</td>
<td>${hours(item.billedSeconds)}</td>
<td>${formatUsd(item.priceMicroUsd)}</td>
<td>${exactUsd(item.amountMicroUsd)}</td>
</tr>
`,
  );
  return html`<div class="scroll" role="region" aria-labelledby="items" tabindex="0">
<table>
<caption id="items">Usage by kind and API key</caption>
<thead><tr><th scope="col">Kind and key</th><th scope="col">Requests</th><th scope="col">Billed audio <span class="unit">h:mm:ss</span></th><th scope="col">Price <span class="unit">USD/hour</span></th><th scope="col">Amount <span class="unit">USD</span></th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${INVOICE_PAGE_POLICY}">
<title>${Bun.escapeHTML(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** With all six decimals, so that the points of a column stand below each other. */
function exactUsd(microUsd: number): string {
  const [whole, fraction = ""] = formatUsd(microUsd).split(".");
  return `${whole}.${fraction.padEnd(6, "0")}`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

function hours(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return `${count(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
