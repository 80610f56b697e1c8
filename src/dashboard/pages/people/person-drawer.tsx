/** One person: who they are, how they get in, how much they have, and what an administrator may do. */
import { useSignal } from "@preact/signals";
import { type ComponentChildren, Fragment } from "preact";
import { accountLimits } from "../../../config/limits/accounts.ts";
import { call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { confirmFirst, Dialog } from "../../parts/dialog.tsx";
import { Form, SelectField, TextField } from "../../parts/form.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { toast, toastFault } from "../../parts/toasts.tsx";
import { dateAndTime, number } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { useResource } from "../../state/resource.ts";
import { LinkShownOnce, type SetupLink } from "./setup-link.tsx";
import { logInWords, StateBadge } from "./state-badge.tsx";

type PersonDetail = Schemas["PersonDetail"];

export interface PersonDrawerProps {
  id: string;
  mayChange: boolean;
  onClose: () => void;
  onChanged: () => void;
}

export function PersonDrawer({ id, mayChange, onClose, onChanged }: PersonDrawerProps) {
  const words = administration();
  const person = useResource(
    (signal) => call("GET /v1/administration/people/{person}", { path: { person: id }, signal }),
    [id],
  );
  const isSelf = me.data.value?.id === id;
  const changed = () => {
    onChanged();
    return person.reload();
  };
  const { data } = person;
  return (
    <Dialog drawer title={data.value?.name ?? data.value?.email ?? words.person} onClose={onClose}>
      <Loaded of={person}>
        {(shown) => (
          <>
            <Facts person={shown} />
            {isSelf && mayChange && <p class="second">{words.self}</p>}
            {!isSelf && mayChange && <Acts person={shown} onChanged={changed} />}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function Facts({ person }: { person: PersonDetail }) {
  const words = administration();
  const { has } = person;
  const facts: [string, ComponentChildren][] = [
    [words.email, person.email],
    [words.state, <StateBadge key="state" state={person.state} />],
    [words.logIn, logInWords(person)],
    [
      words.organizations,
      person.organizations.map(({ name, role }) => `${name} (${words.roles[role]})`).join(", ") || "–",
    ],
    [words.added, dateAndTime(person.created_at)],
    [words.loggedIn, words.browsers(has.browser_sessions)],
    [words.keys, number(has.keys)],
    [words.apps, number(has.grants)],
    [
      words.texts,
      `${words.dictations(has.dictations, number(has.dictations))}, ${words.recordings(has.recordings, number(has.recordings))}`,
    ],
    [words.underWay, number(has.jobs_under_way)],
  ];
  return (
    <>
      <dl class="pairs">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {person.from_directory && <p class="second">{words.fromDirectory}</p>}
    </>
  );
}

interface ActsProps {
  person: PersonDetail;
  onChanged: () => unknown;
}

function Acts({ person, onChanged }: ActsProps) {
  const words = administration();
  const link = useSignal<SetupLink | null>(null);
  const path = { person: person.id };
  const name = person.name ?? person.email;
  const tried = async (act: () => Promise<unknown>) => {
    try {
      await act();
      await onChanged();
    } catch (error) {
      toastFault(error);
    }
  };
  const makeLink = async () => {
    if (!(await confirmFirst({ title: words.linkTitle(name), text: words.linkWarning, act: words.linkAct })))
      return;
    await tried(async () => {
      link.value = await call("POST /v1/administration/people/{person}/setup-link", { path });
    });
  };
  const enable = () => tried(() => call("POST /v1/administration/people/{person}/enable", { path }));
  return (
    <div class="stack">
      {link.value && (
        <LinkShownOnce
          name={name}
          link={link.value}
          onStored={() => {
            link.value = null;
          }}
        />
      )}
      <ServerRole person={person} onChanged={onChanged} />
      <div class="row">
        {person.state === "disabled" ? (
          <button type="button" class="button small" onClick={enable}>
            {words.enable}
          </button>
        ) : (
          person.server_role !== "administrator" && (
            <button type="button" class="button small" onClick={makeLink}>
              {words.linkAct}
            </button>
          )
        )}
      </div>
      {person.state !== "disabled" && <Disable person={person} onChanged={onChanged} />}
    </div>
  );
}

function ServerRole({ person, onChanged }: ActsProps) {
  const words = administration();
  const options = [
    { value: "", label: words.noServerRole },
    ...Object.entries(words.serverRoles).map(([value, label]) => ({ value, label })),
  ];
  const change = async (value: string) => {
    const role = value === "" ? null : (value as "administrator" | "auditor");
    try {
      await call("PATCH /v1/administration/people/{person}", {
        path: { person: person.id },
        body: { server_role: role },
      });
      toast(words.roleSet);
    } catch (error) {
      toastFault(error);
    }
    await onChanged();
  };
  return (
    <SelectField
      name="server_role"
      label={words.serverRole}
      hint={words.serverRoleHint}
      options={options}
      value={person.server_role ?? ""}
      onChange={(value) => void change(value)}
    />
  );
}

function Disable({ person, onChanged }: ActsProps) {
  const words = administration();
  const disable = async (fields: FormData) => {
    const reason = String(fields.get("reason")).trim();
    await call("POST /v1/administration/people/{person}/disable", {
      path: { person: person.id },
      body: reason === "" ? {} : { reason },
    });
    await onChanged();
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
