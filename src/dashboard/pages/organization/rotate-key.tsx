/** A new key in the place of one that works; for how long the old one works on is asked. */
import { call, type Schemas } from "../../client/api.ts";
import { keys as words } from "../../messages/keys.ts";
import { FormDialog, SelectField } from "../../parts/form.tsx";

interface RotateKeyProps {
  organization: string;
  of: Schemas["ApiKey"];
  onMade: (key: Schemas["CreatedApiKey"]) => void;
  onClose: () => void;
}

/** In days, the one offered first. */
const OVERLAPS = ["7", "1", "0"] as const;

export function RotateKey({ organization, of: { id, name }, onMade, onClose }: RotateKeyProps) {
  const rotate = async (fields: FormData) =>
    onMade(
      await call("POST /v1/organizations/{organization}/keys/{key}/rotate", {
        path: { organization, key: id },
        body: { overlap_days: Number(fields.get("overlap_days")) },
      }),
    );
  const overlaps = OVERLAPS.map((value) => ({ value, label: words.overlaps[value] }));
  return (
    <FormDialog title={words.rotateTitle(name)} submit={words.create} onSubmit={rotate} onClose={onClose}>
      <p class="second">{words.rotateText}</p>
      <SelectField name="overlap_days" label={words.overlap} options={overlaps} value={OVERLAPS[0]} />
    </FormDialog>
  );
}
