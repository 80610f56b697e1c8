/** Shows a person the changes of their ways to log in, until they confirm them in this browser. */
import { signal } from "@preact/signals";
import { session } from "../client/session.ts";
import { credentialWords } from "../messages/credential-changes.ts";
import { when } from "../state/format.ts";
import { Button } from "./button.tsx";
import { Icon } from "./drawing.tsx";

const NAME = "tiro_known_changes";

/** By person, the time of the newest change that they know: people share browsers. */
const known = signal<Readonly<Record<string, string>>>(read());

export function CredentialChanges() {
  const { person, credential_changes: changes } = session;
  const fresh = changes.filter(({ at }) => at > (known.value[person.id] ?? ""));
  const [newest] = fresh;
  if (newest === undefined) return null;
  const words = credentialWords();
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
      <Button look="small" text={words.known} onClick={() => keep(person.id, newest.at)} />
    </section>
  );
}

function keep(personId: string, at: string): void {
  known.value = { ...known.value, [personId]: at };
  try {
    localStorage.setItem(NAME, JSON.stringify(known.value));
  } catch {
    // A browser that keeps nothing shows it again with the next page.
  }
}

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}
