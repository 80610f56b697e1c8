import { useSignal } from "@preact/signals";
import { call } from "../client/api.ts";
import { installation as words } from "../messages/installation.ts";
import { Dialog, toast } from "./acts.tsx";
import { Form, SelectField, TextField } from "./form.tsx";

type Name = keyof (typeof words)["limitNames"];

const ACCOUNT_CHARS = 300;
const NUMBER_CHARS = 15;

interface SetLimitProps {
  /** Asked for where it is left out. */
  account?: string;
  onClose: () => void;
}

/** Gives an account or a group a limit of its own. */
export function SetLimit({ account, onClose }: SetLimitProps) {
  const limit = useSignal<Name>("monthly_audio_seconds");
  const options = Object.entries(words.limitNames).map(([value, label]) => ({ value, label }));
  const set = async (fields: FormData) => {
    const typed = String(fields.get("value")).trim();
    // The server reports anything else.
    const value = /^\d+$/.test(typed) ? Number(typed) : (typed as "unlimited");
    const path = { account: account ?? String(fields.get("account")).trim(), limit: limit.value };
    await call("PUT /v1/administration/limits/{account}/{limit}", { path, body: { value } });
    toast(words.limitSet);
    onClose();
  };
  return (
    <Dialog title={words.setLimit} onClose={onClose}>
      <Form submit={words.setLimit} onSubmit={set}>
        {account === undefined && (
          <TextField name="account" label={words.accountOrGroup} maxLength={ACCOUNT_CHARS} />
        )}
        <SelectField
          name="limit"
          label={words.limit}
          options={options}
          value={limit.value}
          onChange={(value) => {
            limit.value = value as Name;
          }}
        />
        <TextField name="value" label={words.number} maxLength={NUMBER_CHARS} />
      </Form>
    </Dialog>
  );
}
