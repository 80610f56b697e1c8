/** Who belongs to the organization: roles, and who comes and goes, if no group of the company decides it. */
import { useSignal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { refusal } from "../../client/fault.ts";
import { administration } from "../../messages/administration.ts";
import { organizationWords } from "../../messages/organization.ts";
import { organizationsWords } from "../../messages/organizations.ts";
import { perform, toast } from "../../parts/acts.tsx";
import { Choice, optionsOf } from "../../parts/choice.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { PagedEnd, Section } from "../../parts/page.tsx";
import { GivenRole, StateBadge } from "../../parts/person-state.tsx";
import { actColumn, type Columns, Table } from "../../parts/table.tsx";
import { together } from "../../state/language.ts";
import { usePagedCall } from "../../state/paged.ts";

const words = together(organizationWords, organizationsWords);

type Person = Schemas["Person"];
type Role = Person["organizations"][number]["role"];

export interface AdministeredMembersProps {
  organization: Schemas["AdministeredOrganization"];
  mayChange: boolean;
  onChanged: () => Promise<unknown>;
}

const MEMBER = "/v1/administration/organizations/{organization}/members/{person}";

export function AdministeredMembers({ organization, mayChange, onChanged }: AdministeredMembersProps) {
  const { id } = organization;
  const changes = useSignal(0);
  const list = usePagedCall("POST /v1/administration/people/search", { body: { organization: id } }, [
    changes.value,
  ]);
  const after = () => {
    changes.value++;
    return onChanged();
  };
  const setRole = (person: Person, role: Role) => {
    const given = { path: { organization: id, person: person.id }, body: { role } };
    return perform(() => call(`PUT ${MEMBER}`, given), {
      done: words.ofName(nameOf(person), words.roles[role]),
      after,
    });
  };
  const remove = (person: Person) =>
    perform(() => call(`DELETE ${MEMBER}`, { path: { organization: id, person: person.id } }), {
      ask: { title: words.removeTitle(nameOf(person)), text: words.removeText, act: words.remove },
      done: words.removed(nameOf(person)),
      after,
    });
  const add = async (fields: FormData) => {
    const person = await personOf(String(fields.get("email")).trim());
    await call(`PUT ${MEMBER}`, { path: { organization: id, person: person.id }, body: { role: "member" } });
    toast(words.memberAdded(nameOf(person)));
    await after();
  };
  return (
    <Section title={words.members}>
      <MemberTable
        organizationId={id}
        rows={list.rows.value}
        {...(mayChange && { onRole: setRole, onRemove: remove })}
      />
      <PagedEnd list={list} />
      {mayChange && (
        <details>
          <summary>{words.addMember}</summary>
          <Form submit={words.addAct} onSubmit={add}>
            <TextField
              name="email"
              type="email"
              label={words.address}
              hint={words.ownerHint}
              autocomplete="off"
            />
          </Form>
        </details>
      )}
    </Section>
  );
}

interface MemberTableProps {
  organizationId: string;
  rows: readonly Person[];
  onRole?: (person: Person, role: Role) => unknown;
  onRemove?: (person: Person) => unknown;
}

function MemberTable({ organizationId, rows, onRole, onRemove }: MemberTableProps) {
  if (rows.length === 0) return null;
  const placeOf = ({ organizations }: Person) => organizations.find(({ id }) => id === organizationId);
  const roleOf = (person: Person) => placeOf(person)?.role ?? "member";
  const isByGroup = (person: Person) => placeOf(person)?.by_group === true;
  const columns: Columns<Person> = [
    {
      head: words.name,
      cell: (person) => <a href={`/app/admin/people/${person.id}`}>{nameOf(person)}</a>,
    },
    { head: words.address, cell: ({ email }) => email },
    {
      head: words.role,
      cell: (person) =>
        onRole === undefined || isByGroup(person) ? (
          <GivenRole role={roleOf(person)} byGroup={isByGroup(person)} />
        ) : (
          <Choice
            label={words.roleOf(nameOf(person))}
            options={optionsOf(words.roles)}
            value={roleOf(person)}
            onChange={(chosen) => void onRole(person, chosen)}
          />
        ),
    },
    { head: administration.state, cell: ({ state }) => <StateBadge state={state} /> },
    onRemove &&
      actColumn(
        words.acts,
        (person) =>
          !isByGroup(person) && {
            look: "small destroy plain",
            text: words.remove,
            label: `${words.remove}: ${nameOf(person)}`,
            onClick: () => onRemove(person),
          },
      ),
  ];
  return <Table caption={words.members} columns={columns} rows={rows} />;
}

/** By the whole address. @throws ApiFault if nobody has it. */
async function personOf(email: string): Promise<Person> {
  const { data } = await call("POST /v1/administration/people/search", { body: { query: email } });
  const found = data.find((person) => person.email.toLowerCase() === email.toLowerCase());
  if (found !== undefined) return found;
  throw refusal("email", words.noSuch);
}

function nameOf({ name, email }: Person): string {
  return name ?? email;
}
