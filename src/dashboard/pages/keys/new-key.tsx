/** Asks for what a new key needs, and makes it. */
import { call, type Schemas } from "../../client/api.ts";
import { frame } from "../../messages/frame.ts";
import { keys } from "../../messages/keys.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Form, SelectField, TextField } from "../../parts/form.tsx";

const DAYS = [30, 90, 365];
const NEVER = "never";

export interface NewKeyProps {
  onMade: (key: Schemas["CreatedApiKey"]) => void;
  onClose: () => void;
}

export function NewKey({ onMade, onClose }: NewKeyProps) {
  const words = keys();
  const make = async (fields: FormData) => {
    const days = fields.get("expires_in_days");
    const body = {
      name: String(fields.get("name")).trim(),
      scopes: String(fields.get("scopes")).split(" ") as ("read" | "write")[],
      expires_in_days: days === NEVER ? null : Number(days),
    };
    onMade(await call("POST /v1/keys", { body }));
  };
  const ends = [
    ...DAYS.map((days) => ({ value: String(days), label: words.days(days) })),
    { value: NEVER, label: words.never },
  ];
  const scopes = Object.entries(words.choices).map(([value, label]) => ({ value, label }));
  const cancel = (
    <button type="button" class="button" onClick={onClose}>
      {frame().cancel}
    </button>
  );
  return (
    <Dialog title={words.make} onClose={onClose}>
      <Form submit={words.create} onSubmit={make} others={cancel}>
        <TextField name="name" label={words.name} hint={words.nameHint} autocomplete="off" required />
        <SelectField name="scopes" label={words.may} hint={words.mayHint} options={scopes} />
        <SelectField name="expires_in_days" label={words.endsAfter} options={ends} value="90" />
      </Form>
    </Dialog>
  );
}
