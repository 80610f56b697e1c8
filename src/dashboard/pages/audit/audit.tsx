/** The audit log of the server, newest first, by what was done, when and about whom. */
import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { auditTitle } from "../../messages/administration-titles.ts";
import { auditActions } from "../../messages/audit-actions.ts";
import { AuditTable, withoutColon } from "../../parts/audit-table.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { Sketch } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { dayAfter, startOfDay } from "../../state/days.ts";
import { usePaged } from "../../state/paged.ts";

type Line = Schemas["ServerAuditEvent"];
type Lines = Answer<"GET /v1/administration/audit">;

const AUDIT = "/app/admin/audit";
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
        {rows.value.length > 0 && <AuditTable caption={auditTitle()} rows={rows.value} targetsAt={AUDIT} />}
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
    .map(([action, label]) => [action, withoutColon(label)] as const)
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
