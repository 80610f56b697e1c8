/** The dialogs of the list: a new name, another folder, other tags, a file of several. */

import { useSignal } from "@preact/signals";
import { fileNameOf } from "../../../../recordings/exports/file-names.ts";
import { call, callForFile } from "../../../client/api.ts";
import { library } from "../../../messages/library.ts";
import { type ExportFormat, libraryActs as words } from "../../../messages/library-acts.ts";
import { Dialog } from "../../../parts/acts.tsx";
import { Check, Form, SelectField, TextField } from "../../../parts/form.tsx";
import { NameDialog } from "../../../parts/name-dialog.tsx";
import { saveFile } from "../../../state/save-file.ts";
import { into } from "../../../state/signals.ts";
import { changeTags, moveTo } from "./acts.ts";
import type { Folder, Recording } from "./list.ts";

const NAME_CHARS = 200;

interface RecordingsDialogProps {
  recordings: readonly Recording[];
  onDone: () => void;
  onClose: () => void;
}

export function RenameDialog({ recordings: [recording], onDone, onClose }: RecordingsDialogProps) {
  const rename = async (name: string) => {
    await call("PATCH /v1/recordings/{recording}", {
      path: { recording: recording?.id ?? "" },
      body: { name },
    });
    onDone();
  };
  return (
    <NameDialog
      title={words.rename}
      label={library.name}
      name={recording?.name ?? ""}
      onSave={rename}
      onClose={onClose}
    />
  );
}

export function MoveDialog({
  recordings,
  folders,
  onDone,
  onClose,
}: RecordingsDialogProps & { folders: readonly Folder[] }) {
  const move = async (fields: FormData) => {
    const name = String(fields.get("name")).trim();
    const chosen = String(fields.get("folder_id"));
    const id =
      name === "" ? chosen || null : (await call("POST /v1/recordings/folders", { body: { name } })).id;
    await moveTo(recordings, id);
    onDone();
    onClose();
  };
  return (
    <Dialog title={words.moveTitle(recordings.length)} onClose={onClose}>
      <Form submit={words.move} onSubmit={move}>
        <SelectField
          name="folder_id"
          label={library.folder}
          value={recordings[0]?.folder_id ?? ""}
          options={[
            { value: "", label: library.unfiled },
            ...folders
              .filter(({ access }) => access !== "viewer")
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextField name="name" label={words.orNewFolder} maxLength={NAME_CHARS} />
      </Form>
    </Dialog>
  );
}

export function TagsDialog({ recordings, onDone, onClose }: RecordingsDialogProps) {
  const present = [...new Set(recordings.flatMap(({ tags }) => tags))].sort();
  const change = async (fields: FormData) => {
    const added = String(fields.get("tags"))
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    const removed = present.filter((tag) => fields.get(`keep ${tag}`) === null);
    await changeTags(recordings, { added, removed });
    onDone();
    onClose();
  };
  return (
    <Dialog title={words.tagsTitle(recordings.length)} onClose={onClose}>
      <Form submit={words.save} onSubmit={change}>
        <TextField name="tags" label={words.addTags} hint={words.addTagsHint} />
        {present.length > 0 && (
          <fieldset class="bare stack tight">
            <legend class="label">{words.keepTags}</legend>
            {present.map((tag) => (
              <KeptTag key={tag} tag={tag} />
            ))}
          </fieldset>
        )}
      </Form>
    </Dialog>
  );
}

function KeptTag({ tag }: { tag: string }) {
  const isKept = useSignal(true);
  return <Check name={`keep ${tag}`} label={tag} checked={isKept.value} onChange={into(isKept)} />;
}

const FORMATS: readonly ExportFormat[] = ["docx", "txt", "md", "srt", "vtt", "json"];

export function ExportDialog({ recordings, onClose }: Omit<RecordingsDialogProps, "onDone">) {
  const speakers = useSignal(true);
  const times = useSignal(false);
  const ready = recordings.filter(({ state }) => state === "ready");
  const save = async (fields: FormData) => {
    const chosen = String(fields.get("format")) as ExportFormat;
    const [first] = ready;
    if (ready.length === 1 && first !== undefined) {
      const path = { recording: first.id };
      const query = {
        format: chosen,
        speakers: speakers.value ? "true" : "false",
        times: times.value ? "true" : "false",
      } as const;
      const file = await callForFile("GET /v1/recordings/{recording}/export", { path, query });
      saveFile(fileNameOf(first.name, chosen), file);
    } else {
      const ids = ready.map(({ id }) => id);
      const body = { ids, format: chosen, speakers: speakers.value, times: times.value };
      saveFile("tiro.zip", await callForFile("POST /v1/recordings/export", { body }));
    }
    onClose();
  };
  return (
    <Dialog title={words.exportTitle(ready.length)} onClose={onClose}>
      <Form submit={words.export} onSubmit={save}>
        <SelectField
          name="format"
          label={words.format}
          options={FORMATS.map((each) => ({ value: each, label: `${words.formats[each]} (.${each})` }))}
        />
        <Check
          name="speakers"
          label={words.withSpeakers}
          checked={speakers.value}
          onChange={(checked) => (speakers.value = checked)}
        />
        <Check
          name="times"
          label={words.withTimes}
          checked={times.value}
          onChange={(checked) => (times.value = checked)}
        />
      </Form>
    </Dialog>
  );
}
