/** The person: name, language of the pages, log-in, privacy, where they are logged in, their organizations. */
import { useLocation, useRoute } from "preact-iso";
import type { Schemas } from "../../client/api.ts";
import { you as words } from "../../messages/you.ts";
import { Loaded, Page } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { me } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { LogIn } from "./log-in.tsx";
import { NameForm, PageSettings } from "./name-and-pages.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Password } from "./password.tsx";
import { Privacy } from "./privacy.tsx";
import { Rules } from "./rules.tsx";
import { SecondStep } from "./second-step.tsx";
import { Sessions } from "./sessions.tsx";

type Membership = Schemas["Profile"]["organizations"][number];

export default function You() {
  const { params } = useRoute();
  const { route } = useLocation();
  const logIn = me.data.value?.log_in;
  if (params.part === undefined || logIn === undefined) return <Overview />;
  const changed = () => me.reload();
  if (params.part === "password") return <Password onDone={() => route("/app/you")} />;
  if (params.part === "second-step") return <SecondStep state={logIn.second_step} onChanged={changed} />;
  if (params.part === "passkeys") return <Passkeys possible={logIn.passkeys_possible} onChanged={changed} />;
  return <Overview />;
}

function Overview() {
  const profile = useCall("GET /v1/me/profile");
  const changed = () => Promise.all([profile.reload(), me.reload()]);
  const email = profile.data.value?.email;
  return (
    <Page title={words.you} lead={email && words.lead(email)}>
      <Loaded of={profile}>
        {(person) => (
          <>
            <div class="halves">
              <NameForm person={person} onChanged={changed} />
              <PageSettings person={person} onChanged={changed} />
            </div>
            <LogIn logIn={person.log_in} />
            <Privacy person={person} onChanged={changed} />
            <Sessions />
            {person.organizations.length > 0 && <Organizations list={person.organizations} />}
            <Rules policies={person.policies} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function OrganizationName({ name, own_usage_reported: isReported }: Membership) {
  return (
    <>
      {name}
      {isReported && <p class="facts">{words.usageReported}</p>}
    </>
  );
}

function Organizations({ list }: { list: readonly Membership[] }) {
  const columns: Columns<Membership> = [
    { head: words.organization, cell: (membership) => <OrganizationName {...membership} /> },
    { head: words.role, cell: ({ role }) => words.roles[role] },
  ];
  return (
    <section class="stack tight">
      <h2>{words.organizations}</h2>
      <Table airy caption={words.organizations} columns={columns} rows={list} />
    </section>
  );
}
