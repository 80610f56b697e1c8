/** One person on the server: who they are, what binds them, what acts for them, and what becomes of it when they leave. */
import { useSignal } from "@preact/signals";
import { useRoute } from "preact-iso";
import { call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { personWords } from "../../messages/person.ts";
import { titles } from "../../messages/titles.ts";
import { AccountInvoices } from "../../parts/account-invoices.tsx";
import { AccountLimits } from "../../parts/account-limits.tsx";
import { BindingPolicies } from "../../parts/binding-policies.tsx";
import { Button } from "../../parts/button.tsx";
import { ChangedMeanwhile, type Changing, useChanging } from "../../parts/changed-meanwhile.tsx";
import { LinkShownOnce, type SetupLink } from "../../parts/link-shown-once.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { together } from "../../state/language.ts";
import { mayOnServer, me } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";
import { Access } from "./access.tsx";
import { Account } from "./account.tsx";
import { Leaving } from "./leaving.tsx";

const words = together(administration, personWords);

type PersonDetail = Schemas["PersonDetail"];

const PEOPLE = "/app/admin/people";

export default function PersonPage() {
  const id = useRoute().params.person as string;
  const person = useCall("GET /v1/administration/people/{person}", { path: { person: id } });
  const changing = useChanging(id, person.reload);
  const isSelf = me.data.value?.id === id;
  const isAdministrator = mayOnServer("people.change");
  const mayChange = isAdministrator && !isSelf;
  const shown = person.data.value;
  return (
    <Page
      title={shown?.name ?? shown?.email ?? titles.person}
      lead={shown?.email}
      above={
        <p>
          <a href={PEOPLE}>{titles.people}</a>
        </p>
      }
    >
      <ChangedMeanwhile {...changing} />
      <Loaded of={person}>
        {(data) => (
          <>
            {isSelf && isAdministrator && <p class="second">{words.self}</p>}
            <Account person={data} mayChange={mayChange} changing={changing} />
            {mayChange && <Credentials person={data} changing={changing} />}
            <PersonPolicies policies={data.policies} />
            <AccountLimits account={data.id} />
            <Access key={data.id} person={data} mayChange={isAdministrator} onChanged={person.reload} />
            <AccountInvoices account={data.id} />
            <Leaving person={data} mayChange={mayChange} changing={changing} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** How they get in again: by a link, or without the second step that they lost. Of administrators, on the host alone. */
function Credentials({ person, changing }: { person: PersonDetail; changing: Changing }) {
  const link = useSignal<SetupLink | null>(null);
  const path = { person: person.id };
  const name = person.name ?? person.email;
  if (person.state === "disabled" || person.server_role === "administrator") return null;
  const makeLink = () =>
    changing.change(
      async () => {
        link.value = await call("POST /v1/administration/people/{person}/setup-link", { path });
      },
      { ask: { title: words.linkTitle(name), text: words.linkWarning, act: words.linkAct } },
    );
  const reset = () =>
    changing.change(() => call("POST /v1/administration/people/{person}/reset-second-step", { path }), {
      ask: { title: words.resetTitle(name), text: words.resetText, act: words.reset },
      done: words.secondStepOff,
    });
  const removePasskeys = () =>
    changing.change(() => call("DELETE /v1/administration/people/{person}/passkeys", { path }), {
      ask: { title: words.passkeysTitle(name), text: words.passkeysText, act: words.removePasskeys },
      done: words.passkeysRemoved,
    });
  return (
    <div class="stack">
      {link.value && <LinkShownOnce name={name} link={link.value} onStored={setting(link, null)} />}
      <div class="row">
        <Button look="small" text={words.linkAct} onClick={makeLink} />
        {person.ways_in.includes("second_step") && (
          <Button look="small destroy" text={words.reset} onClick={reset} />
        )}
        {person.ways_in.includes("passkey") && (
          <Button look="small destroy" text={words.removePasskeys} onClick={removePasskeys} />
        )}
      </div>
    </div>
  );
}

function PersonPolicies({ policies }: Pick<Schemas["PersonDetail"], "policies">) {
  const lead = policies.length === 0 ? words.noPolicies : words.policiesLead;
  return <BindingPolicies title={words.policies} lead={lead} policies={policies} />;
}
