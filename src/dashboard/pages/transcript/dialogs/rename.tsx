/** The recording's name. */
import { call } from "../../../client/api.ts";
import { transcript } from "../../../messages/transcript.ts";
import { transcriptDialogs } from "../../../messages/transcript-dialogs.ts";
import { Dialog } from "../../../parts/dialog.tsx";
import { Form, TextField } from "../../../parts/form.tsx";
import type { Workspace } from "../workspace.ts";

export function RenameDialog({ at }: { at: Workspace }) {
  const { rename } = transcript();
  const { nameOfRecording, save } = transcriptDialogs();
  const { id, name } = at.recording.value;
  const close = () => {
    at.asked.value = null;
  };
  const finish = async (fields: FormData) => {
    const path = { recording: id };
    at.recording.value = await call("PATCH /v1/recordings/{recording}", {
      path,
      body: { name: String(fields.get("name")) },
    });
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
