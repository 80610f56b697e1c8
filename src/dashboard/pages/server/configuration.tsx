/** Every setting as it holds, and where it was written. It is changed on the host alone. */
import { useSignal } from "@preact/signals";
import type { Schemas } from "../../client/api.ts";
import { installation as words } from "../../messages/installation.ts";
import { Check } from "../../parts/form.tsx";
import { Loaded } from "../../parts/page.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { useCall } from "../../state/resource.ts";
import { into } from "../../state/signals.ts";

type Setting = Schemas["ConfigurationInForce"]["settings"][number];

const BY_DEFAULT = "default";
const QUERY_CHARS = 100;

export function Configuration() {
  const query = useSignal("");
  const changedOnly = useSignal(true);
  const configuration = useCall("GET /v1/administration/configuration");
  const columns: Columns<Setting> = [
    { head: words.setting, cell: ({ name }) => <code>{name}</code> },
    { head: words.value, cell: valueCell },
    {
      head: words.source,
      cell: ({ source }) =>
        source === BY_DEFAULT ? <span class="quiet">{words.byDefault}</span> : <code>{source}</code>,
    },
  ];
  const isShown = ({ name, source }: Setting) =>
    name.includes(query.value.toLowerCase()) && !(changedOnly.value && source === BY_DEFAULT);
  return (
    <Loaded of={configuration}>
      {({ file, settings, warnings, needs_restart: waiting, fault }) => (
        <>
          <p class="second">{words.configurationLead(file)}</p>
          {fault && <p class="attention">{words.notApplied(fault)}</p>}
          {waiting.length > 0 && <p class="attention">{words.needRestart(waiting.join(", "))}</p>}
          {warnings.map((warning) => (
            <p key={warning} class="attention">
              {warning}
            </p>
          ))}
          <div class="row">
            <SearchField
              small
              label={words.find}
              maxLength={QUERY_CHARS}
              query={query.value}
              onSearch={into(query)}
            />
            <Check
              name="changed"
              label={words.changedOnly}
              checked={changedOnly.value}
              onChange={into(changedOnly)}
            />
          </div>
          <Table
            caption={words.tabs.configuration}
            columns={columns}
            rows={settings.filter(isShown)}
            keyOf={({ name }) => name}
          />
        </>
      )}
    </Loaded>
  );
}

function valueCell({ value, hidden }: Setting) {
  if (hidden) return <span class="quiet">{words.hidden}</span>;
  if (value === null || value === undefined) return <span class="quiet">{words.notSet}</span>;
  return <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>;
}
