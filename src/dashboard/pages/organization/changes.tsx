/** Who changed what about the organization, its members and its keys. */
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { organizationWords } from "../../messages/organization.ts";
import { AuditTable } from "../../parts/audit-table.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { Sketch } from "../../parts/loaded.tsx";
import { usePaged } from "../../state/paged.ts";

type Lines = Answer<"GET /v1/organizations/{organization}/audit">;

export function Changes({ organization: { id } }: { organization: Schemas["Organization"] }) {
  const words = organizationWords();
  const { rows, answer, fault, isLoading, more } = usePaged<Schemas["AuditEvent"], Lines>(
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
      {rows.value.length > 0 && <AuditTable rows={rows.value} caption={words.changes} />}
      {fault.value && <FaultBanner fault={fault.value} onRetry={more} />}
      {answer.value === null && fault.value === null && <Sketch />}
      {answer.value?.has_more && (
        <button type="button" class="button" disabled={isLoading.value} onClick={() => void more()}>
          {words.older}
        </button>
      )}
    </section>
  );
}
