/** The organization's own keys, which act for its members. */
import { useSignal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { keys as keyWords } from "../../messages/keys.ts";
import { organizationWords as words } from "../../messages/organization.ts";
import { perform } from "../../parts/acts.tsx";
import { KeyShownOnce } from "../../parts/key-shown-once.tsx";
import { KeyTable, revoking } from "../../parts/key-table.tsx";
import { NewKey } from "../../parts/new-key.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { useMaking } from "../../state/making.ts";
import { useCall } from "../../state/resource.ts";
import { into, setting } from "../../state/signals.ts";
import { KeyRules } from "./key-rules.tsx";
import { RotateKey } from "./rotate-key.tsx";

interface OrganizationKeysProps {
  organization: Schemas["Organization"];
  onChanged: () => Promise<void>;
}

export function OrganizationKeys({ organization, onChanged }: OrganizationKeysProps) {
  const { id, permissions } = organization;
  const path = { organization: id };
  const list = useCall("GET /v1/organizations/{organization}/keys", { path });
  const rotated = useSignal<Schemas["ApiKey"] | null>(null);
  const stopRotating = setting(rotated, null);
  const { isAsking, ask, answers, made, onStored } = useMaking<Schemas["CreatedApiKey"]>(() => {
    stopRotating();
    return list.reload();
  });
  const mayChange = permissions.includes("keys.change");
  const revoke = ({ id: key, name }: Schemas["ApiKey"]) =>
    perform(() => call("DELETE /v1/organizations/{organization}/keys/{key}", { path: { ...path, key } }), {
      ...revoking(name),
      after: list.reload,
    });
  const acts = { onRevoke: revoke, onRotate: into(rotated) };
  return (
    <Section title={words.keys} add={mayChange && keyWords.make} onAdd={ask}>
      <p class="second">{words.keysLead}</p>
      {made.value && <KeyShownOnce made={made.value} onStored={onStored} />}
      <Loaded of={list}>
        {({ data, limit }) => {
          const active = data.filter(({ state }) => state === "active");
          return active.length === 0 ? (
            <p class="second">{words.noKeys}</p>
          ) : (
            <>
              <KeyTable caption={words.keys} keys={active} {...(mayChange && acts)} />
              <p class="quiet small">{keyWords.count(active.length, limit)}</p>
            </>
          );
        }}
      </Loaded>
      {permissions.includes("policy.change") && (
        <KeyRules organization={organization} onChanged={onChanged} />
      )}
      {isAsking && (
        <NewKey
          create={(body) => call("POST /v1/organizations/{organization}/keys", { path, body })}
          {...answers}
        />
      )}
      {rotated.value && (
        <RotateKey organization={id} of={rotated.value} onMade={answers.onMade} onClose={stopRotating} />
      )}
    </Section>
  );
}
