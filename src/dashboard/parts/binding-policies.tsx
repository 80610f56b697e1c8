/** Policies that bind the person, each with its organization. */
import type { Schemas } from "../client/api.ts";
import { contentReviewWords } from "../messages/content-review.ts";
import { organizationWords as words } from "../messages/organization.ts";
import { personWords } from "../messages/person.ts";
import { Section } from "./page.tsx";
import { type Columns, Table } from "./table.tsx";

type Policy = Schemas["PersonDetail"]["policies"][number];

export interface BindingPoliciesProps {
  title: string;
  lead: string;
  policies: readonly Policy[];
}

export function BindingPolicies({ title, lead, policies }: BindingPoliciesProps) {
  const columns: Columns<Policy> = [
    { head: personWords.policy, cell: ({ name }) => nameOfPolicy(name) },
    { head: personWords.rule, cell: (policy) => textOfRule(policy) },
    {
      head: personWords.because,
      cell: ({ organizations }) => organizations.map(({ name }) => name).join(", "),
    },
  ];
  return (
    <Section title={title}>
      <p class="second">{lead}</p>
      {policies.length > 0 && (
        <Table caption={title} columns={columns} rows={policies} keyOf={({ name }) => name} />
      )}
    </Section>
  );
}

function nameOfPolicy(name: Policy["name"]): string {
  return {
    zero_retention: words.zeroRetention,
    history_allowed: words.history,
    retention_days: words.kept,
    allowed_languages: words.languages,
    key_days: words.keysLast,
    second_step_required: words.secondStep,
    own_usage_reported: words.ownUsage,
    history_scope: contentReviewWords.scope,
    content_review: contentReviewWords.review,
  }[name];
}

function textOfRule({ name, value }: Policy): string {
  if (typeof value === "number") return words.days(value);
  if (name === "history_scope") return contentReviewWords.scopes.all;
  if (typeof value === "object") return value.join(", ");
  return name === "history_allowed" ? words.notAllowed : words.on;
}
