/** Who is invited: made with a link for each address, which is shown once, and revoked. */
import { useSignal } from "@preact/signals";
import { accountLimits } from "../../../config/limits/accounts.ts";
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { organizationWords as words } from "../../messages/organization.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { AreaField, FormDialog, SelectField } from "../../parts/form.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { actColumn, type Columns, Table } from "../../parts/table.tsx";
import { useUnsaved } from "../../parts/unsaved.ts";
import { when } from "../../state/format.ts";
import { useMaking } from "../../state/making.ts";
import { useCall } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";

type Organization = Schemas["Organization"];
type Invitation = Schemas["OrganizationInvitation"];
type Made = Answer<"POST /v1/organizations/{organization}/invitations">["data"];
type Role = Invitation["role"];

export function Invitations({ organization }: { organization: Organization }) {
  const path = { organization: organization.id };
  const open = useCall("GET /v1/organizations/{organization}/invitations", { path });
  const { isAsking, ask, answers, made, onStored } = useMaking<Made>(open.reload);
  const mayChange = organization.permissions.includes("members.change");
  const revoke = ({ email }: Invitation) =>
    perform(
      () => call("POST /v1/organizations/{organization}/invitations/revoke", { path, body: { email } }),
      { done: words.revoked(email), after: open.reload },
    );
  const columns: Columns<Invitation> = [
    { head: words.address, cell: ({ email }) => email },
    { head: words.role, cell: ({ role }) => words.roles[role] },
    { head: words.ends, cell: ({ expires_at: at }) => when(at) },
    mayChange &&
      actColumn(words.acts, (invitation) => ({
        look: "small destroy plain",
        text: words.revoke,
        of: invitation.email,
        onClick: () => revoke(invitation),
      })),
  ];
  return (
    <Section title={words.invitations} add={mayChange && words.invite} onAdd={ask}>
      {made.value && <Links made={made.value} onSent={onStored} />}
      <Loaded of={open} none={words.noInvitations}>
        {({ data }) => (
          <Table caption={words.invitations} columns={columns} rows={data} keyOf={({ email }) => email} />
        )}
      </Loaded>
      {isAsking && <Invite organization={organization} {...answers} />}
    </Section>
  );
}

/** Until they are put away: nobody can show them again. */
function Links({ made, onSent }: { made: Made; onSent: () => void }) {
  const isCopied = useSignal(false);
  useUnsaved(() => !isCopied.value);
  const copied = setting(isCopied, true);
  return (
    <section class="panel stack" aria-labelledby="links">
      <h3 id="links">{words.linksTitle(made.length)}</h3>
      <p>{words.linksText}</p>
      <ul class="ledger">
        {made.map(({ email, url }) => (
          <li key={email}>
            <span class="title">{email}</span>
            <span class="side-note">
              <CopyButton text={url} label={words.copyLinkOf(email)} onCopied={copied} />
            </span>
          </li>
        ))}
      </ul>
      <div class="row">
        {made.length > 1 && (
          <CopyButton
            text={made.map(({ email, url }) => `${email}\t${url}`).join("\n")}
            label={words.copyAll}
            onCopied={copied}
          />
        )}
        <Button look="small" text={words.linksSent} onClick={onSent} />
      </div>
    </section>
  );
}

interface InviteProps {
  organization: Organization;
  onMade: (made: Made) => void;
  onClose: () => void;
}

function Invite({ organization: { id, name, role }, onMade, onClose }: InviteProps) {
  const send = async (fields: FormData) => {
    const emails = [
      ...new Set(
        String(fields.get("emails"))
          .split(/[\s,;]+/)
          .filter(Boolean),
      ),
    ];
    const body = { emails, role: String(fields.get("role")) as Role };
    const { data } = await call("POST /v1/organizations/{organization}/invitations", {
      path: { organization: id },
      body,
    });
    onMade(data);
  };
  const roles = (Object.entries(words.roles) as [Role, string][])
    .filter(([each]) => role === "owner" || each !== "owner")
    .map(([value, label]) => ({ value, label }));
  return (
    <FormDialog title={words.inviteTo(name)} submit={words.makeLinks} onSubmit={send} onClose={onClose}>
      <AreaField
        name="emails"
        label={words.addresses}
        hint={words.addressesHint(accountLimits.invitationsAtOnce)}
        rows={4}
      />
      <SelectField name="role" label={words.role} options={roles} value="member" />
    </FormDialog>
  );
}
