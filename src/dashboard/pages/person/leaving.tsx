/** The list of somebody who leaves: what ends, what stays, and for how long. */
import type { ComponentChildren } from "preact";
import { accountLimits } from "../../../config/limits/accounts.ts";
import { call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { organizationWords } from "../../messages/organization.ts";
import { personWords } from "../../messages/person.ts";
import { Button } from "../../parts/button.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { Pairs, Section } from "../../parts/page.tsx";
import { number } from "../../state/format.ts";
import { together } from "../../state/language.ts";
import type { PersonPartProps } from "./account.tsx";
import { Erase } from "./erase.tsx";
import { EraseHistory } from "./erase-history.tsx";

const words = together(administration, personWords);

type PersonDetail = Schemas["PersonDetail"];

export function Leaving({ person, mayChange, changing }: PersonPartProps) {
  const { has } = person;
  const ends: [string, ComponentChildren][] = [
    [words.loggedIn, administration.browsers(has.browser_sessions)],
    [words.keys, number(has.keys)],
    [words.apps, number(has.grants)],
    [words.underWay, number(has.jobs_under_way)],
  ];
  const stays = [
    words.dictations(has.dictations, number(has.dictations)),
    words.recordings(has.recordings, number(has.recordings)),
  ].join(", ");
  const enable = () =>
    changing.change(() =>
      call("POST /v1/administration/people/{person}/enable", { path: { person: person.id } }),
    );
  return (
    <Section title={words.leaving} loose>
      <p class="second">{words.leavingLead}</p>
      <h3>{words.ends}</h3>
      <Pairs of={ends} />
      <h3>{words.stays}</h3>
      <p>
        {stays}. <span class="second">{keptWords(person)}</span>
      </p>
      {person.disabled_by_directory && <p class="second">{words.disabledByDirectory}</p>}
      {mayChange && person.state === "disabled" && !person.disabled_by_directory && (
        <p>
          <Button look="small" text={words.enable} onClick={enable} />
        </p>
      )}
      {mayChange && person.state !== "disabled" && <Disable person={person} changing={changing} />}
      {mayChange && has.dictations > 0 && <EraseHistory person={person} changing={changing} />}
      {mayChange && (!person.from_directory || person.disabled_by_directory) && <Erase person={person} />}
    </Section>
  );
}

function keptWords({ policies }: PersonDetail): string {
  const rule = policies.find(({ name }) => name === "retention_days");
  if (typeof rule?.value !== "number") return words.keptUntil;
  const by = rule.organizations.map(({ name }) => name).join(", ");
  return words.keptFor(organizationWords.days(rule.value), by);
}

function Disable({ person, changing }: Pick<PersonPartProps, "person" | "changing">) {
  const disable = (fields: FormData) => {
    const reason = String(fields.get("reason")).trim();
    return changing.change(() =>
      call("POST /v1/administration/people/{person}/disable", {
        path: { person: person.id },
        body: reason === "" ? {} : { reason },
      }),
    );
  };
  return (
    <details>
      <summary>{words.disableTitle}</summary>
      <Form submit={words.disable} onSubmit={disable}>
        <p class="second">{words.disableText}</p>
        <TextField
          name="reason"
          label={words.reason}
          maxLength={accountLimits.reasonChars}
          autocomplete="off"
        />
      </Form>
    </details>
  );
}
