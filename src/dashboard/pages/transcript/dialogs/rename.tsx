/** The recording's name. */
import { transcript as words } from "../../../messages/transcript.ts";
import { transcriptDialogs } from "../../../messages/transcript-dialogs.ts";
import { Dialog } from "../../../parts/acts.tsx";
import { Form, TextField } from "../../../parts/form.tsx";
import { setting } from "../../../state/signals.ts";
import type { Workspace } from "../workspace.ts";

export function RenameDialog({ at }: { at: Workspace }) {
  const { rename } = words;
  const { nameOfRecording, save } = transcriptDialogs;
  const { name } = at.recording.value;
  const close = setting(at.asked, null);
  const finish = async (fields: FormData) => {
    at.recording.value = await at.home.rename(String(fields.get("name")));
    close();
  };
  return (
    <Dialog title={rename} onClose={close}>
      <Form onSubmit={finish} submit={save}>
        <TextField name="name" label={nameOfRecording} value={name} required maxLength={200} />
      </Form>
    </Dialog>
  );
}
