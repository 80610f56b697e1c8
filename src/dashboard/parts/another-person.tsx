/** While somebody else is logged in in this browser: it covers somebody else's work. */
import { session } from "../client/session.ts";
import { anotherPerson } from "../client/session-end.ts";
import { frame as words } from "../messages/frame.ts";
import { Button } from "./button.tsx";
import { InPlaceOfPage } from "./in-place-of-page.tsx";

export function AnotherPerson() {
  if (!anotherPerson.value) return null;
  const { name } = session.person;
  return (
    <InPlaceOfPage title={words.anotherTitle(name)} text={words.another(name)}>
      <Button look="plain" text={words.toTheirs} onClick={() => location.assign("/app/")} />
    </InPlaceOfPage>
  );
}
