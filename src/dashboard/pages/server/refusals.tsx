/** Who waits, which log-ins and keys were refused and why, and what ends soon. */
import type { Answer } from "../../client/api.ts";
import { refusals as words } from "../../messages/refusals.ts";
import { serverWords } from "../../messages/server.ts";
import { AuditTable } from "../../parts/audit-table.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import type { Columns } from "../../parts/table.tsx";
import { TableSection } from "../../parts/table-section.tsx";
import { date, dateAndTime, duration, number, timeLeft } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";

type Ending = Answer<"GET /v1/administration/expiring">["data"][number];
type Waiter = Answer<"GET /v1/administration/waiting">["data"][number];

/** As `SECURITY_ACTIONS` has them. */
const REFUSALS = [
  "user.log_in_failed",
  "user.log_in_delayed",
  "user.second_step_failed",
  "user.second_step_locked",
  "key.used_after_revocation",
  "key.used_from_elsewhere",
  "origin.refused",
].join(",");
const SHOWN = 20;
const AUDIT = "/app/admin/audit";

export function Refused() {
  const list = useCall("POST /v1/administration/audit/search", { body: { action: REFUSALS, limit: SHOWN } });
  return (
    <Section title={words.refused}>
      <Loaded of={list} none={words.noneRefused}>
        {({ data }) => <AuditTable caption={words.refused} rows={data} linksAt={AUDIT} />}
      </Loaded>
    </Section>
  );
}

export function Waiting() {
  const list = useCall("GET /v1/administration/waiting");
  const columns: Columns<Waiter> = [
    { head: serverWords.account, cell: ({ account_name: name }) => name ?? serverWords.deletedAccount },
    { head: words.lane, cell: ({ lane }) => words.lanes[lane] },
    { head: words.recordings, kind: "number", cell: ({ recordings }) => number(recordings) },
    { head: words.longestWait, kind: "number", cell: ({ longest_seconds: seconds }) => duration(seconds) },
  ];
  return (
    <TableSection
      title={words.waiting}
      columns={columns}
      rows={list}
      keyOf={({ account_id: id, lane }) => `${id} ${lane}`}
      none={words.noneWaiting}
    />
  );
}

export function Expiring() {
  const list = useCall("GET /v1/administration/expiring");
  const columns: Columns<Ending> = [
    { head: words.kind, cell: ({ kind }) => words.kinds[kind] },
    { head: words.name, cell: ({ name }) => name },
    { head: serverWords.account, cell: ({ account_name: name }) => name ?? "–" },
    {
      head: words.ends,
      cell: ({ expires_at: at }) => (
        <time dateTime={at} title={dateAndTime(at)}>
          {date(at)} <span class="second">{timeLeft(at)}</span>
        </time>
      ),
    },
  ];
  return (
    <TableSection
      title={words.expiring}
      columns={columns}
      rows={list}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      none={words.noneExpiring}
    />
  );
}
