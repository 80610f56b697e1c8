/** Who the person is to the server: state, log-in, organizations, plan and role. */
import { PLANS } from "../../../config/plans.ts";
import { call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { organizationWords } from "../../messages/organization.ts";
import { personWords } from "../../messages/person.ts";
import type { Changing } from "../../parts/changed-meanwhile.tsx";
import { SelectField } from "../../parts/form.tsx";
import { Pairs } from "../../parts/page.tsx";
import { logInWords, StateBadge } from "../../parts/person-state.tsx";
import { ago, dateAndTime } from "../../state/format.ts";
import { together } from "../../state/language.ts";

const words = together(administration, personWords);

type PersonDetail = Schemas["PersonDetail"];

export interface PersonPartProps {
  person: PersonDetail;
  mayChange: boolean;
  changing: Changing;
}

export function Account({ person, mayChange, changing }: PersonPartProps) {
  const { last_seen_at: seen, server_role: role } = person;
  return (
    <section class="stack tight" aria-label={words.account}>
      <Pairs
        of={[
          [words.state, <StateBadge key="state" state={person.state} />],
          [words.logIn, logInWords(person)],
          [words.organizations, <Organizations key="organizations" person={person} />],
          [words.added, dateAndTime(person.created_at)],
          [words.lastSeen, seen === null ? words.never : ago(seen)],
          !mayChange && [words.plan, person.plan],
          !mayChange && [words.serverRole, role === null ? words.noServerRole : words.serverRoles[role]],
        ]}
      />
      {person.from_directory && <p class="second">{words.fromDirectory}</p>}
      {mayChange && <PlanAndRole person={person} changing={changing} />}
    </section>
  );
}

function Organizations({ person: { organizations } }: { person: PersonDetail }) {
  if (organizations.length === 0) return <>–</>;
  const roleOf = ({ role, by_group }: PersonDetail["organizations"][number]) =>
    by_group ? `${words.roles[role]}, ${organizationWords.byGroup}` : words.roles[role];
  return <>{organizations.map((each) => `${each.name} (${roleOf(each)})`).join(", ")}</>;
}

function PlanAndRole({ person, changing }: Pick<PersonPartProps, "person" | "changing">) {
  const { id, revision } = person;
  const set = (
    body: { plan?: PersonDetail["plan"]; server_role?: PersonDetail["server_role"] },
    done: string,
  ) =>
    changing.change(
      () =>
        call("PATCH /v1/administration/people/{person}", {
          path: { person: id },
          body: { ...body, revision },
        }),
      { done },
    );
  const roles = [
    { value: "", label: words.noServerRole },
    ...Object.entries(words.serverRoles).map(([value, label]) => ({ value, label })),
  ];
  return (
    <div class="stack narrow">
      <SelectField
        name="plan"
        label={words.plan}
        options={PLANS.map((plan) => ({ value: plan, label: plan }))}
        value={person.plan}
        onChange={(plan) => void set({ plan: plan as PersonDetail["plan"] }, words.planSet(plan))}
      />
      <SelectField
        name="server_role"
        label={words.serverRole}
        hint={words.serverRoleHint}
        options={roles}
        value={person.server_role ?? ""}
        onChange={(role) =>
          void set({ server_role: role === "" ? null : (role as "administrator" | "auditor") }, words.roleSet)
        }
      />
    </div>
  );
}
