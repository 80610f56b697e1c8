/** Who changed what about the organization, its members and its keys. */
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { organizationWords } from "../../messages/organization.ts";
import { AuditTable } from "../../parts/audit-table.tsx";
import { PagedEnd } from "../../parts/paged-end.tsx";
import { usePaged } from "../../state/paged.ts";

type Lines = Answer<"GET /v1/organizations/{organization}/audit">;

export function Changes({ organization: { id } }: { organization: Schemas["Organization"] }) {
  const words = organizationWords();
  const list = usePaged<Schemas["AuditEvent"], Lines>(
    (place, signal) =>
      call("GET /v1/organizations/{organization}/audit", {
        path: { organization: id },
        query: place,
        signal,
      }),
    [id],
  );
  return (
    <section class="stack tight">
      <div class="section-head">
        <h2>{words.changes}</h2>
      </div>
      {list.rows.value.length > 0 && <AuditTable rows={list.rows.value} caption={words.changes} />}
      <PagedEnd list={list} more={words.older} />
    </section>
  );
}
