/** An account's limits, debts and invoices. */
import { call, downloadAddress, type Schemas } from "../../client/api.ts";
import { usage as words } from "../../messages/usage.ts";
import { Link } from "../../parts/button.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { Table } from "../../parts/table.tsx";
import { amount as amountIn, bytes, date, duration, number, payment } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";

type Standing = Schemas["AccountStanding"];
type LimitName = keyof Standing["limits"];

const SHOWN: Partial<Record<LimitName, (value: number) => string>> = {
  storage_bytes: bytes,
  daily_audio_seconds: duration,
  monthly_audio_seconds: duration,
};

/** The account's own, and for a person those of their groups. */
export function Limits({ limits, in_use, group_quotas }: Standing) {
  const { limits: title, limited, limit, inUse, unlimited, limitName, groupLimit } = words;
  const show = (name: LimitName, value: number | null | undefined) =>
    value === undefined ? "" : value === null ? unlimited : (SHOWN[name] ?? number)(value);
  const own = (Object.keys(limitName) as LimitName[]).map((name) => ({
    name: limitName[name],
    used: show(name, name in in_use ? in_use[name as keyof Standing["in_use"]] : undefined),
    limit: show(name, limits[name]),
  }));
  const ofGroups = group_quotas.map(({ group, period, used_seconds, limit_seconds }) => ({
    name: groupLimit[period](group),
    used: duration(used_seconds),
    limit: duration(limit_seconds),
  }));
  return (
    <Section title={title} bare>
      <Table
        airy
        caption={title}
        rows={[...own, ...ofGroups]}
        keyOf={({ name }) => name}
        columns={[
          { head: limited, cell: ({ name }) => name },
          { head: inUse, kind: "number", cell: ({ used }) => used },
          { head: limit, kind: "number", cell: ({ limit }) => limit },
        ]}
      />
    </Section>
  );
}

export function Figures({ standing, currency }: { standing: Standing; currency: string }) {
  const { free, ofFree, open } = words;
  const { free_micro_usd: all = 0, free_used_micro_usd: used = 0, open_micro_usd: due = 0 } = standing;
  return (
    <>
      <div>
        <dt>{free}</dt>
        <dd>{amountIn(all - used, currency)}</dd>
        <dd>{ofFree(amountIn(all, currency))}</dd>
      </div>
      <div>
        <dt>{open}</dt>
        <dd>{amountIn(due, currency)}</dd>
      </div>
    </>
  );
}

export function Invoices({ organization }: { organization: string | null }) {
  const { invoices, invoice, issued, due, amount, state, states, noInvoices, csv } = words;
  const resource = useResource(
    (signal) =>
      organization === null
        ? call("GET /v1/invoices", { signal })
        : call("GET /v1/organizations/{organization}/invoices", { path: { organization }, signal }),
    [organization],
  );
  const table =
    organization === null
      ? downloadAddress("/v1/invoices", {}, { format: "csv" })
      : downloadAddress("/v1/organizations/{organization}/invoices", { organization }, { format: "csv" });
  return (
    <Section
      title={invoices}
      bare
      beside={
        (resource.data.value?.data.length ?? 0) > 0 && (
          <Link look="small" text={csv} href={table} download aria-label={`${invoices}: ${csv}`} />
        )
      }
    >
      <Loaded of={resource}>
        {({ data }) => (
          <Table
            airy
            caption={invoices}
            rows={data}
            columns={[
              { head: invoice, cell: (each) => <a href={`/billing/invoices/${each.id}`}>{each.number}</a> },
              { head: issued, cell: (each) => date(each.issued_at, { dateStyle: "medium" }) },
              { head: due, cell: (each) => date(each.due_at, { dateStyle: "medium" }) },
              { head: amount, kind: "number", cell: (each) => payment(each.amount_due_usd, each.currency) },
              { head: state, cell: (each) => states[each.state] },
            ]}
            none={noInvoices}
          />
        )}
      </Loaded>
    </Section>
  );
}
