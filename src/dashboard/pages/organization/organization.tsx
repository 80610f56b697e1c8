/** An organization of the person's: who belongs to it, who is invited, what binds everybody in it. */
import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { call, type Schemas } from "../../client/api.ts";
import { contentReviewWords } from "../../messages/content-review.ts";
import { keys as keyWords } from "../../messages/keys.ts";
import { organizationWords as words } from "../../messages/organization.ts";
import { titles } from "../../messages/titles.ts";
import { webhookWords } from "../../messages/webhooks.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { PageTabs } from "../../parts/page-tabs.tsx";
import { me } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { into } from "../../state/signals.ts";
import { Changes } from "./changes.tsx";
import { Content } from "./content.tsx";
import { Dictionary } from "./dictionary.tsx";
import { Invitations } from "./invitations.tsx";
import { OrganizationKeys } from "./keys.tsx";
import { Members } from "./members.tsx";
import { Policies } from "./policies.tsx";
import { Webhooks } from "./webhooks.tsx";

type Organization = Schemas["Organization"];
type Permission = Organization["permissions"][number];

export default function OrganizationPage() {
  const chosen = useSignal("");
  const list = useCall("GET /v1/organizations");
  const all = list.data.value?.data ?? [];
  const shown = all.find(({ id }) => id === chosen.value) ?? all[0];
  const actions = all.length > 1 && (
    <Choice
      label={titles.organization}
      options={all.map(({ id, name }) => [id, name])}
      value={shown?.id ?? ""}
      onChange={into(chosen)}
    />
  );
  return (
    <Page
      bare
      title={shown?.name ?? titles.organization}
      lead={shown && words.youAre(words.roles[shown.role])}
      actions={actions}
    >
      <Loaded of={list}>
        {() => (shown ? <Shown key={shown.id} organization={shown} onChanged={list.reload} /> : null)}
      </Loaded>
    </Page>
  );
}

const PAGE = "/app/organization";

interface Tab {
  name: string;
  title: string;
  needs: Permission;
}

/** By the address; those that the person's role opens. */
function Shown({ organization, onChanged }: { organization: Organization; onChanged: () => Promise<void> }) {
  const { query } = useLocation();
  const all: Tab[] = [
    { name: "members", title: words.members, needs: "members.read" },
    { name: "policies", title: words.policies, needs: "organization.read" },
    { name: "dictionary", title: words.dictionary, needs: "organization.read" },
    { name: "keys", title: keyWords.title, needs: "keys.read" },
    { name: "webhooks", title: webhookWords.title, needs: "webhooks.read" },
    ...(organization.policy.content_review === "owners"
      ? [{ name: "content", title: contentReviewWords.tab, needs: "content.review" } as const]
      : []),
    { name: "changes", title: words.changes, needs: "audit.read" },
  ];
  const tabs = all.filter(({ needs }) => organization.permissions.includes(needs));
  const shown = (tabs.find(({ name }) => name === query.tab) ?? tabs[0])?.name;
  return (
    <div class="stack wide">
      <PageTabs address={PAGE} tabs={tabs} shown={shown} />
      {shown === "members" && (
        <>
          <Members organization={organization} onLeft={onChanged} />
          <Invitations organization={organization} />
        </>
      )}
      {shown === "policies" && (
        <>
          <Policies organization={organization} onChanged={onChanged} />
          {!organization.permissions.includes("members.read") && <Leave organization={organization} />}
        </>
      )}
      {shown === "dictionary" && <Dictionary organization={organization} />}
      {shown === "keys" && <OrganizationKeys organization={organization} onChanged={onChanged} />}
      {shown === "webhooks" && <Webhooks organization={organization} />}
      {shown === "content" && <Content organization={organization} />}
      {shown === "changes" && <Changes organization={organization} />}
    </div>
  );
}

/** For those who see no list of members, in which they would find themselves. */
function Leave({ organization: { id, name } }: { organization: Organization }) {
  const leave = () => {
    const path = { organization: id, member: me.data.value?.id ?? "" };
    return perform(() => call("DELETE /v1/organizations/{organization}/members/{member}", { path }), {
      ask: { title: words.leaveTitle(name), text: words.leaveText, act: words.leave },
      done: words.left(name),
      after: me.reload,
    });
  };
  return (
    <p>
      <Button look="small destroy" text={words.leave} onClick={leave} />
    </p>
  );
}
