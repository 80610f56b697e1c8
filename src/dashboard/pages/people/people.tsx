/** Everybody on the server: found, added, and opened one by one. */
import { type Signal, useSignal } from "@preact/signals";
import { accountLimits } from "../../../config/limits/accounts.ts";
import { PLANS } from "../../../config/plans.ts";
import type { Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { peopleBulk } from "../../messages/people-bulk.ts";
import { titles } from "../../messages/titles.ts";
import { Button } from "../../parts/button.tsx";
import { Choice, optionsOf } from "../../parts/choice.tsx";
import { LastUse } from "../../parts/key-table.tsx";
import { type LinkMade, LinkShownOnce } from "../../parts/link-shown-once.tsx";
import { Page, PagedEnd } from "../../parts/page.tsx";
import { logInWords, StateBadge } from "../../parts/person-state.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { type Columns, Table, type Ticks } from "../../parts/table.tsx";
import { number } from "../../state/format.ts";
import { together } from "../../state/language.ts";
import { useMaking } from "../../state/making.ts";
import { mayOnServer } from "../../state/me.ts";
import { usePagedCall } from "../../state/paged.ts";
import { into } from "../../state/signals.ts";
import { PeopleBulk } from "./bulk.tsx";
import { ImportProgress, ManyPeople } from "./many-people.tsx";
import { NewPerson } from "./new-person.tsx";

const words = together(administration, peopleBulk);

type Person = Schemas["Person"];

interface PeopleFilter {
  query: string;
  state: Person["state"] | "";
  password_alone: "true" | "";
  server_role: NonNullable<Person["server_role"]> | "";
  plan: Person["plan"] | "";
}

const NO_FILTER: PeopleFilter = { query: "", state: "", password_alone: "", server_role: "", plan: "" };

const PEOPLE = "/app/admin/people";

export default function People() {
  const filter = useSignal(NO_FILTER);
  const changes = useSignal(0);
  const changed = () => {
    changes.value++;
  };
  const { isAsking, ask, answers, made, onStored } = useMaking<LinkMade>(changed);
  const imported = useSignal<string | null>(null);
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const chosen = Object.fromEntries(Object.entries(filter.value).filter(([, value]) => value !== ""));
  const list = usePagedCall("POST /v1/administration/people/search", { body: chosen }, [changes.value]);
  const total = list.answer.value?.total;
  const mayChange = mayOnServer("people.change");
  const set = (change: Partial<PeopleFilter>) => {
    filter.value = { ...filter.value, ...change };
    ticked.value = new Set();
  };
  const add = mayChange && (
    <div class="row">
      <ManyPeople onStarted={into(imported)} />
      <Button look="small primary" icon="plus" text={words.addPerson} onClick={ask} />
    </div>
  );
  return (
    <Page
      title={titles.people}
      lead={total === undefined ? words.peopleLead : words.count(total, number(total))}
      actions={add}
    >
      {made.value && <LinkShownOnce {...made.value} onStored={onStored} />}
      {mayChange && <ImportProgress startedId={imported.value} onEnded={changed} />}
      <Filters filter={filter.value} onChange={set} />
      {ticked.value.size > 0 && (
        <PeopleBulk
          people={list.rows.value.filter(({ id }) => ticked.value.has(id))}
          onDone={changed}
          onClear={() => {
            ticked.value = new Set();
          }}
        />
      )}
      <PeopleTable rows={list.rows.value} ticks={mayChange ? ticksOf(ticked) : undefined} />
      <PagedEnd list={list} none={words.nobody} />
      {isAsking && <NewPerson {...answers} />}
    </Page>
  );
}

function ticksOf(ticked: Signal<ReadonlySet<string>>): Ticks<Person> {
  return {
    head: words.choose,
    label: ({ name, email }) => words.chooseOne(name ?? email),
    has: ({ id }) => ticked.value.has(id),
    set: ({ id }, isTicked) => {
      const next = new Set(ticked.value);
      if (isTicked) next.add(id);
      else next.delete(id);
      ticked.value = next;
    },
  };
}

function Filters({
  filter,
  onChange,
}: {
  filter: PeopleFilter;
  onChange: (change: Partial<PeopleFilter>) => void;
}) {
  return (
    <div class="row">
      <SearchField
        small
        label={words.nameOrAddress}
        maxLength={accountLimits.peopleQueryChars}
        query={filter.query}
        onSearch={(query) => onChange({ query })}
      />
      <Choice
        label={words.state}
        all={words.allStates}
        options={optionsOf(words.states)}
        value={filter.state}
        onChange={(state) => onChange({ state })}
      />
      <Choice
        label={words.logIn}
        all={words.anyLogIn}
        options={[["true", words.passwordAlone]]}
        value={filter.password_alone}
        onChange={(alone) => onChange({ password_alone: alone })}
      />
      <Choice
        label={words.serverRole}
        all={words.allRoles}
        options={optionsOf(words.serverRoles)}
        value={filter.server_role}
        onChange={(role) => onChange({ server_role: role })}
      />
      <Choice
        label={words.plan}
        all={words.allPlans}
        options={PLANS.map((plan) => [plan, plan])}
        value={filter.plan}
        onChange={(plan) => onChange({ plan })}
      />
    </div>
  );
}

function PeopleTable({ rows, ticks }: { rows: readonly Person[]; ticks: Ticks<Person> | undefined }) {
  if (rows.length === 0) return null;
  const columns: Columns<Person> = [
    {
      head: words.name,
      cell: ({ id, name, email, server_role: role }) => (
        <span class="row">
          <a href={`${PEOPLE}/${id}`}>{name ?? email}</a>
          {role && <span class="badge">{words.serverRoles[role]}</span>}
        </span>
      ),
    },
    { head: words.address, cell: ({ email }) => email },
    {
      head: words.organizations,
      cell: ({ organizations }) => organizations.map(({ name }) => name).join(", ") || "–",
    },
    { head: words.logIn, cell: (person) => logInWords(person) },
    { head: words.state, cell: ({ state }) => <StateBadge state={state} /> },
    { head: words.lastSeen, kind: "short", cell: ({ last_seen_at: at }) => <LastUse at={at} /> },
  ];
  return <Table caption={titles.people} columns={columns} rows={rows} ticks={ticks} />;
}
