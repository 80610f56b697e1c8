/** The policies of an organization, and the effect of a change before it is saved. */
import { call, type Schemas } from "../../client/api.ts";
import { contentReviewWords } from "../../messages/content-review.ts";
import { organizationWords } from "../../messages/organization.ts";
import { organizationsWords } from "../../messages/organizations.ts";
import { confirmEffect } from "../../parts/confirm-effect.ts";
import { Form, Switch, TextField } from "../../parts/form.tsx";
import { KeyRuleFields } from "../../parts/key-rule-fields.tsx";
import { Pairs, Section } from "../../parts/page.tsx";
import { listOf, numberOf, policyText } from "../../parts/policy-fields.ts";
import { together } from "../../state/language.ts";
import type { OrganizationPartProps } from "./part.ts";

const words = together(organizationWords, organizationsWords);

type Policy = Schemas["AdministeredOrganization"]["policy"];

export function AdministeredPolicies({ organization, mayChange, changing }: OrganizationPartProps) {
  const { id, policy, revision } = organization;
  const path = { organization: id };
  const save = async (fields: FormData) => {
    const changed = changesIn(policy, fields);
    if (Object.keys(changed).length === 0) return;
    const effect = await call("POST /v1/administration/organizations/{organization}/policy/effect", {
      path,
      body: changed,
    });
    if (!(await confirmEffect(effect))) return;
    const body = { policy: changed, revision };
    await changing.change(
      () => call("PATCH /v1/administration/organizations/{organization}", { path, body }),
      { done: words.policySet },
    );
  };
  return (
    <Section title={words.policies} loose>
      <p class="second">{words.policiesLead}</p>
      {mayChange ? (
        <Form submit={words.savePolicies} onSubmit={save}>
          <Fields policy={policy} />
        </Form>
      ) : (
        <Values policy={policy} />
      )}
      <p class="quiet small">{`${words.onHost} ${words.scope} ${words.scopes[policy.history_scope]}. ${contentReviewWords.review}: ${policy.content_review === "owners" ? contentReviewWords.yes : contentReviewWords.nobody}.`}</p>
    </Section>
  );
}

function Fields({ policy }: { policy: Policy }) {
  return (
    <div class="narrow stack">
      <OnOff name="zero_retention" label={words.zeroRetention} hint={words.zeroHint} policy={policy} />
      <OnOff name="history_allowed" label={words.historyAllowed} policy={policy} />
      <OnOff
        name="second_step_required"
        label={words.secondStep}
        hint={words.secondStepHint}
        policy={policy}
      />
      <OnOff name="own_usage_reported" label={words.ownUsage} hint={words.ownUsageHint} policy={policy} />
      <TextField
        name="retention_days"
        label={words.kept}
        hint={words.retentionHint}
        value={policyText(policy.retention_days)}
      />
      <TextField
        name="allowed_languages"
        label={words.languages}
        hint={words.languagesHint}
        value={policyText(policy.allowed_languages)}
      />
      <KeyRuleFields policy={policy} />
    </div>
  );
}

const SWITCHES = ["zero_retention", "history_allowed", "second_step_required", "own_usage_reported"] as const;
const NUMBERS = ["retention_days", "key_days"] as const;
const LISTS = ["allowed_languages", "key_networks"] as const;

function OnOff({
  name,
  policy,
  ...field
}: {
  name: (typeof SWITCHES)[number];
  label: string;
  hint?: string;
  policy: Policy;
}) {
  return <Switch name={name} {...field} begins={policy[name]} />;
}

/** Changes of the fields. */
function changesIn(policy: Policy, fields: FormData): Partial<Policy> {
  const now = {
    ...Object.fromEntries(SWITCHES.map((name) => [name, fields.has(name)])),
    ...Object.fromEntries(NUMBERS.map((name) => [name, numberOf(fields, name)])),
    ...Object.fromEntries(LISTS.map((name) => [name, listOf(fields, name)])),
  };
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(policy[name as keyof Policy]);
  return Object.fromEntries(Object.entries(now).filter(isOther));
}

function Values({ policy }: { policy: Policy }) {
  const onOff = (is: boolean) => (is ? words.on : words.off);
  const days = (count: number | null) => (count === null ? words.noLimit : words.days(count));
  const values: [string, string][] = [
    [words.zeroRetention, onOff(policy.zero_retention)],
    [words.history, policy.history_allowed ? words.allowed : words.notAllowed],
    [words.secondStep, onOff(policy.second_step_required)],
    [words.ownUsage, onOff(policy.own_usage_reported)],
    [words.kept, days(policy.retention_days)],
    [words.languages, policy.allowed_languages?.join(", ") ?? words.all],
    [words.keysLast, days(policy.key_days)],
    [words.networks, policy.key_networks?.join(", ") ?? words.everywhere],
  ];
  return <Pairs of={values} />;
}
