/** The person's passkeys: made by their device, and removed. */
import { useSignal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { waysIn as words } from "../../messages/ways-in.ts";
import { perform, toast } from "../../parts/acts.tsx";
import { Attention } from "../../parts/attention.tsx";
import { Button } from "../../parts/button.tsx";
import { Form, TextField } from "../../parts/form.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { ago, date } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";
import { BackToYou } from "./back-to-you.tsx";

type Passkey = Schemas["Passkey"];

export interface PasskeysProps {
  possible: boolean;
  onChanged: () => unknown;
}

export function Passkeys({ possible, onChanged }: PasskeysProps) {
  const list = useCall("GET /v1/me/passkeys");
  const changed = async () => {
    await list.reload();
    await onChanged();
  };
  const remove = ({ id, name }: Passkey) =>
    perform(() => call("DELETE /v1/me/passkeys/{passkey}", { path: { passkey: id } }), {
      ask: { title: words.removeTitle(name), text: words.removeText, act: words.remove },
      after: changed,
    });
  return (
    <Page title={words.passkeys} lead={words.passkeysLead} actions={<BackToYou />}>
      <Loaded of={list} none={words.noPasskeys}>
        {({ data }) => (
          <ul class="ledger">
            {data.map((each) => (
              <PasskeyLine key={each.id} passkey={each} onRemove={remove} />
            ))}
          </ul>
        )}
      </Loaded>
      <section class="stack tight narrow">
        <h2>{words.newPasskey}</h2>
        {possible ? <NewPasskey onMade={changed} /> : <p>{words.needsHostName}</p>}
      </section>
    </Page>
  );
}

interface PasskeyLineProps {
  passkey: Passkey;
  onRemove: (passkey: Passkey) => unknown;
}

function PasskeyLine({ passkey, onRemove }: PasskeyLineProps) {
  const { name, created_at: createdAt, last_used_at: usedAt } = passkey;
  return (
    <li>
      <strong class="title">{name}</strong>
      <span class="side-note">
        <Button
          look="small destroy plain"
          text={words.remove}
          label={words.removeNamed(name)}
          onClick={() => void onRemove(passkey)}
        />
      </span>
      <div class="facts">
        <span>{words.created(date(createdAt))}</span>
        <span>{usedAt === null ? words.neverUsed : words.lastUsed(ago(usedAt))}</span>
      </div>
    </li>
  );
}

function NewPasskey({ onMade }: { onMade: () => unknown }) {
  const trouble = useSignal<string | null>(null);
  if (typeof PublicKeyCredential !== "function" || !("parseCreationOptionsFromJSON" in PublicKeyCredential))
    return <p class="second">{words.passkeyUnsupported}</p>;
  const make = async (fields: FormData) => {
    trouble.value = null;
    const { options, creation } = await call("POST /v1/me/passkeys/options");
    const response = await madeByDevice(options).catch((error: unknown) => {
      const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
      trouble.value = isKnown ? words.passkeyKnown : words.passkeyCancelled;
      return null;
    });
    if (response === null) return;
    const body = { creation, response, name: String(fields.get("name")).trim() };
    await call("POST /v1/me/passkeys", { body });
    toast(words.passkeyMade);
    await onMade();
  };
  return (
    <>
      {trouble.value && <Attention role="alert" text={trouble.value} />}
      <Form submit={words.createPasskey} onSubmit={make}>
        <TextField name="name" label={words.name} hint={words.passkeyNameHint} autocomplete="off" required />
      </Form>
    </>
  );
}

/** @throws DOMException if the person cancels, the device waits too long, or it has one already. */
async function madeByDevice(options: unknown): Promise<{ id: string }> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON();
}
