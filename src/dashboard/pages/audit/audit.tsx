/** The audit log of the server, newest first, by what was done, when and about whom. */
import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { downloadAddress, type Schemas } from "../../client/api.ts";
import { administration as words } from "../../messages/administration.ts";
import { type AuditedAction, auditActions } from "../../messages/audit-actions.ts";
import { auditLog } from "../../messages/audit-log.ts";
import { titles } from "../../messages/titles.ts";
import { AuditTable, withoutColon } from "../../parts/audit-table.tsx";
import { Link, Menu } from "../../parts/button.tsx";
import { Choice, optionsOf } from "../../parts/choice.tsx";
import { Page, PagedEnd } from "../../parts/page.tsx";
import { dayAfter, startOfDay } from "../../state/days.ts";
import { usePagedCall } from "../../state/paged.ts";
import { Verification } from "./verification.tsx";

type Line = Schemas["ServerAuditEvent"];

const AUDIT = "/app/admin/audit";
interface AuditFilter {
  action: string;
  /** Such as 2026-11-21, where the person is; empty for all. */
  from: string;
  until: string;
}

/** Filters in the address of the page: a line's actor, target or network address. */
const NARROWED = ["actor", "target", "address"] as const;

export default function Audit() {
  const filter = useSignal<AuditFilter>({ action: "", from: "", until: "" });
  const { action, from, until } = filter.value;
  const { query } = useLocation();
  const narrowed = NARROWED.flatMap((name) => (query[name] ? [[name, query[name]] as const] : []));
  const chosen = {
    ...(action !== "" && { action }),
    ...(from !== "" && { since: startOfDay(from) }),
    ...(until !== "" && { until: dayAfter(until) }),
    ...Object.fromEntries(narrowed),
  };
  const list = usePagedCall("POST /v1/administration/audit/search", { body: chosen });
  const set = (change: Partial<AuditFilter>) => {
    filter.value = { ...filter.value, ...change };
  };
  const { rows } = list;
  return (
    <Page title={titles.audit} lead={words.auditLead} actions={<Export chosen={chosen} />}>
      <Verification />
      <Filters filter={filter.value} onChange={set} />
      {narrowed.length > 0 && (
        <p class="row">
          {narrowed.map(([name, value]) => (
            <Link
              key={name}
              look="button small"
              text={narrowedText(name, value, rows.value[0])}
              href={addressWithout(query, name)}
            />
          ))}
        </p>
      )}
      {rows.value.length > 0 && <AuditTable caption={titles.audit} rows={rows.value} linksAt={AUDIT} />}
      <PagedEnd list={list} none={words.noLines} more={words.older} />
    </Page>
  );
}

function addressWithout(query: Record<string, string>, name: string): string {
  const rest = new URLSearchParams(Object.entries(query).filter(([each]) => each !== name));
  return rest.size === 0 ? AUDIT : `${AUDIT}?${rest}`;
}

function narrowedText(name: (typeof NARROWED)[number], value: string, line: Line | undefined): string {
  if (name === "address") return auditLog.onlyFrom(value);
  if (name === "actor") return auditLog.onlyBy(line?.actor_name ?? value);
  return words.onlyAbout(line?.target_name ?? value);
}

/** As the list is filtered. */
function Export({ chosen }: { chosen: Record<string, string> }) {
  const at = (format: "csv" | "jsonl") =>
    downloadAddress("/v1/administration/audit/export", {}, { ...chosen, format });
  return (
    <Menu text={auditLog.export} class="button small">
      <Link text={auditLog.csv} href={at("csv")} download />
      <Link text={auditLog.jsonLines} href={at("jsonl")} download />
    </Menu>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}) {
  const actions = optionsOf<AuditedAction>(auditActions)
    .map(([action, label]) => [action, withoutColon(label)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <div class="row">
      <Choice
        label={words.action}
        all={words.allActions}
        options={actions}
        value={filter.action}
        onChange={(action) => onChange({ action })}
      />
      {(["from", "until"] as const).map((edge) => (
        <label key={edge} class="row small second in-line">
          {edge === "from" ? auditLog.fromDay : auditLog.until}
          <input
            class="input small auto"
            type="date"
            value={filter[edge]}
            onChange={({ currentTarget }) => onChange({ [edge]: currentTarget.value })}
          />
        </label>
      ))}
    </div>
  );
}
