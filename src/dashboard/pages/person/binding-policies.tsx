/** What binds the person, and because of which organization. */
import type { Schemas } from "../../client/api.ts";
import { organizationWords } from "../../messages/organization.ts";
import { personWords } from "../../messages/person.ts";
import { type Column, Table } from "../../parts/table.tsx";

type Policy = Schemas["PersonDetail"]["policies"][number];

export function BindingPolicies({ policies }: { policies: readonly Policy[] }) {
  const words = personWords();
  const columns: Column<Policy>[] = [
    { key: "policy", head: words.policy, cell: ({ name }) => nameOfPolicy(name) },
    { key: "value", head: words.rule, cell: (policy) => textOfRule(policy) },
    {
      key: "because",
      head: words.because,
      cell: ({ organizations }) => organizations.map(({ name }) => name).join(", "),
    },
  ];
  return (
    <section class="stack tight">
      <div class="section-head">
        <h2>{words.policies}</h2>
      </div>
      <p class="second">{policies.length === 0 ? words.noPolicies : words.policiesLead}</p>
      {policies.length > 0 && (
        <Table caption={words.policies} columns={columns} rows={policies} keyOf={({ name }) => name} dense />
      )}
    </section>
  );
}

function nameOfPolicy(name: Policy["name"]): string {
  const words = organizationWords();
  return {
    zero_retention: words.zeroRetention,
    history_allowed: words.history,
    retention_days: words.kept,
    allowed_languages: words.languages,
    key_days: words.keysLast,
    second_step_required: words.secondStep,
    own_usage_reported: words.ownUsage,
  }[name];
}

function textOfRule({ name, value }: Policy): string {
  const words = organizationWords();
  if (typeof value === "number") return words.days(value);
  if (typeof value === "object") return value.join(", ");
  return name === "history_allowed" ? words.notAllowed : words.on;
}
