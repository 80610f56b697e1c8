/** Lines of the audit log in words: when, who, what and to whom, from where. */
import type { Schemas } from "../client/api.ts";
import { administration as words } from "../messages/administration.ts";
import { type AuditedAction, auditActions } from "../messages/audit-actions.ts";
import { date, dateAndTime, number } from "../state/format.ts";
import { Link } from "./button.tsx";
import { type Columns, Table } from "./table.tsx";

/** The whole server's lines say more than an organization's. */
type Line = Schemas["AuditEvent"] & Partial<Pick<Schemas["ServerAuditEvent"], "sequence" | "target_name">>;

const TIME = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;

/** As the server writes one down. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

export interface AuditTableProps {
  caption: string;
  rows: readonly Line[];
  /** The page on which one sees all lines of an actor, about a target, or from an address; targets are left out without it. */
  linksAt?: string;
}

export function AuditTable({ caption, rows, linksAt }: AuditTableProps) {
  const columns: Columns<Line> = [
    {
      head: words.time,
      cell: ({ at }) => (
        <time class="nowrap" dateTime={at} title={dateAndTime(at)}>
          {date(at, TIME)}
        </time>
      ),
    },
    { head: words.who, cell: (line) => <Actor line={line} {...(linksAt && { linksAt })} /> },
    { head: words.what, cell: (line) => <What line={line} {...(linksAt && { linksAt })} /> },
    { head: words.from, cell: ({ address }) => <From address={address} {...(linksAt && { linksAt })} /> },
    linksAt !== undefined && {
      head: words.line,
      kind: "number",
      cell: ({ sequence }) => number(sequence ?? 0),
    },
  ];
  return <Table caption={caption} columns={columns} rows={rows} keyOf={keyOf} />;
}

function keyOf({ sequence, at, action, target, details }: Line): string {
  return sequence === undefined ? `${at} ${action} ${target} ${JSON.stringify(details)}` : String(sequence);
}

function Actor({ line: { actor, actor_name: name }, linksAt }: { line: Line; linksAt?: string }) {
  const shown = actor === "operator" ? words.operator : (name ?? (actor === "system" ? "tiro" : actor));
  if (!linksAt) return <span class="nowrap">{shown}</span>;
  return <Link look="nowrap" text={shown} href={`${linksAt}?actor=${encodeURIComponent(actor)}`} />;
}

function From({ address, linksAt }: { address: string | null; linksAt?: string }) {
  if (address === null) return <span class="quiet nowrap">{words.thisServer}</span>;
  return linksAt ? <a href={`${linksAt}?address=${encodeURIComponent(address)}`}>{address}</a> : address;
}

/** The action in words, its target, and the rest as it was written down. */
function What({
  line: { action, target, target_name: name, details, detail_names: names },
  linksAt,
}: {
  line: Line;
  linksAt?: string;
}) {
  const label = auditActions[action as AuditedAction] ?? action;
  const rest = detailText(details, names);
  return (
    <>
      {linksAt ? label : withoutColon(label)}{" "}
      {linksAt && (
        <Link text={name ?? target} href={`${linksAt}?target=${encodeURIComponent(target)}`} title={target} />
      )}{" "}
      {rest && <span class="quiet small breaks">{rest}</span>}
    </>
  );
}

/** As it stands where nobody is named after it. */
export function withoutColon(label: string): string {
  return label.replace(/\s?:$/, "");
}

type Names = Readonly<Record<string, string>>;
type Details = Readonly<Record<string, unknown>>;

/** Such as “plan: free → pro; scopes: read, write”. */
function detailText(details: Details, names: Names): string {
  return Object.entries(changesIn(details))
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${valueText(value, names)}`)
    .join("; ");
}

/** Of all that was and all that is, only what differs. */
function changesIn(details: Details): Details {
  const { from, to, ...rest } = details;
  if (!isRecord(from) || !isRecord(to)) return details;
  const changed = Object.keys({ ...from, ...to })
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => [name, { from: from[name] ?? null, to: to[name] ?? null }]);
  return { ...rest, ...Object.fromEntries(changed) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueText(value: unknown, names: Names): string {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map((each) => valueText(each, names)).join(", ");
  if (typeof value === "string") return names[value] ?? (INSTANT.test(value) ? dateAndTime(value) : value);
  if (!isRecord(value)) return String(value);
  if ("from" in value && "to" in value)
    return `${valueText(value.from, names)} → ${valueText(value.to, names)}`;
  return JSON.stringify(value);
}
