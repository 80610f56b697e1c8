/** The policies of an organization, and its owners' switches. */
import { call, type Schemas } from "../../client/api.ts";
import { contentReviewWords as reviewed } from "../../messages/content-review.ts";
import { organizationWords as words } from "../../messages/organization.ts";
import { orToast, toast } from "../../parts/acts.tsx";
import { confirmEffect } from "../../parts/confirm-effect.ts";
import { Switch } from "../../parts/form.tsx";
import { Pairs, Section } from "../../parts/page.tsx";
import { dateAndTime } from "../../state/format.ts";

type Organization = Schemas["Organization"];

interface PoliciesProps {
  organization: Organization;
  onChanged: () => Promise<void>;
}

export function Policies({ organization, onChanged }: PoliciesProps) {
  const { policy, content_review_since: since } = organization;
  const byOperator: [string, string][] = [
    [words.zeroRetention, policy.zero_retention ? words.on : words.off],
    [words.history, policy.history_allowed ? words.allowed : words.notAllowed],
    [words.kept, policy.retention_days === null ? words.noLimit : words.days(policy.retention_days)],
    [words.languages, policy.allowed_languages?.join(", ") ?? words.all],
    [words.keysLast, policy.key_days === null ? words.noLimit : words.days(policy.key_days)],
    [words.networks, policy.key_networks?.join(", ") ?? words.everywhere],
    [reviewed.scope, reviewed.scopes[policy.history_scope]],
    [reviewed.review, since === null ? reviewed.nobody : reviewed.since(dateAndTime(since))],
  ];
  return (
    <Section title={words.policies}>
      <p class="second">{words.policiesLead}</p>
      <OwnersSwitches organization={organization} onChanged={onChanged} />
      <Pairs of={byOperator} />
    </Section>
  );
}

function OwnersSwitches({ organization: { id, policy, permissions }, onChanged }: PoliciesProps) {
  const mayChange = permissions.includes("policy.change");
  const set = async (change: { second_step_required?: boolean; own_usage_reported?: boolean }) => {
    const given = { path: { organization: id }, body: change };
    await orToast(async () => {
      const effect = await call("POST /v1/organizations/{organization}/policy/effect", given);
      if (await confirmEffect(effect)) {
        await call("PATCH /v1/organizations/{organization}/policy", given);
        toast(words.policySet);
      }
    });
    await onChanged();
  };
  if (!mayChange)
    return (
      <Pairs
        of={[
          [words.secondStep, policy.second_step_required ? words.on : words.off],
          [words.ownUsage, policy.own_usage_reported ? words.on : words.off],
        ]}
      />
    );
  return (
    <div class="stack tight narrow">
      <Switch
        name="second_step_required"
        label={words.secondStep}
        hint={words.secondStepHint}
        checked={policy.second_step_required}
        onChange={(on) => void set({ second_step_required: on })}
      />
      <Switch
        name="own_usage_reported"
        label={words.ownUsage}
        hint={words.ownUsageHint}
        checked={policy.own_usage_reported}
        onChange={(on) => void set({ own_usage_reported: on })}
      />
    </div>
  );
}
