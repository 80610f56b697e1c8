/** How long keys last, and the networks from which the organization's own work: its owners and administrators decide. */
import type { Schemas } from "../client/api.ts";
import { organizationWords } from "../messages/organization.ts";
import { organizationsWords } from "../messages/organizations.ts";
import { together } from "../state/language.ts";
import { TextField } from "./form.tsx";
import { policyText } from "./policy-fields.ts";

const words = together(organizationWords, organizationsWords);

type KeyRules = Pick<Schemas["Organization"]["policy"], "key_days" | "key_networks">;

export function KeyRuleFields({ policy }: { policy: KeyRules }) {
  return (
    <>
      <TextField
        name="key_days"
        label={words.keysLast}
        hint={words.retentionHint}
        value={policyText(policy.key_days)}
      />
      <TextField
        name="key_networks"
        label={words.networks}
        hint={words.networksHint}
        value={policyText(policy.key_networks)}
      />
    </>
  );
}
