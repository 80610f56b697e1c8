/** Every organization on the server: found, added, and opened one by one. */
import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { accountLimits } from "../../../config/limits/accounts.ts";
import { downloadAddress, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { organizationsWords as words } from "../../messages/organizations.ts";
import { personWords } from "../../messages/person.ts";
import { titles } from "../../messages/titles.ts";
import { toast } from "../../parts/acts.tsx";
import { Button, Link } from "../../parts/button.tsx";
import { Choice, optionsOf } from "../../parts/choice.tsx";
import { Page, PagedEnd } from "../../parts/page.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { date, number } from "../../state/format.ts";
import { mayOnServer } from "../../state/me.ts";
import { usePagedCall } from "../../state/paged.ts";
import { setting } from "../../state/signals.ts";
import { NewOrganization } from "./new-organization.tsx";

type Organization = Schemas["AdministeredOrganization"];

interface OrganizationFilter {
  query: string;
  state: keyof (typeof words)["states"] | "";
}

const ORGANIZATIONS = "/app/admin/organizations";

export default function Organizations() {
  const { route } = useLocation();
  const filter = useSignal<OrganizationFilter>({ query: "", state: "" });
  const isAdding = useSignal(false);
  const chosen = Object.fromEntries(Object.entries(filter.value).filter(([, value]) => value !== ""));
  const list = usePagedCall("POST /v1/administration/organizations/search", { body: chosen });
  const total = list.answer.value?.total;
  const mayChange = mayOnServer("organizations.change");
  const columns: Columns<Organization> = [
    { head: administration.name, cell: ({ id, name }) => <a href={`${ORGANIZATIONS}/${id}`}>{name}</a> },
    { head: personWords.plan, cell: ({ plan }) => plan },
    { head: words.members, kind: "number", cell: ({ members }) => number(members) },
    {
      head: administration.state,
      cell: ({ disabled_at: at }) =>
        at === null ? words.states.active : <span class="badge wait">{words.states.disabled}</span>,
    },
    { head: words.created, cell: ({ created_at: at }) => date(at) },
  ];
  const actions = (
    <>
      {mayOnServer("report.read") && (
        <Link
          look="button small"
          text={words.report}
          href={downloadAddress("/v1/administration/report", {}, { format: "csv" })}
          download
        />
      )}
      {mayChange && (
        <Button look="small primary" icon="plus" text={words.add} onClick={setting(isAdding, true)} />
      )}
    </>
  );
  return (
    <Page
      title={titles.organizations}
      lead={total === undefined ? words.lead : words.count(total, number(total))}
      actions={actions}
    >
      <div class="row">
        <SearchField
          small
          label={words.name}
          maxLength={accountLimits.peopleQueryChars}
          query={filter.value.query}
          onSearch={(query) => {
            filter.value = { ...filter.value, query };
          }}
        />
        <Choice
          label={administration.state}
          all={words.allStates}
          options={optionsOf(words.states)}
          value={filter.value.state}
          onChange={(state) => {
            filter.value = { ...filter.value, state };
          }}
        />
      </div>
      {list.rows.value.length > 0 && (
        <Table caption={titles.organizations} columns={columns} rows={list.rows.value} />
      )}
      <PagedEnd list={list} none={words.none} />
      {isAdding.value && (
        <NewOrganization
          onClose={setting(isAdding, false)}
          onAdded={({ id, name }) => {
            toast(words.added(name));
            route(`${ORGANIZATIONS}/${id}`);
          }}
        />
      )}
    </Page>
  );
}
