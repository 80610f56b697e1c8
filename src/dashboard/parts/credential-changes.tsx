/** Shows a person the changes of their ways to log in, until they confirm them in this browser. */
import { session } from "../client/session.ts";
import { credentialWords as words } from "../messages/credential-changes.ts";
import { when } from "../state/format.ts";
import { keptSignal } from "../state/kept.ts";
import { Button, Icon } from "./button.tsx";

/** By person, the time of the newest change that they know: people share browsers. */
const known = keptSignal<Readonly<Record<string, string>>>("tiro_known_changes", {});

export function CredentialChanges() {
  const { person, credential_changes: changes } = session;
  const fresh = changes.filter(({ at }) => at > (known.value[person.id] ?? ""));
  const [newest] = fresh;
  if (newest === undefined) return null;
  const acknowledge = () => {
    known.value = { ...known.value, [person.id]: newest.at };
  };
  return (
    <section class="banner wait" aria-label={words.title}>
      <Icon name="alert" />
      <div class="stack tight">
        <p>
          <strong>{words.title}</strong>
        </p>
        <ul>
          {fresh.map(({ change, at, address, by }) => (
            <li key={at + change}>
              {words.changed[change]} <time dateTime={at}>({when(at)})</time>
              {address !== null && ` ${words.from(address)}`}
              {by !== null &&
                words[change === "set_up" ? "linkBy" : "by"](by.operator ? words.operator : by.name)}
            </li>
          ))}
        </ul>
        <p class="second">{words.advice}</p>
      </div>
      <Button look="small" text={words.known} onClick={acknowledge} />
    </section>
  );
}
