import { call } from "../../client/api.ts";
import { administration as words } from "../../messages/administration.ts";
import { FormDialog, TextField } from "../../parts/form.tsx";
import type { LinkMade } from "../../parts/link-shown-once.tsx";

export interface NewPersonProps {
  onMade: (made: LinkMade) => void;
  onClose: () => void;
}

/** Asks for name and address, and adds the person. */
export function NewPerson({ onMade, onClose }: NewPersonProps) {
  const add = async (fields: FormData) => {
    const [email, name] = ["email", "name"].map((field) => String(fields.get(field)).trim());
    const added = await call("POST /v1/administration/people", {
      body: { email: email ?? "", name: name ?? "" },
    });
    onMade({ name: added.name ?? added.email, link: added.setup_link });
  };
  return (
    <FormDialog title={words.addPerson} submit={words.addAct} onSubmit={add} onClose={onClose}>
      <TextField name="name" label={words.name} autocomplete="off" required />
      <TextField
        name="email"
        label={words.address}
        type="email"
        autocomplete="off"
        hint={words.addHint}
        required
      />
    </FormDialog>
  );
}
