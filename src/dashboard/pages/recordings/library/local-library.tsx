/** Where the server may keep nothing: the recordings of this browser, until their person logs out. */

import {
  type LocalRecording,
  localChanges,
  localRecordings,
  removeLocal,
} from "../../../client/local-recordings.ts";
import { libraryActs } from "../../../messages/library-acts.ts";
import { recordingsTitle, recordingsWords } from "../../../messages/recordings.ts";
import { confirmFirst } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/drawing.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Page } from "../../../parts/page.tsx";
import { toast } from "../../../parts/toasts.tsx";
import { bytes, duration, when } from "../../../state/format.ts";
import { useResource } from "../../../state/resource.ts";
import { DropZone } from "../sending/drop-zone.tsx";
import { RecordButton } from "../sending/record-button.tsx";
import { SendOptions } from "../sending/send-options.tsx";
import { SharedRecordings } from "../sending/shared-recordings.tsx";
import { UnderWaySection } from "../sending/under-way-section.tsx";

export function LocalLibrary() {
  const local = useResource(() => localRecordings(), [localChanges.value]);
  const { localTitle, localText, exportAll, noLocal, saveFailed } = recordingsWords();
  const save = async (recordings: readonly LocalRecording[]) => {
    try {
      const { exportLocal } = await import("../local/export-local.ts");
      await exportLocal(recordings);
    } catch {
      // A part of the app could not be loaded, or some of it cannot be read.
      toast(saveFailed);
    }
  };
  const all = local.data.value ?? [];
  return (
    <Page title={recordingsTitle()} actions={<RecordButton />}>
      <div class="stack wide">
        <div class="banner">
          <Icon name="lock" />
          <p>
            <strong>{localTitle}</strong> {localText}
          </p>
          {all.length > 0 && (
            <button type="button" class="button small" onClick={() => void save(all)}>
              <Icon name="download" />
              {exportAll}
            </button>
          )}
        </div>
        <section class="stack">
          <SharedRecordings />
          <DropZone isFirst={all.length === 0} />
          <SendOptions />
          <UnderWaySection />
        </section>
        <section aria-label={recordingsTitle()}>
          <Loaded of={local}>
            {(recordings) =>
              recordings.length === 0 ? (
                <p class="second">{noLocal}</p>
              ) : (
                <ul class="ledger">
                  {recordings.map((recording) => (
                    <LocalLine
                      key={recording.id}
                      recording={recording}
                      onExport={() => void save([recording])}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </div>
    </Page>
  );
}

function LocalLine({ recording, onExport }: { recording: LocalRecording; onExport: () => void }) {
  const { id, name, createdAt, durationSeconds, bytes: size } = recording;
  const { localSize, exportOne, deleteOne, deleteLocalText } = recordingsWords();
  const { deleteTitle, deleteAct } = libraryActs();
  const remove = async () => {
    if (await confirmFirst({ title: deleteTitle(1, name), text: deleteLocalText, act: deleteAct }))
      await removeLocal(id);
  };
  return (
    <li>
      <a class="title" href={`/app/recordings/${id}`}>
        {name}
      </a>
      <span class="row one-line">
        <span class="side-note">
          <time dateTime={createdAt}>{when(createdAt)}</time>
        </span>
        <button
          type="button"
          class="button small icon-only plain"
          aria-label={exportOne(name)}
          onClick={onExport}
        >
          <Icon name="download" />
        </button>
        <button
          type="button"
          class="button small icon-only plain"
          aria-label={deleteOne(name)}
          onClick={() => void remove()}
        >
          <Icon name="trash" />
        </button>
      </span>
      <div class="facts">
        {durationSeconds !== null && <span>{duration(durationSeconds)}</span>}
        <span>{localSize(bytes(size))}</span>
      </div>
    </li>
  );
}
