/** While somebody else is logged in in this browser: it covers somebody else's work. */
import { session } from "../client/session.ts";
import { anotherPerson } from "../client/session-end.ts";
import { frame } from "../messages/frame.ts";
import { Button } from "./button.tsx";
import { InPlaceOfPage } from "./in-place-of-page.tsx";

export function AnotherPerson() {
  if (!anotherPerson.value) return null;
  const { anotherTitle, another, toTheirs } = frame();
  const { name } = session.person;
  return (
    <InPlaceOfPage title={anotherTitle(name)} text={another(name)}>
      <Button look="plain" text={toTheirs} onClick={() => location.assign("/app/")} />
    </InPlaceOfPage>
  );
}
