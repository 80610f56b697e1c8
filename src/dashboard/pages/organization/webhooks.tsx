/** Addresses of the organization's own programs that are called when something is done. */
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { organizationWords } from "../../messages/organization.ts";
import { type WebhookEvent, webhookWords as words } from "../../messages/webhooks.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Check, FormDialog, TextField } from "../../parts/form.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { date } from "../../state/format.ts";
import { useMaking } from "../../state/making.ts";
import { useCall } from "../../state/resource.ts";

type Organization = Schemas["Organization"];
type Webhook = Answer<"GET /v1/organizations/{organization}/webhooks">["data"][number];
/** The whole of it is shown once. */
type Secret = { url: string; secret: string };

export function Webhooks({ organization }: { organization: Organization }) {
  const path = { organization: organization.id };
  const list = useCall("GET /v1/organizations/{organization}/webhooks", { path });
  const { isAsking, ask, answers, made, onStored } = useMaking<Secret>(list.reload);
  const mayChange = organization.permissions.includes("webhooks.change");
  const remove = ({ id, url }: Webhook) => {
    const given = { path: { ...path, webhook: id } };
    return perform(() => call("DELETE /v1/organizations/{organization}/webhooks/{webhook}", given), {
      ask: { title: words.removeTitle, text: url, act: organizationWords.remove },
      done: words.removed,
      after: list.reload,
    });
  };
  const renew = ({ id, url }: Webhook) =>
    perform(
      async () => {
        const { secret } = await call("POST /v1/organizations/{organization}/webhooks/{webhook}/secret", {
          path: { ...path, webhook: id },
        });
        made.value = { url, secret };
      },
      { after: list.reload },
    );
  const columns: Columns<Webhook> = [
    { head: words.address, cell: ({ url }) => url },
    {
      head: words.events,
      cell: ({ events }) => events.map((event) => words.names[event]).join(", "),
    },
    { head: words.since, cell: ({ created_at: at }) => date(at) },
    mayChange && {
      head: organizationWords.acts,
      kind: "acts",
      cell: (webhook) => (
        <>
          <Button look="small plain" text={words.renew} onClick={() => renew(webhook)} />
          <Button
            look="small destroy plain"
            text={organizationWords.remove}
            of={webhook.url}
            onClick={() => remove(webhook)}
          />
        </>
      ),
    },
  ];
  return (
    <Section title={words.title} add={mayChange && words.add} onAdd={ask}>
      <p class="second">{words.lead}</p>
      {made.value && <SecretShownOnce {...made.value} onStored={onStored} />}
      <Loaded of={list} none={words.none}>
        {({ data }) => <Table caption={words.title} columns={columns} rows={data} />}
      </Loaded>
      {isAsking && <NewWebhook organization={organization} {...answers} />}
    </Section>
  );
}

function SecretShownOnce({ url, secret, onStored }: Secret & { onStored: () => void }) {
  const { secretOf, secretText: text, copySecret: copy, stored } = words;
  return <ShownOnce icon="check" {...{ title: secretOf(url), text, secret, copy, stored, onStored }} />;
}

interface NewWebhookProps {
  organization: Organization;
  onMade: (secret: Secret) => void;
  onClose: () => void;
}

function NewWebhook({ organization: { id }, onMade, onClose }: NewWebhookProps) {
  const billing = useCall("GET /v1/billing");
  const isBilled = billing.data.value !== null && billing.data.value.mode !== "off";
  const names = (Object.entries(words.names) as [WebhookEvent, string][]).filter(
    ([event]) => event !== "invoice.issued" || isBilled,
  );
  const add = async (fields: FormData) => {
    const { url, secret } = await call("POST /v1/organizations/{organization}/webhooks", {
      path: { organization: id },
      body: {
        url: String(fields.get("url")).trim(),
        events: names.map(([event]) => event).filter((event) => fields.has(event)),
        with_result: fields.has("with_result"),
      },
    });
    onMade({ url, secret });
  };
  return (
    <FormDialog title={words.add} submit={words.set} onSubmit={add} onClose={onClose}>
      <TextField name="url" label={words.address} hint={words.urlHint} autocomplete="off" required />
      <fieldset class="stack tight">
        <legend class="label">{words.events}</legend>
        {names.map(([event, label]) => (
          <Check key={event} name={event} label={label} />
        ))}
      </fieldset>
      <Check name="with_result" label={words.withResult} hint={words.withResultHint} />
    </FormDialog>
  );
}
