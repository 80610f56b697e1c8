/** Addresses of the organization's own programs that are called when something is done. */

import { useSignal } from "@preact/signals";
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { organizationWords } from "../../messages/organization.ts";
import { type WebhookEvent, webhookWords } from "../../messages/webhooks.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Check, FormDialog, TextField } from "../../parts/form.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { date } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";

type Organization = Schemas["Organization"];
type Webhook = Answer<"GET /v1/organizations/{organization}/webhooks">["data"][number];
/** The whole of it is shown once. */
type Secret = { url: string; secret: string };

export function Webhooks({ organization }: { organization: Organization }) {
  const path = { organization: organization.id };
  const list = useCall("GET /v1/organizations/{organization}/webhooks", { path });
  const isAsking = useSignal(false);
  const made = useSignal<Secret | null>(null);
  const mayChange = organization.permissions.includes("webhooks.change");
  const remove = ({ id, url }: Webhook) => {
    const given = { path: { ...path, webhook: id } };
    return perform(() => call("DELETE /v1/organizations/{organization}/webhooks/{webhook}", given), {
      ask: { title: webhookWords.removeTitle, text: url, act: organizationWords.remove },
      done: webhookWords.removed,
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
  const close = setting(isAsking, false);
  return (
    <Section title={webhookWords.title} add={mayChange && webhookWords.add} onAdd={setting(isAsking, true)}>
      <p class="second">{webhookWords.lead}</p>
      {made.value && <SecretShownOnce {...made.value} onStored={setting(made, null)} />}
      <Loaded of={list} none={webhookWords.none}>
        {({ data }) => <WebhookTable rows={data} {...(mayChange && { onRemove: remove, onRenew: renew })} />}
      </Loaded>
      {isAsking.value && (
        <NewWebhook
          organization={organization}
          onClose={close}
          onMade={(secret) => {
            made.value = secret;
            close();
            void list.reload();
          }}
        />
      )}
    </Section>
  );
}

interface WebhookTableProps {
  rows: readonly Webhook[];
  onRemove?: (webhook: Webhook) => unknown;
  onRenew?: (webhook: Webhook) => unknown;
}

function WebhookTable({ rows, onRemove, onRenew }: WebhookTableProps) {
  const columns: Columns<Webhook> = [
    { head: webhookWords.address, cell: ({ url }) => url },
    {
      head: webhookWords.events,
      cell: ({ events }) => events.map((event) => webhookWords.names[event]).join(", "),
    },
    { head: webhookWords.since, cell: ({ created_at: at }) => date(at) },
    onRemove &&
      onRenew && {
        head: organizationWords.acts,
        kind: "acts",
        cell: (webhook) => (
          <>
            <Button look="small plain" text={webhookWords.renew} onClick={() => void onRenew(webhook)} />
            <Button
              look="small destroy plain"
              text={organizationWords.remove}
              of={webhook.url}
              onClick={() => void onRemove(webhook)}
            />
          </>
        ),
      },
  ];
  return <Table caption={webhookWords.title} columns={columns} rows={rows} />;
}

function SecretShownOnce({ url, secret, onStored }: Secret & { onStored: () => void }) {
  const { secretOf, secretText, copySecret, stored } = webhookWords;
  const words = { title: secretOf(url), text: secretText, copy: copySecret, stored };
  return <ShownOnce icon="check" {...words} secret={secret} onStored={onStored} />;
}

interface NewWebhookProps {
  organization: Organization;
  onMade: (secret: Secret) => void;
  onClose: () => void;
}

function NewWebhook({ organization: { id }, onMade, onClose }: NewWebhookProps) {
  const billing = useCall("GET /v1/billing");
  const isBilled = billing.data.value !== null && billing.data.value.mode !== "off";
  const names = (Object.entries(webhookWords.names) as [WebhookEvent, string][]).filter(
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
    <FormDialog title={webhookWords.add} submit={webhookWords.set} onSubmit={add} onClose={onClose}>
      <TextField
        name="url"
        label={webhookWords.address}
        hint={webhookWords.urlHint}
        autocomplete="off"
        required
      />
      <fieldset class="stack tight">
        <legend class="label">{webhookWords.events}</legend>
        {names.map(([event, label]) => (
          <Check key={event} name={event} label={label} />
        ))}
      </fieldset>
      <Check name="with_result" label={webhookWords.withResult} hint={webhookWords.withResultHint} />
    </FormDialog>
  );
}
