import { html, type Markup } from "../../lib/html.ts";
import type { Slices } from "../../lib/slices.ts";
import type { MonthlyReport, ReportLine } from "../../metering/monthly-report.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { mark } from "../frame/drawings.ts";
import { monthIn, numberIn, timeMarkup } from "../frame/formats.ts";
import { paper } from "../frame/paper.ts";
import { reportMessages } from "../messages/report.ts";
import ownStyle from "./report.css" with { type: "text" };

const document = paper(ownStyle);
export const REPORT_PAGE_POLICY = document.policy;

type Messages = (typeof reportMessages)["en"];

const KINDS = ["organization", "person", "nobody"] as const;
const SUMS = ["requests", "dictations", "recordings", "audioSeconds", "billedSeconds", "failed"] as const;

type Sums = Pick<ReportLine, (typeof SUMS)[number]>;

/** Without billing nobody asks for how much audio requests count at least. */
function shownSums({ isBilled }: Pick<MonthlyReport, "isBilled">): (keyof Sums)[] {
  return SUMS.filter((sum) => isBilled || sum !== "billedSeconds");
}

/** A whole page for screen and paper that loads nothing: it can be sent as a file. */
export function* reportPage(report: MonthlyReport, language: InterfaceLanguage): Slices<string> {
  const messages = reportMessages[language];
  const title = messages.report(monthIn(language, report.month));
  const made = timeMarkup(language, report.madeAt);
  let body = html`<header>
<p class="word-mark">${mark}tiro</p>
<h1>${title}</h1>
${report.isComplete ? "" : html`<p class="state">${messages.incomplete}</p>`}
</header>
<p class="muted">${around(messages.made, made)} · ${messages.zone(report.timeZone)}</p>
`.text;
  for (const kind of KINDS) body += yield* section(report, kind, messages, language);
  if (report.lines.length === 0) body += html`<p>${messages.empty}</p>`.text;
  body += html`<p class="muted">${messages.note}</p>`.text;
  return document.page(language, title, body);
}

/** A message around what is no plain text. */
function around(message: (text: string) => string, markup: Markup): Markup {
  const [before = "", after = ""] = message("\n").split("\n");
  return html`${before}${markup}${after}`;
}

function* section(
  report: MonthlyReport,
  kind: ReportLine["kind"],
  messages: Messages,
  language: InterfaceLanguage,
): Slices<string> {
  const shown = shownSums(report);
  const sums: Sums = {
    requests: 0,
    dictations: 0,
    recordings: 0,
    audioSeconds: 0,
    billedSeconds: 0,
    failed: 0,
  };
  let rows = "";
  let count = 0;
  for (const line of report.lines) {
    if (line.kind !== kind) continue;
    for (const sum of SUMS) sums[sum] += line[sum];
    rows += html`<tr><th scope="row">${whoOf(line, messages)}</th>${sumCells(line, shown, language)}</tr>
`.text;
    count += 1;
    yield;
  }
  if (count === 0) return "";
  const total = html`<tfoot><tr><th scope="row">${messages.total}</th>${sumCells(sums, shown, language)}</tr></tfoot>`;
  return `${tableHead(kind, shown, messages).text}${rows}</tbody>
${count > 1 ? total.text : ""}
</table>
</div>
`;
}

function tableHead(kind: ReportLine["kind"], shown: readonly (keyof Sums)[], messages: Messages): Markup {
  const minutes = html`<span class="unit">${messages.minutes}</span>`;
  const headings: Record<keyof Sums, Markup> = {
    requests: html`${messages.requests}`,
    dictations: html`${messages.dictations}`,
    recordings: html`${messages.recordings}`,
    audioSeconds: html`${messages.audio} ${minutes}`,
    billedSeconds: html`${messages.billed} ${minutes}`,
    failed: html`${messages.failed}`,
  };
  // Opened here and closed after the rows, which are written one after another.
  const head = html`<table>
<caption id="${kind}">${messages.kinds[kind]}</caption>
<thead><tr><th scope="col">${messages.name}</th>${shown.map((sum) => html`<th scope="col">${headings[sum]}</th>`)}</tr></thead>`;
  return html`<div class="scroll" role="region" aria-labelledby="${kind}" tabindex="0">
${head}
<tbody>
`;
}

function whoOf({ kind, id, name, email }: ReportLine, messages: Messages): Markup {
  if (kind === "nobody") return html`${messages.kinds.nobody}`;
  const called = name === null ? html`<em>${messages.deleted}</em>` : html`${name}`;
  const address = email === null || email === name ? "" : html`<span class="muted">${email}</span>`;
  return html`${called}${address}<span class="muted">${id}</span>`;
}

function sumCells(sums: Sums, shown: readonly (keyof Sums)[], language: InterfaceLanguage): Markup {
  const cells = shown.map((sum) =>
    sum.endsWith("Seconds") ? numberIn(language, sums[sum] / 60, 1) : numberIn(language, sums[sum]),
  );
  return html`${cells.map((cell) => html`<td>${cell}</td>`)}`;
}
