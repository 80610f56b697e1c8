import type { Schemas } from "../client/api.ts";
import { administration as words } from "../messages/administration.ts";
import { organizationWords } from "../messages/organization.ts";

type Person = Schemas["Person"];
type Role = Schemas["OrganizationMember"]["role"];

export function StateBadge({ state }: { state: Person["state"] }) {
  const label = words.states[state];
  return state === "active" ? <span>{label}</span> : <span class="badge wait">{label}</span>;
}

/** A role in an organization that the reader does not change, such as one by the company's groups. */
export function GivenRole({ role, byGroup }: { role: Role; byGroup: boolean }) {
  return (
    <>
      {organizationWords.roles[role]}{" "}
      {byGroup && <span class="quiet small">{organizationWords.byGroup}</span>}
    </>
  );
}

/** How the person gets in; a password alone stands out. */
export function logInWords({ ways_in: ways }: Pick<Person, "ways_in">) {
  if (ways.length === 1 && ways[0] === "password")
    return <span class="attention">{words.passwordAlone}</span>;
  const has = (way: (typeof ways)[number]) => ways.includes(way);
  const names = [
    ...(has("company") ? [words.company] : []),
    ...(has("passkey") ? [words.passkey] : []),
    ...(has("password") ? [has("second_step") ? words.passwordAndCode : words.password] : []),
  ];
  return names.join(", ") || "–";
}
