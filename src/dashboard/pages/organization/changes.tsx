/** Who changed what about the organization, its members and its keys. */
import type { Schemas } from "../../client/api.ts";
import { organizationWords as words } from "../../messages/organization.ts";
import { AuditTable } from "../../parts/audit-table.tsx";
import { PagedEnd, Section } from "../../parts/page.tsx";
import { usePagedCall } from "../../state/paged.ts";

export function Changes({ organization: { id } }: { organization: Schemas["Organization"] }) {
  const list = usePagedCall("GET /v1/organizations/{organization}/audit", { path: { organization: id } });
  return (
    <Section title={words.changes}>
      {list.rows.value.length > 0 && <AuditTable rows={list.rows.value} caption={words.changes} />}
      <PagedEnd list={list} more={words.older} />
    </Section>
  );
}
