import { call, type Schemas } from "../../client/api.ts";
import { organizationsWords as words } from "../../messages/organizations.ts";
import { FormDialog, TextField } from "../../parts/form.tsx";

export interface NewOrganizationProps {
  onAdded: (organization: Schemas["AdministeredOrganization"]) => void;
  onClose: () => void;
}

/** Asks for the name and the first owner, and adds the organization. */
export function NewOrganization({ onAdded, onClose }: NewOrganizationProps) {
  const add = async (fields: FormData) => {
    const text = (field: string) => String(fields.get(field)).trim();
    onAdded(
      await call("POST /v1/administration/organizations", {
        body: { name: text("name"), owner_email: text("owner_email") },
      }),
    );
  };
  return (
    <FormDialog title={words.add} submit={words.addAct} onSubmit={add} onClose={onClose}>
      <TextField name="name" label={words.name} autocomplete="off" required />
      <TextField
        name="owner_email"
        label={words.owner}
        type="email"
        autocomplete="off"
        hint={words.ownerHint}
        required
      />
    </FormDialog>
  );
}
