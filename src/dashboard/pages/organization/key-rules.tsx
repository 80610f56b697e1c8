/** How long keys last, and from which networks the organization's own work: its owners decide. */
import { call, type Schemas } from "../../client/api.ts";
import { organizationWords } from "../../messages/organization.ts";
import { organizationsWords } from "../../messages/organizations.ts";
import { toast } from "../../parts/acts.tsx";
import { confirmEffect } from "../../parts/confirm-effect.ts";
import { Form } from "../../parts/form.tsx";
import { KeyRuleFields } from "../../parts/key-rule-fields.tsx";
import { Section } from "../../parts/page.tsx";
import { listOf, numberOf } from "../../parts/policy-fields.ts";
import { together } from "../../state/language.ts";

const words = together(organizationWords, organizationsWords);

interface KeyRulesProps {
  organization: Schemas["Organization"];
  onChanged: () => Promise<void>;
}

export function KeyRules({ organization: { id, policy }, onChanged }: KeyRulesProps) {
  const save = async (fields: FormData) => {
    const body = { key_days: numberOf(fields, "key_days"), key_networks: listOf(fields, "key_networks") };
    const given = { path: { organization: id }, body };
    const effect = await call("POST /v1/organizations/{organization}/policy/effect", given);
    if (!(await confirmEffect(effect))) return;
    await call("PATCH /v1/organizations/{organization}/policy", given);
    toast(words.policySet);
    await onChanged();
  };
  return (
    <Section title={words.keyRules}>
      <Form submit={words.savePolicies} onSubmit={save}>
        <div class="narrow stack">
          <KeyRuleFields policy={policy} />
        </div>
      </Form>
    </Section>
  );
}
