/** Where the person is logged in, their keys and their apps: listed, and ended one by one. */
import { call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { apps } from "../../messages/apps.ts";
import { personWords } from "../../messages/person.ts";
import { you } from "../../messages/you.ts";
import { type Act, perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { KeyTable, revoking } from "../../parts/key-table.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { SessionTable } from "../../parts/session-table.tsx";
import { actColumn, type Columns, Table } from "../../parts/table.tsx";
import { ago, date, number } from "../../state/format.ts";
import { together } from "../../state/language.ts";
import { useCall } from "../../state/resource.ts";

const words = together(apps, personWords);

type PersonAccess = Schemas["PersonAccess"];
type Grant = Schemas["Grant"];

export interface AccessProps {
  person: Schemas["PersonDetail"];
  mayChange: boolean;
  /** The counts are others then. */
  onChanged: () => Promise<unknown>;
}

interface PartProps {
  access: PersonAccess;
  /** Ends something, says so and shows what is left; left out if the reader only looks. */
  end: ((work: () => Promise<unknown>, act: Act) => Promise<void>) | undefined;
  personId: string;
}

export function Access({ person: { id }, mayChange, onChanged }: AccessProps) {
  const path = { person: id };
  const access = useCall("GET /v1/administration/people/{person}/access", { path });
  const end = (work: () => Promise<unknown>, act: Act) =>
    perform(work, { ...act, after: () => Promise.all([access.reload(), onChanged()]) });
  return (
    <Loaded of={access}>
      {(shown) => {
        const part = { access: shown, end: mayChange ? end : undefined, personId: id };
        return (
          <>
            <Browsers {...part} />
            <Keys {...part} />
            <Apps {...part} />
          </>
        );
      }}
    </Loaded>
  );
}

function Browsers({ access: { browser_sessions: sessions }, end, personId }: PartProps) {
  const path = { person: personId };
  const endOne = ({ id }: PersonAccess["browser_sessions"][number]) =>
    end?.(
      () =>
        call("DELETE /v1/administration/people/{person}/browser-sessions/{browser_session}", {
          path: { ...path, browser_session: id },
        }),
      { done: you.ended },
    );
  const endAll = () =>
    end?.(() => call("DELETE /v1/administration/people/{person}/browser-sessions", { path }), {
      done: words.loggedOut,
    });
  const hasOthers = sessions.some(({ current }) => !current);
  return (
    <Section
      title={words.browsers}
      beside={
        end &&
        hasOthers &&
        !sessions.some(({ current }) => current) && (
          <Button look="small destroy plain" text={words.endAll} onClick={endAll} />
        )
      }
    >
      <SessionTable sessions={sessions} none={words.noBrowsers} {...(end && { onEnd: endOne })} />
    </Section>
  );
}

function Keys({ access: { keys }, end, personId }: PartProps) {
  const active = keys.filter(({ state }) => state === "active");
  const ended = keys.length - active.length;
  const revoke = ({ id: key, name }: PersonAccess["keys"][number]) => {
    const path = { person: personId, key };
    return end?.(
      () => call("DELETE /v1/administration/people/{person}/keys/{key}", { path }),
      revoking(name),
    );
  };
  return (
    <Section title={administration.keys}>
      <KeyTable
        caption={administration.keys}
        keys={active}
        none={words.noKeys}
        {...(end && { onRevoke: revoke })}
      />
      {ended > 0 && <p class="quiet small">{words.endedKeys(ended, number(ended))}</p>}
    </Section>
  );
}

function Apps({ access: { grants }, end, personId }: PartProps) {
  const nameOf = ({ client_name: name }: Grant) => name ?? words.nameless;
  const takeBack = (grant: Grant) => {
    const name = nameOf(grant);
    const path = { person: personId, grant: grant.id };
    return end?.(() => call("DELETE /v1/administration/people/{person}/grants/{grant}", { path }), {
      ask: { title: words.takeBackTitle(name), text: words.takeBackText, act: words.takeBack },
      done: words.taken(name),
    });
  };
  const columns: Columns<Grant> = [
    { head: words.app, cell: nameOf },
    { head: words.place, cell: ({ place: { name } }) => name },
    {
      head: words.access,
      cell: ({ scopes }) =>
        words.may[[...scopes].sort().join(" ") as keyof typeof words.may] ?? scopes.join(", "),
    },
    {
      head: administration.lastSeen,
      cell: ({ last_used_at: used }) => (used === null ? words.unused : ago(used)),
    },
    end &&
      actColumn(you.acts, (grant) => ({
        look: "small destroy plain",
        text: words.takeBack,
        label: words.takeBackNamed(nameOf(grant), words.since(date(grant.created_at))),
        onClick: () => takeBack(grant),
      })),
  ];
  return (
    <Section title={administration.apps}>
      <Table airy caption={administration.apps} columns={columns} rows={grants} none={words.noApps} />
    </Section>
  );
}
