/** The audit log of the server, newest first, by what was done, when and about whom. */
import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { auditTitle } from "../../messages/administration-titles.ts";
import { type AuditedAction, auditActions } from "../../messages/audit-actions.ts";
import { FaultBanner } from "../../parts/fault.tsx";
import { Sketch } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { dayAfter, startOfDay } from "../../state/days.ts";
import { date, dateAndTime, number } from "../../state/format.ts";
import { usePaged } from "../../state/paged.ts";

type Line = Schemas["ServerAuditEvent"];
type Lines = Answer<"GET /v1/administration/audit">;

const AUDIT = "/app/admin/audit";
const TIME = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;

interface AuditFilter {
  action: string;
  /** Such as 2026-11-21, where the person is; empty for all. */
  day: string;
}

export default function Audit() {
  const words = administration();
  const filter = useSignal<AuditFilter>({ action: "", day: "" });
  const { action, day } = filter.value;
  const { target } = useLocation().query;
  const chosen = {
    ...(action !== "" && { action }),
    ...(day !== "" && { since: startOfDay(day), until: dayAfter(day) }),
    ...(target && { target }),
  };
  const list = usePaged<Line, Lines>(
    (place, signal) => call("GET /v1/administration/audit", { query: { ...chosen, ...place }, signal }),
    [JSON.stringify(chosen)],
  );
  const set = (change: Partial<AuditFilter>) => {
    filter.value = { ...filter.value, ...change };
  };
  const { answer, rows, fault, isLoading, more } = list;
  return (
    <Page title={auditTitle()} lead={words.auditLead}>
      <div class="stack wide">
        <Filters filter={filter.value} onChange={set} />
        {target && (
          <p>
            <a class="button small" href={AUDIT}>
              {words.onlyAbout(rows.value[0]?.target_name ?? target)}
            </a>
          </p>
        )}
        {rows.value.length > 0 && <Lines rows={rows.value} />}
        {fault.value && <FaultBanner fault={fault.value} onRetry={more} />}
        {answer.value === null && fault.value === null && <Sketch />}
        {answer.value !== null && rows.value.length === 0 && <p class="second">{words.noLines}</p>}
        {answer.value?.has_more && (
          <button type="button" class="button" disabled={isLoading.value} onClick={() => void more()}>
            {words.older}
          </button>
        )}
      </div>
    </Page>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}) {
  const words = administration();
  const actions = Object.entries(auditActions())
    .map(([action, label]) => [action, label.replace(/\s?:$/, "")] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <div class="row">
      <select
        class="select small auto"
        aria-label={words.action}
        value={filter.action}
        onChange={({ currentTarget }) => onChange({ action: currentTarget.value })}
      >
        <option value="">{words.allActions}</option>
        {actions.map(([action, label]) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </select>
      <label class="row small second in-line">
        {words.day}
        <input
          class="input small auto"
          type="date"
          value={filter.day}
          onChange={({ currentTarget }) => onChange({ day: currentTarget.value })}
        />
      </label>
    </div>
  );
}

function Lines({ rows }: { rows: readonly Line[] }) {
  const words = administration();
  const columns: Column<Line>[] = [
    {
      key: "time",
      head: words.time,
      cell: ({ at }) => (
        <time class="nowrap" dateTime={at} title={dateAndTime(at)}>
          {date(at, TIME)}
        </time>
      ),
    },
    { key: "who", head: words.who, cell: (line) => <Actor line={line} /> },
    { key: "what", head: words.what, cell: (line) => <What line={line} /> },
    {
      key: "from",
      head: words.from,
      cell: ({ address }) => address ?? <span class="quiet">{words.thisServer}</span>,
    },
    { key: "line", head: words.line, kind: "number", cell: ({ sequence }) => number(sequence) },
  ];
  return (
    <Table
      caption={auditTitle()}
      columns={columns}
      rows={rows}
      keyOf={({ sequence }) => String(sequence)}
      dense
    />
  );
}

function Actor({ line: { actor, actor_name: name } }: { line: Line }) {
  const words = administration();
  if (actor === "operator") return <>{words.operator}</>;
  return <>{name ?? (actor === "system" ? "tiro" : actor)}</>;
}

/** What was done in words, to whom, and the rest as it was written down. */
function What({ line }: { line: Line }) {
  const { action, target, target_name: name, details } = line;
  const label = auditActions()[action as AuditedAction] ?? action;
  const rest = detailText(details);
  return (
    <>
      {label}{" "}
      <a href={`${AUDIT}?target=${target}`} title={target}>
        {name ?? target}
      </a>{" "}
      {rest && <span class="quiet small">{rest}</span>}
    </>
  );
}

/** Such as “plan: free → pro, scopes: read, write”. */
function detailText(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${valueText(value)}`)
    .join("; ");
}

function valueText(value: unknown): string {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "object") return String(value);
  if ("from" in value && "to" in value) return `${valueText(value.from)} → ${valueText(value.to)}`;
  return JSON.stringify(value);
}
