/** One organization on the server: its plan, what binds its members, who they are, and what they used. */
import { useRoute } from "preact-iso";
import { PLANS } from "../../../config/plans.ts";
import { call, type Schemas } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { organizationsWords as words } from "../../messages/organizations.ts";
import { personWords } from "../../messages/person.ts";
import { titles } from "../../messages/titles.ts";
import { AccountInvoices } from "../../parts/account-invoices.tsx";
import { AccountLimits } from "../../parts/account-limits.tsx";
import { Button } from "../../parts/button.tsx";
import { ChangedMeanwhile, useChanging } from "../../parts/changed-meanwhile.tsx";
import { SelectField } from "../../parts/form.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { date, number } from "../../state/format.ts";
import { mayOnServer } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { AdministeredMembers } from "./administered-members.tsx";
import { AdministeredPolicies } from "./administered-policies.tsx";
import { AdministeredUsage } from "./administered-usage.tsx";
import type { OrganizationPartProps } from "./part.ts";

type Organization = Schemas["AdministeredOrganization"];

export default function AdministeredOrganization() {
  const id = useRoute().params.organization as string;
  const organization = useCall("GET /v1/administration/organizations/{organization}", {
    path: { organization: id },
  });
  const changing = useChanging(id, organization.reload);
  const mayChange = mayOnServer("organizations.change");
  const shown = organization.data.value;
  return (
    <Page
      title={shown?.name ?? titles.organization}
      lead={shown && words.people(shown.members, number(shown.members))}
      above={
        <p>
          <a href="/app/admin/organizations">{titles.organizations}</a>
        </p>
      }
    >
      <ChangedMeanwhile {...changing} />
      <Loaded of={organization}>
        {(data) => (
          <>
            <Facts organization={data} mayChange={mayChange} changing={changing} />
            <AdministeredPolicies
              key={data.revision}
              organization={data}
              mayChange={mayChange}
              changing={changing}
            />
            <AdministeredMembers organization={data} mayChange={mayChange} onChanged={organization.reload} />
            <AdministeredUsage organization={data} />
            <AccountLimits account={data.id} />
            <AccountInvoices account={data.id} />
            {mayChange && <State organization={data} changing={changing} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ organization, mayChange, changing }: OrganizationPartProps) {
  const { id, plan, revision, created_at: created, disabled_at: disabled } = organization;
  const set = (to: string) =>
    changing.change(
      () =>
        call("PATCH /v1/administration/organizations/{organization}", {
          path: { organization: id },
          body: { plan: to as Organization["plan"], revision },
        }),
      { done: personWords.planSet(to) },
    );
  return (
    <section class="stack tight" aria-label={personWords.account}>
      <dl class="pairs">
        <dt>{administration.state}</dt>
        <dd>
          {disabled === null ? words.states.active : <span class="badge wait">{words.states.disabled}</span>}
        </dd>
        <dt>{words.created}</dt>
        <dd>{date(created)}</dd>
        {!mayChange && (
          <>
            <dt>{personWords.plan}</dt>
            <dd>{plan}</dd>
          </>
        )}
      </dl>
      {mayChange && (
        <div class="row">
          <SelectField
            name="plan"
            label={personWords.plan}
            options={PLANS.map((each) => ({ value: each, label: each }))}
            value={plan}
            onChange={(to) => void set(to)}
          />
        </div>
      )}
    </section>
  );
}

function State({ organization, changing }: Pick<OrganizationPartProps, "organization" | "changing">) {
  const { name, disabled_at: disabled } = organization;
  const path = { organization: organization.id };
  const disable = () =>
    changing.change(() => call("POST /v1/administration/organizations/{organization}/disable", { path }), {
      ask: { title: words.disableTitle(name), text: words.disableText, act: words.disable },
    });
  const enable = () =>
    changing.change(() => call("POST /v1/administration/organizations/{organization}/enable", { path }));
  return (
    <p>
      {disabled === null ? (
        <Button look="small destroy" text={words.disable} onClick={disable} />
      ) : (
        <Button look="small" text={words.enable} onClick={enable} />
      )}
    </p>
  );
}
