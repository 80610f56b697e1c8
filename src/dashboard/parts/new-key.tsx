/** Asks for what a new key needs, and makes it. */
import type { Schemas } from "../client/api.ts";
import { keys as words } from "../messages/keys.ts";
import { FormDialog, SelectField, TextField } from "./form.tsx";

const NEVER = "never";

export interface KeyInput {
  name: string;
  scopes: ("read" | "write")[];
  expires_in_days: number | null;
}

export interface NewKeyProps {
  /** Asks the server for it: a key of the person, or of an organization. */
  create: (input: KeyInput) => Promise<Schemas["CreatedApiKey"]>;
  onMade: (key: Schemas["CreatedApiKey"]) => void;
  onClose: () => void;
}

export function NewKey({ create, onMade, onClose }: NewKeyProps) {
  const make = async (fields: FormData) => {
    const scopes = String(fields.get("scopes")).split(" ") as ("read" | "write")[];
    onMade(await create({ ...nameAndEnd(fields), scopes }));
  };
  const scopes = Object.entries(words.choices).map(([value, label]) => ({ value, label }));
  return (
    <FormDialog title={words.make} submit={words.create} onSubmit={make} onClose={onClose}>
      <TextField name="name" label={words.name} hint={words.nameHint} autocomplete="off" required />
      <SelectField name="scopes" label={words.may} hint={words.mayHint} options={scopes} />
      <EndField days={[30, 90, 365]} value="90" />
    </FormDialog>
  );
}

/** After how many days a key ends, if ever. */
export function EndField({ days, value }: { days: readonly number[]; value: string }) {
  const options = [
    ...days.map((count) => ({ value: String(count), label: words.days(count) })),
    { value: NEVER, label: words.never },
  ];
  return <SelectField name="expires_in_days" label={words.endsAfter} options={options} value={value} />;
}

export function nameAndEnd(fields: FormData): Pick<KeyInput, "name" | "expires_in_days"> {
  const days = fields.get("expires_in_days");
  return { name: String(fields.get("name")).trim(), expires_in_days: days === NEVER ? null : Number(days) };
}
