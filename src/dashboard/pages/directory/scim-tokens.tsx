/** Tokens of the company's directory: listed, made and revoked. */
import { type Answer, call, type Schemas } from "../../client/api.ts";
import { directoryWords as words } from "../../messages/directory.ts";
import { keys } from "../../messages/keys.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { FormDialog, TextField } from "../../parts/form.tsx";
import { End, LastUse, revoking } from "../../parts/key-table.tsx";
import { EndField, nameAndEnd } from "../../parts/new-key.tsx";
import { Loaded, Section } from "../../parts/page.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { actColumn, type Columns, Table } from "../../parts/table.tsx";
import { useMaking } from "../../state/making.ts";
import { useCall } from "../../state/resource.ts";

type Token = Schemas["ScimToken"];
type Made = Answer<"POST /v1/administration/scim-tokens">;

export function ScimTokens({ mayChange }: { mayChange: boolean }) {
  const list = useCall("GET /v1/administration/scim-tokens");
  const { isAsking, ask, answers, made, onStored } = useMaking<Made>(list.reload);
  const revoke = ({ id, name }: Token) => {
    const { ask, done } = revoking(name);
    return perform(() => call("DELETE /v1/administration/scim-tokens/{token}", { path: { token: id } }), {
      ask: { ...ask, text: words.revokeText },
      done,
      after: list.reload,
    });
  };
  const columns: Columns<Token> = [
    { head: keys.name, cell: ({ name }) => name },
    { head: words.token, cell: ({ last_four: end }) => <code>…{end}</code> },
    { head: keys.lastUsed, cell: ({ last_used_at: at }) => <LastUse at={at} /> },
    { head: keys.ends, cell: (token) => <End of={token} /> },
    mayChange &&
      actColumn(
        keys.acts,
        (token) =>
          token.state === "active" && {
            look: "small destroy plain",
            text: keys.revoke,
            label: keys.revokeNamed(token.name),
            onClick: () => revoke(token),
          },
      ),
  ];
  return (
    <Section
      title={words.tokens}
      beside={mayChange && <Button look="small" icon="plus" text={words.make} onClick={ask} />}
    >
      {made.value && (
        <ShownOnce
          icon="check"
          title={keys.isReady(made.value.name)}
          text={words.copyNow}
          secret={made.value.key}
          copy={words.copy}
          stored={keys.stored}
          onStored={onStored}
        />
      )}
      <Loaded of={list} none={words.noTokens}>
        {({ data }) => <Table caption={words.tokens} columns={columns} rows={data} />}
      </Loaded>
      {isAsking && <NewToken {...answers} />}
    </Section>
  );
}

function NewToken({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const make = async (fields: FormData) =>
    onMade(await call("POST /v1/administration/scim-tokens", { body: nameAndEnd(fields) }));
  return (
    <FormDialog title={words.make} submit={words.create} onSubmit={make} onClose={onClose}>
      <TextField name="name" label={keys.name} hint={words.nameHint} autocomplete="off" required />
      <EndField days={[90, 365]} value="365" />
    </FormDialog>
  );
}
