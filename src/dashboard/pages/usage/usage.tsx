/** An account's use in a month, by day and by key or member; its limits; its invoices, unless billing is off. */
import { useSignal } from "@preact/signals";
import { call, downloadAddress, type Schemas } from "../../client/api.ts";
import { titles } from "../../messages/titles.ts";
import { usage as words } from "../../messages/usage.ts";
import { Link } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { amount, date, duration, number } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { useCall, useResource } from "../../state/resource.ts";
import { into } from "../../state/signals.ts";
import { DayPlot } from "./day-plot.tsx";
import { lastMonths, nextMonth, noonOf } from "./months.ts";
import { Figures, Invoices, Limits } from "./standing.tsx";

const MONTHS = 12;
const REPORT = "/v1/organizations/{organization}/usage/report";

export default function Usage() {
  const months = lastMonths(MONTHS);
  const month = useSignal(months[0] as string);
  const account = useSignal("");
  const organizations = (me.data.value?.organizations ?? []).filter(({ permissions }) =>
    permissions.includes("usage.read"),
  );
  const organization = account.value === "" ? null : account.value;
  const billing = useCall("GET /v1/billing");
  const within = withinMonth(month.value);
  const table =
    organization === null
      ? downloadAddress("/v1/usage", {}, { ...within, by: "day", format: "csv" })
      : downloadAddress(REPORT, { organization }, { ...within, by: "day", format: "csv" });
  const actions = (
    <div class="row">
      {organizations.length > 0 && (
        <Choice
          label={words.account}
          all={words.you}
          options={organizations.map(({ id, name }) => [id, name])}
          value={account.value}
          onChange={into(account)}
        />
      )}
      <Choice
        label={words.month}
        options={months.map(
          (each) => [each, date(noonOf(`${each}-01`), { month: "long", year: "numeric" })] as const,
        )}
        value={month.value}
        onChange={into(month)}
      />
      <Link look="button small" icon="download" text={words.csv} href={table} download />
    </div>
  );
  return (
    <Page title={titles.usage} lead={words.lead} actions={actions}>
      <Loaded of={billing}>
        {({ data, mode, currency }) => (
          <>
            <Month
              month={month.value}
              organization={organization}
              standing={
                data.find(({ account_id }) => account_id === (organization ?? data[0]?.account_id)) ?? null
              }
              mode={mode}
              currency={currency}
            />
            {mode !== "off" && <Invoices organization={organization} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Used = Pick<Schemas["UsageReport"]["lines"][number], "audio_seconds" | "requests" | "amount_micro_usd">;

interface MonthProps {
  month: string;
  organization: string | null;
  standing: Schemas["AccountStanding"] | null;
  mode: "off" | "meter" | "enforce";
  /** Undefined if nothing has a price. */
  currency: string | undefined;
}

function Month({ month, organization, standing, mode, currency }: MonthProps) {
  const resource = useResource((signal) => loadMonth(month, organization, signal), [month, organization]);
  return (
    <Loaded of={resource}>
      {({ days, lines }) => {
        const sum = (part: keyof Used) => days.reduce((total, line) => total + (line[part] ?? 0), 0);
        return (
          <>
            <dl class="figures">
              <div>
                <dt>{words.audio}</dt>
                <dd>{duration(sum("audio_seconds"))}</dd>
              </div>
              <div>
                <dt>{words.requests}</dt>
                <dd>{number(sum("requests"))}</dd>
              </div>
              {currency !== undefined && (
                <div>
                  <dt>{words.cost}</dt>
                  <dd>{amount(sum("amount_micro_usd"), currency)}</dd>
                </div>
              )}
              {currency !== undefined && standing && <Figures standing={standing} currency={currency} />}
            </dl>
            {mode !== "off" && standing && (
              <p class="second">{words.paying[standing.payment_arranged ? "invoice" : mode]}</p>
            )}
            <DayPlot
              month={month}
              lines={days.map(({ day, audio_seconds, amount_micro_usd = 0 }) => ({
                day,
                seconds: audio_seconds,
                cost: currency === undefined ? null : amount(amount_micro_usd, currency),
              }))}
            />
            {lines.length > 0 && (
              <Parts
                lines={lines}
                organization={organization}
                within={withinMonth(month)}
                currency={currency}
              />
            )}
            {standing && <Limits {...standing} />}
          </>
        );
      }}
    </Loaded>
  );
}

interface Part extends Used {
  key: string;
  name: string;
}

interface PartsProps {
  lines: readonly Part[];
  organization: string | null;
  within: Within;
  currency: string | undefined;
}

function Parts({ lines, organization, within, currency }: PartsProps) {
  const ofMembers = organization !== null;
  const title = ofMembers ? words.byMember : words.byKey;
  const table = ofMembers
    ? downloadAddress(REPORT, { organization }, { ...within, by: "member", format: "csv" })
    : downloadAddress("/v1/usage", {}, { ...within, by: "key", format: "csv" });
  const columns: Columns<Part> = [
    { head: ofMembers ? words.member : words.key, cell: ({ name }) => name },
    { head: words.requests, kind: "number", cell: (line) => number(line.requests) },
    { head: words.audio, kind: "number", cell: (line) => duration(line.audio_seconds) },
    currency !== undefined && {
      head: words.cost,
      kind: "number",
      cell: (line) => amount(line.amount_micro_usd ?? 0, currency),
    },
  ];
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
        <Link look="small" text={words.csv} href={table} download aria-label={`${title}: ${words.csv}`} />
      </div>
      <Table airy caption={title} rows={lines} keyOf={(line) => line.key} columns={columns} />
    </section>
  );
}

async function loadMonth(month: string, organization: string | null, signal: AbortSignal) {
  const within = withinMonth(month);
  return organization === null
    ? await ownReports(within, signal)
    : await memberReports(organization, within, signal);
}

type Within = { since: string; until: string };

function withinMonth(month: string): Within {
  return { since: `${month}-01`, until: `${nextMonth(month)}-01` };
}

async function ownReports(within: Within, signal: AbortSignal) {
  const report = (by: "day" | "key") => call("GET /v1/usage", { query: { ...within, by }, signal });
  const [days, keys] = await Promise.all([report("day"), report("key")]);
  const nameOf = (id: string | null, name: string | null) =>
    id === "browser" ? words.browser : (name ?? id ?? "");
  return {
    days: days.lines.map((line) => ({ ...line, day: line.day ?? "" })),
    lines: keys.lines.map((line) => ({
      ...line,
      key: line.key_id ?? "",
      name: nameOf(line.key_id, line.key_name),
    })),
  };
}

async function memberReports(organization: string, within: Within, signal: AbortSignal) {
  const report = (by: "day" | "member") =>
    call(`GET ${REPORT}`, { path: { organization }, query: { ...within, by }, signal });
  const [days, members] = await Promise.all([report("day"), report("member")]);
  return {
    days: sumByDay(days.lines.map((line) => ({ ...line, day: line.day ?? "" }))),
    lines: members.lines.map(({ user_id, name, email, source, ...used }) => ({
      ...used,
      key: `${user_id} ${source}`,
      name: `${name ?? email ?? user_id ?? words.nobody}${source === "own" ? `, ${words.ofOwnKeys}` : ""}`,
    })),
  };
}

/** With the organization's keys and with members' own, a day has two lines. */
function sumByDay<Line extends Used & { day: string }>(lines: readonly Line[]): Line[] {
  const days = new Map<string, Line>();
  for (const line of lines) {
    const known = days.get(line.day);
    days.set(
      line.day,
      known === undefined
        ? line
        : {
            ...known,
            audio_seconds: known.audio_seconds + line.audio_seconds,
            requests: known.requests + line.requests,
            amount_micro_usd: (known.amount_micro_usd ?? 0) + (line.amount_micro_usd ?? 0),
          },
    );
  }
  return [...days.values()];
}
