import type { Schemas } from "../client/api.ts";
import { administration } from "../messages/administration.ts";

type Person = Schemas["Person"];

export function StateBadge({ state }: { state: Person["state"] }) {
  const label = administration().states[state];
  return state === "active" ? <span>{label}</span> : <span class="badge wait">{label}</span>;
}

/** How the person gets in; a password alone stands out. */
export function logInWords({ ways_in: ways }: Pick<Person, "ways_in">) {
  const words = administration();
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
