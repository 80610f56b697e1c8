/** How people come in from the company, what their groups may do, and what the directory calls with. */
import type { ComponentChildren } from "preact";
import type { Schemas } from "../../client/api.ts";
import { directoryWords as words } from "../../messages/directory.ts";
import { titles } from "../../messages/titles.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Loaded, Page, Pairs, Section } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { ago, dateAndTime } from "../../state/format.ts";
import { mayOnServer } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { ScimTokens } from "./scim-tokens.tsx";

type Overview = Schemas["DirectoryOverview"];
type Use = Pick<Overview["scim"], "last_at" | "last_error" | "failures">;
type GroupRole = Overview["accounts"]["groups"][number];

export default function Directory() {
  const overview = useCall("GET /v1/administration/directory");
  const mayChange = mayOnServer("directory.change");
  return (
    <Page title={titles.directory} lead={words.lead}>
      <Loaded of={overview}>
        {(shown) => (
          <>
            <LogIns overview={shown} />
            <Accounts accounts={shown.accounts} />
            <Part title={words.scim} use={shown.scim}>
              <p class="second">{words.scimLead}</p>
              <CodeBlock text={shown.scim.url} />
            </Part>
          </>
        )}
      </Loaded>
      <ScimTokens mayChange={mayChange} />
    </Page>
  );
}

function LogIns({ overview: { company_log_in: company, ldap } }: { overview: Overview }) {
  return (
    <>
      <Part title={words.company} use={company}>
        {company && (
          <Pairs
            of={[
              [words.provider, company.issuer],
              [words.label, company.label],
              [words.otherWays, company.required ? words.onlyThis : words.alsoOthers],
            ]}
          />
        )}
      </Part>
      <Part title={words.ldap} use={ldap}>
        {ldap && (
          <Pairs
            of={[
              [words.server, ldap.server],
              [words.base, ldap.base_dn ?? "–"],
              [words.groupSearch, <code key="value">{ldap.groups}</code>],
            ]}
          />
        )}
      </Part>
    </>
  );
}

/** @param use null if it is not configured. */
function Part({ title, use, children }: { title: string; use: Use | null; children: ComponentChildren }) {
  return (
    <Section title={title} beside={use && <LastUse use={use} />}>
      {use === null ? <p class="second">{words.notConfigured}</p> : children}
      {use && use.failures.length > 0 && (
        <details>
          <summary>{words.failures}</summary>
          <ul>
            {use.failures.map(({ at, error }) => (
              <li key={at}>
                {dateAndTime(at)}: {error}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function LastUse({ use: { last_at: at, last_error: error } }: { use: Use }) {
  if (at === null) return <span class="second small">{words.notUsed}</span>;
  return (
    <span class={error === null ? "state good" : "state wait"}>
      {error === null ? words.answered(ago(at)) : words.failed(ago(at))}
    </span>
  );
}

function Accounts({ accounts }: { accounts: Overview["accounts"] }) {
  const columns: Columns<GroupRole> = [
    { head: words.group, cell: ({ group }) => group },
    { head: words.organization, cell: ({ organization }) => organization },
    { head: words.role, cell: ({ role }) => words.roles[role as keyof typeof words.roles] ?? role },
  ];
  const rows: GroupRole[] = [
    ...accounts.groups,
    ...accounts.admin_groups.map((group) => ({
      ...{ group, organization: accounts.organization ?? "–", role: "admin" },
    })),
  ];
  return (
    <Section title={words.accounts} beside={<span class="second small">{words.onTheHost}</span>}>
      <Pairs
        of={[
          [words.newPeople, accounts.created_at_log_in ? words.created : words.notCreated],
          [words.organization, accounts.organization ?? "–"],
          [words.domains, accounts.email_domains?.join(", ") ?? words.any],
          [words.allowedGroups, accounts.allowed_groups.join(", ") || words.everybody],
        ]}
      />
      <Table
        caption={words.groups}
        columns={columns}
        rows={rows}
        keyOf={({ group, organization, role }) => `${group} ${organization} ${role}`}
        none={words.noGroups}
      />
    </Section>
  );
}
