/** Recordings of this browser: played and corrected on their page, exported, removed, and sent where the server may keep them. */
import {
  type LocalRecording,
  localChanges,
  localRecordings,
  removeLocal,
} from "../../../client/local-recordings.ts";
import { libraryActs } from "../../../messages/library-acts.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { confirmFirst, toast } from "../../../parts/acts.tsx";
import { Button, Link } from "../../../parts/button.tsx";
import { bytes, duration, when } from "../../../state/format.ts";
import { useResource } from "../../../state/resource.ts";
import { sending } from "../sending/local-sending.ts";

/** Those that were made while the server could keep nothing; nothing is shown if there are none. */
export function LeftInBrowser() {
  const left = useResource(() => localRecordings(), [localChanges.value]).data.value ?? [];
  if (left.length === 0) return null;
  const { localTitle, localLeft } = words;
  return (
    <section class="stack" aria-label={localTitle}>
      <p class="second">
        <strong>{localTitle}</strong> {localLeft}
      </p>
      <LocalLines recordings={left} canSend />
    </section>
  );
}

export function LocalLines({
  recordings,
  canSend = false,
}: {
  recordings: readonly LocalRecording[];
  canSend?: boolean;
}) {
  return (
    <ul class="ledger">
      {recordings.map((recording) => (
        <LocalLine key={recording.id} recording={recording} canSend={canSend} />
      ))}
    </ul>
  );
}

export async function saveLocal(recordings: readonly LocalRecording[]): Promise<void> {
  try {
    const { exportLocal } = await import("../local/export-local.ts");
    await exportLocal(recordings);
  } catch {
    // A part of the app could not be loaded, or some of it cannot be read.
    toast(words.saveFailed);
  }
}

async function send(recording: LocalRecording): Promise<void> {
  try {
    const { sendLocal } = await import("../sending/send-local.ts");
    await sendLocal(recording);
  } catch {
    // As above.
    toast(words.saveFailed);
  }
}

function LocalLine({ recording, canSend }: { recording: LocalRecording; canSend: boolean }) {
  const { id, name, createdAt, durationSeconds, bytes: size } = recording;
  const { localSize, sendOne, exportOne, deleteNamed: deleteOne, deleteLocalText } = words;
  const { deleteTitle, delete: deleteAct } = libraryActs;
  const remove = async () => {
    if (await confirmFirst({ title: deleteTitle(1, name), text: deleteLocalText, act: deleteAct }))
      await removeLocal(id);
  };
  return (
    <li>
      <Link look="title" text={name} href={`/app/recordings/${id}`} />
      <span class="row one-line">
        <span class="side-note">
          <time dateTime={createdAt}>{when(createdAt)}</time>
        </span>
        {canSend && (
          <Button
            look="small icon-only plain"
            icon="upload"
            label={sendOne(name)}
            disabled={sending.value.has(id)}
            onClick={() => void send(recording)}
          />
        )}
        <Button
          look="small icon-only plain"
          icon="download"
          label={exportOne(name)}
          onClick={() => void saveLocal([recording])}
        />
        <Button look="small icon-only plain" icon="trash" label={deleteOne(name)} onClick={remove} />
      </span>
      <div class="facts">
        {durationSeconds !== null && <span>{duration(durationSeconds)}</span>}
        <span>{localSize(bytes(size))}</span>
      </div>
    </li>
  );
}
