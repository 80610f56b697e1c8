/** The rules of the person's organizations, and the readers of their content. */
import type { Schemas } from "../../client/api.ts";
import { contentReviewWords as words } from "../../messages/content-review.ts";
import { BindingPolicies } from "../../parts/binding-policies.tsx";
import { Loaded } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { dateAndTime } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";

type ContentView = Schemas["ContentView"];

export function Rules({ policies }: Pick<Schemas["Profile"], "policies">) {
  return (
    <>
      <BindingPolicies
        title={words.rules}
        lead={policies.length === 0 ? words.noRules : words.rulesLead}
        policies={policies}
      />
      <Viewed />
    </>
  );
}

/** Also once the policy is off again: the person still sees who read their texts. */
function Viewed() {
  const views = useCall("GET /v1/me/content-views");
  const columns: Columns<ContentView> = [
    { head: words.time, cell: ({ at }) => dateAndTime(at) },
    { head: words.by, cell: ({ by }) => by ?? words.gone },
    { head: words.organization, cell: ({ organization }) => organization },
    {
      head: words.what,
      cell: ({ thing, id }) => (
        <>
          {words.things[thing]}
          {id && <p class="facts mono">{id}</p>}
        </>
      ),
    },
  ];
  return (
    <section class="stack tight">
      <h2>{words.viewed}</h2>
      <p class="second">{words.viewedLead}</p>
      <Loaded of={views}>
        {({ data }) => (
          <Table
            airy
            caption={words.viewed}
            columns={columns}
            rows={data}
            keyOf={({ at, id }) => `${at} ${id}`}
            none={words.notViewed}
          />
        )}
      </Loaded>
    </section>
  );
}
