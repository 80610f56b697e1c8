/** Who belongs to the organization; roles are changed and people removed where the reader's role allows it. */
import { useSignal } from "@preact/signals";
import { accountLimits } from "../../../config/limits/accounts.ts";
import { call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { organizationWords as words } from "../../messages/organization.ts";
import { perform } from "../../parts/acts.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { GivenRole, logInWords } from "../../parts/person-state.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { actColumn, type Columns, Table } from "../../parts/table.tsx";
import { ago } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { into } from "../../state/signals.ts";

type Organization = Schemas["Organization"];
type Member = Schemas["OrganizationMember"];
type Role = Member["role"];

interface MembersProps {
  organization: Organization;
  /** The reader left it. */
  onLeft: () => Promise<void>;
}

export function Members({ organization: { id, name, role, permissions }, onLeft }: MembersProps) {
  const query = useSignal("");
  const path = { organization: id };
  const members = useCall("GET /v1/organizations/{organization}/members", { path });
  const own = me.data.value?.id;
  const mayChange = permissions.includes("members.change");
  const isMine = (member: Member) =>
    mayChange && !member.by_group && member.user_id !== own && (role === "owner" || member.role !== "owner");
  const change = (member: Member, role: Role) => {
    const given = { path: { ...path, member: member.user_id }, body: { role } };
    return perform(() => call("PATCH /v1/organizations/{organization}/members/{member}", given), {
      done: words.ofName(nameOf(member), words.roles[role]),
      after: members.reload,
    });
  };
  const remove = (member: Member) => {
    const isSelf = member.user_id === own;
    const given = { path: { ...path, member: member.user_id } };
    return perform(() => call("DELETE /v1/organizations/{organization}/members/{member}", given), {
      ask: isSelf
        ? { title: words.leaveTitle(name), text: words.leaveText, act: words.leave }
        : { title: words.removeTitle(nameOf(member)), text: words.removeText, act: words.remove },
      done: isSelf ? words.left(name) : words.removed(nameOf(member)),
      after: isSelf ? () => Promise.all([me.reload(), onLeft()]) : members.reload,
    });
  };
  return (
    <Section
      title={words.members}
      beside={
        <SearchField
          small
          label={words.nameOrAddress}
          maxLength={accountLimits.peopleQueryChars}
          query={query.value}
          onSearch={into(query)}
        />
      }
    >
      <Loaded of={members}>
        {({ data }) => (
          <>
            <MemberTable
              rows={data.filter((member) => fits(member, query.value))}
              isMine={isMine}
              isByOwner={role === "owner"}
              onRole={change}
              onRemove={remove}
            />
            <p class="quiet small">{words.count(data.length)}</p>
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface MemberTableProps {
  rows: readonly Member[];
  /** Whether the reader changes and removes them. */
  isMine: (member: Member) => boolean;
  /** Only owners make owners. */
  isByOwner: boolean;
  onRole: (member: Member, role: Role) => unknown;
  onRemove: (member: Member) => unknown;
}

function MemberTable({ rows, isMine, isByOwner, onRole, onRemove }: MemberTableProps) {
  const own = me.data.value?.id;
  const columns: Columns<Member> = [
    {
      head: words.name,
      cell: (member) => (
        <span class="row">
          {nameOf(member)}
          {member.state === "disabled" && <span class="badge wait">{words.disabled}</span>}
        </span>
      ),
    },
    { head: words.address, cell: ({ email }) => email },
    {
      head: words.role,
      cell: (member) =>
        isMine(member) ? (
          <RoleChoice member={member} isByOwner={isByOwner} onRole={onRole} />
        ) : (
          <GivenRole role={member.role} byGroup={member.by_group} />
        ),
    },
    { head: administration.logIn, cell: logInWords },
    {
      head: administration.lastSeen,
      kind: "short",
      cell: ({ last_seen_at: at }) =>
        at === null ? <span class="quiet">{administration.never}</span> : ago(at),
    },
    actColumn(
      words.acts,
      (member) =>
        (isMine(member) || (member.user_id === own && !member.by_group)) && {
          look: "small destroy plain",
          text: member.user_id === own ? words.leave : words.remove,
          label: `${member.user_id === own ? words.leave : words.remove}: ${nameOf(member)}`,
          onClick: () => onRemove(member),
        },
    ),
  ];
  return <Table caption={words.members} columns={columns} rows={rows} keyOf={({ user_id }) => user_id} />;
}

function RoleChoice({
  member,
  isByOwner,
  onRole,
}: { member: Member } & Pick<MemberTableProps, "onRole" | "isByOwner">) {
  const all = Object.keys(words.roles) as Role[];
  return (
    <Choice
      label={words.roleOf(nameOf(member))}
      options={all.filter((role) => isByOwner || role !== "owner").map((role) => [role, words.roles[role]])}
      value={member.role}
      onChange={(chosen) => void onRole(member, chosen)}
    />
  );
}

function nameOf({ name, email }: Member): string {
  return name ?? email;
}

function fits({ name, email }: Member, query: string): boolean {
  return `${name ?? ""} ${email}`.toLocaleLowerCase().includes(query.toLocaleLowerCase());
}
