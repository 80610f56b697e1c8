import { frame } from "../messages/frame.ts";
import { Dialog } from "./acts.tsx";
import { Form, TextField } from "./form.tsx";

const NAME_CHARS = 200;

interface NameDialogProps {
  title: string;
  label: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Of a recording or a folder. */
export function NameDialog({ title, label, name, onSave, onClose }: NameDialogProps) {
  const save = async (fields: FormData) => {
    await onSave(String(fields.get("name")).trim());
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={frame.save} onSubmit={save}>
        <TextField name="name" label={label} value={name} maxLength={NAME_CHARS} required />
      </Form>
    </Dialog>
  );
}
