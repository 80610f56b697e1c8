/** The last day's requests that failed, by account and code, and those that took longest, with their steps. */
import type { Answer } from "../../client/api.ts";
import { serverWords as words } from "../../messages/server.ts";
import type { Columns } from "../../parts/table.tsx";
import { TableSection } from "../../parts/table-section.tsx";
import { ago, duration, number } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";

type Failed = Answer<"GET /v1/administration/requests/failed">["data"][number];
type Slow = Answer<"GET /v1/administration/requests/slow">["data"][number];

const SHOWN = 20;
const WHOLE_SECONDS_MS = 10_000;

export function FailedRequests() {
  const list = useCall("GET /v1/administration/requests/failed", { query: { limit: SHOWN } });
  const columns: Columns<Failed> = [
    {
      head: words.code,
      cell: ({ code }) => (
        <a href={`/docs/errors#${code}`}>
          <code>{code}</code>
        </a>
      ),
    },
    { head: words.account, cell: nameOfCaller },
    { head: words.requests, kind: "number", cell: ({ requests }) => number(requests) },
    { head: words.last, kind: "short", cell: ({ last_at: at }) => ago(at) },
  ];
  return (
    <TableSection
      title={words.failed}
      beside={<span class="second small">{words.lastDay}</span>}
      columns={columns}
      rows={list}
      keyOf={({ code, account_id: id }) => `${code} ${id}`}
      none={words.noneFailed}
    />
  );
}

export function SlowRequests() {
  const list = useCall("GET /v1/administration/requests/slow", { query: { limit: SHOWN } });
  const columns: Columns<Slow> = [
    { head: words.route, cell: ({ route }) => <code class="breaks">{route}</code> },
    { head: words.account, cell: nameOfCaller },
    { head: words.began, kind: "short", cell: ({ began_at: at }) => ago(at) },
    { head: words.took, kind: "number", cell: ({ duration_ms: ms }) => took(ms) },
    {
      head: words.steps,
      cell: ({ steps }) => steps.map(({ name, duration_ms: ms }) => `${name} ${took(ms)}`).join(", ") || "–",
    },
  ];
  return (
    <TableSection
      title={words.slow}
      beside={<span class="second small">{words.lastDay}</span>}
      columns={columns}
      rows={list}
      keyOf={({ request_id: id }) => id}
      none={words.noneSlow}
    />
  );
}

/** Nobody counts the milliseconds of minutes. */
function took(ms: number): string {
  return ms < WHOLE_SECONDS_MS ? words.milliseconds(number(Math.round(ms))) : duration(ms / 1000);
}

function nameOfCaller({
  account_id: id,
  account_name: name,
}: Pick<Slow, "account_id" | "account_name">): string {
  if (id === null) return words.nobody;
  return name ?? words.deletedAccount;
}
