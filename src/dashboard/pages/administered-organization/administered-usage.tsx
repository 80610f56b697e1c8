/** How much each member used this month, also as a file. */
import { downloadAddress, type Schemas } from "../../client/api.ts";
import { organizationsWords } from "../../messages/organizations.ts";
import { usage } from "../../messages/usage.ts";
import { Link } from "../../parts/button.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { amount, duration, number } from "../../state/format.ts";
import { together } from "../../state/language.ts";
import { useCall } from "../../state/resource.ts";

const words = together(usage, organizationsWords);

type Line = Schemas["OrganizationUsageReport"]["lines"][number];

export function AdministeredUsage({
  organization: { id },
}: {
  organization: Schemas["AdministeredOrganization"];
}) {
  const path = { organization: id };
  const query = { by: "member", since: `${new Date().toISOString().slice(0, 7)}-01` } as const;
  const report = useCall("GET /v1/administration/organizations/{organization}/usage", { path, query });
  const table = downloadAddress("/v1/administration/organizations/{organization}/usage", path, {
    ...query,
    format: "csv",
  });
  return (
    <Section
      title={words.usage}
      beside={<Link look="button small" icon="download" text={words.csv} href={table} download />}
    >
      <Loaded of={report}>{({ lines, currency }) => <UsageTable lines={lines} currency={currency} />}</Loaded>
    </Section>
  );
}

function UsageTable({ lines, currency }: { lines: readonly Line[]; currency: string | undefined }) {
  const columns: Columns<Line> = [
    {
      head: words.member,
      cell: ({ name, email, user_id: id, source }) => (
        <>
          {name ?? email ?? id ?? words.nobody}{" "}
          {source === "own" && <span class="quiet small">{words.ofOwnKeys}</span>}
        </>
      ),
    },
    { head: words.audio, kind: "number", cell: (line) => duration(line.audio_seconds) },
    { head: words.requests, kind: "number", cell: ({ requests }) => number(requests) },
    currency !== undefined && {
      head: words.cost,
      kind: "number",
      cell: (line) => amount(line.amount_micro_usd ?? 0, currency),
    },
  ];
  return (
    <Table
      caption={words.usage}
      columns={columns}
      rows={lines}
      keyOf={({ user_id: id, source }) => `${id} ${source}`}
      none={words.noUsage}
    />
  );
}
