import type { Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";

type Person = Schemas["Person"];

export function StateBadge({ state }: { state: Person["state"] }) {
  const label = administration().states[state];
  return state === "active" ? <span>{label}</span> : <span class="badge wait">{label}</span>;
}

/** How the person gets in; a password alone stands out. */
export function logInWords({
  log_in: { password, second_step: step, passkey, company },
}: Pick<Person, "log_in">) {
  const words = administration();
  if (password && !step && !passkey && !company) return <span class="attention">{words.passwordAlone}</span>;
  const ways = [
    ...(company ? [words.company] : []),
    ...(passkey ? [words.passkey] : []),
    ...(password ? [step ? words.passwordAndCode : words.password] : []),
  ];
  return ways.join(", ") || "–";
}
