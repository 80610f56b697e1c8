/** What an account used in a month, by day and by key or member; its limits and invoices. */
import { useSignal } from "@preact/signals";
import { call, downloadAddress } from "../../client/api.ts";
import { usage, usageTitle } from "../../messages/usage.ts";
import { Icon } from "../../parts/drawing.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Table } from "../../parts/table.tsx";
import { date, duration, number, usd } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { useResource } from "../../state/resource.ts";
import { DayPlot } from "./day-plot.tsx";
import { lastMonths, nextMonth, noonOf } from "./months.ts";
import { Figures, Invoices, Limits } from "./standing.tsx";

const MONTHS = 12;
const REPORT = "/v1/organizations/{organization}/usage/report";

export default function Usage() {
  const months = lastMonths(MONTHS);
  const month = useSignal(months[0] as string);
  const account = useSignal("");
  const { lead, own, account: accountLabel, month: monthLabel, csv } = usage();
  const organizations = (me.data.value?.organizations ?? []).filter(({ permissions }) =>
    permissions.includes("usage.read"),
  );
  const organization = account.value === "" ? null : account.value;
  const within = withinMonth(month.value);
  const table =
    organization === null
      ? downloadAddress("/v1/usage", {}, { ...within, by: "day", format: "csv" })
      : downloadAddress(REPORT, { organization }, { ...within, by: "day", format: "csv" });
  const actions = (
    <div class="row">
      {organizations.length > 0 && (
        <select
          class="select small auto"
          aria-label={accountLabel}
          value={account.value}
          onChange={(event) => {
            account.value = event.currentTarget.value;
          }}
        >
          <option value="">{own}</option>
          {organizations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        class="select small auto"
        aria-label={monthLabel}
        value={month.value}
        onChange={(event) => {
          month.value = event.currentTarget.value;
        }}
      >
        {months.map((each) => (
          <option key={each} value={each}>
            {date(noonOf(`${each}-01`), { month: "long", year: "numeric" })}
          </option>
        ))}
      </select>
      <a class="button small" href={table} download>
        <Icon name="download" />
        {csv}
      </a>
    </div>
  );
  return (
    <Page title={usageTitle()} lead={lead} actions={actions}>
      <div class="stack wide">
        <Month month={month.value} organization={organization} />
        <Invoices organization={organization} />
      </div>
    </Page>
  );
}

interface Used {
  audio_seconds: number;
  requests: number;
  charged_micro_usd: number;
  amount_micro_usd: number;
}

function Month({ month, organization }: { month: string; organization: string | null }) {
  const resource = useResource((signal) => loadMonth(month, organization, signal), [month, organization]);
  const { audio, requests, cost, paying } = usage();
  return (
    <Loaded of={resource}>
      {({ days, lines, standing, mode }) => {
        const sum = (part: keyof Used) => days.reduce((total, line) => total + line[part], 0);
        return (
          <>
            <dl class="figures">
              <div>
                <dt>{audio}</dt>
                <dd>{duration(sum("audio_seconds"))}</dd>
              </div>
              <div>
                <dt>{requests}</dt>
                <dd>{number(sum("requests"))}</dd>
              </div>
              <div>
                <dt>{cost}</dt>
                <dd>{usd(sum("amount_micro_usd"))}</dd>
              </div>
              {standing && <Figures {...standing} />}
            </dl>
            {standing && <p class="second">{paying[standing.payment_arranged ? "invoice" : mode]}</p>}
            <DayPlot
              month={month}
              lines={days.map(({ day, audio_seconds, amount_micro_usd }) => ({
                day,
                seconds: audio_seconds,
                cost: usd(amount_micro_usd),
              }))}
            />
            {lines.length > 0 && (
              <Parts lines={lines} organization={organization} within={withinMonth(month)} />
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
}

function Parts({ lines, organization, within }: PartsProps) {
  const { byKey, key, byMember, member, audio, requests, cost, csv } = usage();
  const ofMembers = organization !== null;
  const title = ofMembers ? byMember : byKey;
  const table = ofMembers
    ? downloadAddress(REPORT, { organization }, { ...within, by: "member", format: "csv" })
    : downloadAddress("/v1/usage", {}, { ...within, by: "key", format: "csv" });
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
        <a class="small" href={table} download aria-label={`${title}: ${csv}`}>
          {csv}
        </a>
      </div>
      <Table
        caption={title}
        rows={lines}
        keyOf={(line) => line.key}
        columns={[
          { key: "name", head: ofMembers ? member : key, cell: ({ name }) => name },
          { key: "requests", head: requests, kind: "number", cell: (line) => number(line.requests) },
          { key: "audio", head: audio, kind: "number", cell: (line) => duration(line.audio_seconds) },
          { key: "cost", head: cost, kind: "number", cell: (line) => usd(line.amount_micro_usd) },
        ]}
      />
    </section>
  );
}

async function loadMonth(month: string, organization: string | null, signal: AbortSignal) {
  const within = withinMonth(month);
  const [reports, { data: accounts, mode }] = await Promise.all([
    organization === null ? ownReports(within, signal) : memberReports(organization, within, signal),
    call("GET /v1/billing", { signal }),
  ]);
  const standing =
    organization === null ? accounts[0] : accounts.find(({ account_id }) => account_id === organization);
  return { ...reports, standing: standing ?? null, mode };
}

type Within = { since: string; until: string };

function withinMonth(month: string): Within {
  return { since: `${month}-01`, until: `${nextMonth(month)}-01` };
}

async function ownReports(within: Within, signal: AbortSignal) {
  const report = (by: "day" | "key") => call("GET /v1/usage", { query: { ...within, by }, signal });
  const [days, keys] = await Promise.all([report("day"), report("key")]);
  const nameOf = (id: string | null, name: string | null) =>
    id === "browser" ? usage().browser : (name ?? id ?? "");
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
  const { nobody, ofOwnKeys } = usage();
  return {
    days: sumByDay(days.lines.map((line) => ({ ...line, day: line.day ?? "" }))),
    lines: members.lines.map(({ user_id, name, email, source, ...used }) => ({
      ...used,
      key: `${user_id} ${source}`,
      name: `${name ?? email ?? user_id ?? nobody}${source === "own" ? `, ${ofOwnKeys}` : ""}`,
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
            charged_micro_usd: known.charged_micro_usd + line.charged_micro_usd,
            amount_micro_usd: known.amount_micro_usd + line.amount_micro_usd,
          },
    );
  }
  return [...days.values()];
}
