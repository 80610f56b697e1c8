/** The recordings that the server keeps: found, sorted into folders, shared, exported; and what is under way. */

import { useComputed, useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { requestLimits } from "../../../../config/limits/requests.ts";
import { call } from "../../../client/api.ts";
import { library } from "../../../messages/library.ts";
import { titles } from "../../../messages/titles.ts";
import { Button } from "../../../parts/button.tsx";
import { NameDialog } from "../../../parts/name-dialog.tsx";
import { Loaded, Page } from "../../../parts/page.tsx";
import { SearchField } from "../../../parts/search-field.tsx";
import { setting } from "../../../state/signals.ts";
import { DropZone } from "../sending/drop-zone.tsx";
import { RecordButton } from "../sending/record-button.tsx";
import { SendOptions } from "../sending/send-options.tsx";
import { SharedRecordings } from "../sending/shared-recordings.tsx";
import { deleteRecordings, retryRecording, setArchived } from "./acts.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { ExportDialog, MoveDialog, RenameDialog, TagsDialog } from "./dialogs.tsx";
import { addressOf, EVERYTHING, type Filter, filterHere } from "./filter.ts";
import {
  type Folder,
  type Folders,
  type Recording,
  type RecordingList,
  useFolders,
  useRecordings,
} from "./list.ts";
import { LeftInBrowser } from "./local-lines.tsx";
import { NothingHere } from "./nothing-here.tsx";
import type { AskedAct, RecordingActs } from "./recording-row.tsx";
import { RecordingTable } from "./recording-table.tsx";
import { type Shareable, ShareDialog } from "./share-dialog.tsx";
import { Filters, FolderTabs } from "./tabs.tsx";
import { UnderWay } from "./under-way.tsx";

export function Library() {
  const { route } = useLocation();
  const filter = filterHere();
  const folders = useFolders();
  const list = useRecordings(filter);
  const onFilter = (change: Partial<Filter>) => route(addressOf({ ...filterHere(), ...change }), true);
  const isFirst = folders.data.value?.counts.all === 0 && folders.data.value.counts.archived === 0;
  const count = folders.data.value?.counts.all;
  return (
    <Page
      title={titles.recordings}
      {...(count !== undefined && !isFirst && { lead: library.count(count) })}
      actions={
        <div class="row">
          <SearchField
            label={library.search}
            maxLength={requestLimits.searchQueryChars}
            query={filter.query}
            onSearch={(words) => onFilter({ query: words })}
            small
          />
          <RecordButton folderId={folderOf(filter)} />
        </div>
      }
    >
      <section class="stack">
        <SharedRecordings />
        <DropZone isFirst={isFirst} folderId={folderOf(filter)} />
        <SendOptions />
        <UnderWay listed={list.list.data.value?.data ?? []} />
      </section>
      <LeftInBrowser />
      <section class="stack" aria-label={library.allRecordings}>
        <FolderTabs folders={folders.data.value} filter={filter} />
        {!isFirst && (
          <Matching
            key={filter.folder}
            list={list}
            filter={filter}
            folders={folders.data.value}
            onFilter={onFilter}
            onFolderChange={() => void folders.reload()}
          />
        )}
      </section>
    </Page>
  );
}

function folderOf({ folder }: Filter): string | null {
  return folder.startsWith("fld_") ? folder : null;
}

type Open =
  | { act: Exclude<AskedAct, "share">; recordings: readonly Recording[] }
  | { act: "share"; of: Shareable }
  | { act: "folder"; folder: Folder | null };

interface MatchingProps {
  list: RecordingList;
  filter: Filter;
  folders: Folders | null;
  onFilter: (change: Partial<Filter>) => void;
  onFolderChange: () => void;
}

function Matching({
  list: { list: recordings, more },
  filter,
  folders,
  onFilter,
  onFolderChange,
}: MatchingProps) {
  const ticked = useSignal<ReadonlySet<string>>(new Set());
  const open = useSignal<Open | null>(null);
  const selected = useComputed(() =>
    (recordings.data.value?.data ?? []).filter(({ id }) => ticked.value.has(id)),
  );
  const onDone = () => {
    ticked.value = new Set();
    void recordings.reload();
    onFolderChange();
  };
  const close = setting(open, null);
  const acts: RecordingActs = {
    ask: (act, chosen) => {
      open.value =
        act === "share"
          ? { act, of: { kind: "recording", ids: chosen.map(({ id }) => id), name: chosen[0]?.name ?? "" } }
          : { act, recordings: chosen };
    },
    archive: (chosen, archived) => setArchived(chosen, archived).then(onDone),
    remove: async (chosen) => {
      if (await deleteRecordings(chosen)) onDone();
    },
    retry: (recording) => retryRecording(recording).then(onDone),
  };
  const onFolder = (act: "new" | "rename" | "share" | "removed", folder: Folder | null) => {
    if (act === "removed") {
      onFilter(EVERYTHING);
      onDone();
    } else if (act === "share" && folder !== null)
      open.value = { act, of: { kind: "folder", ids: [folder.id], name: folder.name } };
    else open.value = { act: "folder", folder };
  };
  return (
    <>
      <Filters filter={filter} folders={folders} onFilter={onFilter} onFolder={onFolder} />
      {selected.value.length > 0 && (
        <BulkBar recordings={selected.value} acts={acts} onClear={() => (ticked.value = new Set())} />
      )}
      <Loaded of={recordings}>
        {({ data, hasMore }) =>
          data.length === 0 ? (
            <NothingHere filter={filter} onFilter={onFilter} />
          ) : (
            <>
              <RecordingTable
                recordings={data}
                folders={folders?.data ?? []}
                selected={ticked.value}
                onSelect={(chosen) => (ticked.value = chosen)}
                acts={acts}
              />
              {hasMore && (
                <p>
                  <Button text={library.showMore} disabled={recordings.loading.value} onClick={more} />
                </p>
              )}
            </>
          )
        }
      </Loaded>
      {open.value && (
        <OpenDialog open={open.value} folders={folders?.data ?? []} onDone={onDone} onClose={close} />
      )}
    </>
  );
}

interface OpenDialogProps {
  open: Open;
  folders: readonly Folder[];
  onDone: () => void;
  onClose: () => void;
}

function OpenDialog({ open, folders, onDone, onClose }: OpenDialogProps) {
  switch (open.act) {
    case "rename":
      return <RenameDialog recordings={open.recordings} onDone={onDone} onClose={onClose} />;
    case "move":
      return <MoveDialog recordings={open.recordings} folders={folders} onDone={onDone} onClose={onClose} />;
    case "tags":
      return <TagsDialog recordings={open.recordings} onDone={onDone} onClose={onClose} />;
    case "export":
      return <ExportDialog recordings={open.recordings} onClose={onClose} />;
    case "share":
      return <ShareDialog of={open.of} onDone={onDone} onClose={onClose} />;
    case "folder":
      return <FolderDialog folder={open.folder} onDone={onDone} onClose={onClose} />;
  }
}

/** @param folder null: a new one. */
function FolderDialog({
  folder,
  onDone,
  onClose,
}: { folder: Folder | null } & Pick<OpenDialogProps, "onDone" | "onClose">) {
  const save = async (name: string) => {
    if (folder === null) await call("POST /v1/recordings/folders", { body: { name } });
    else await call("PATCH /v1/recordings/folders/{folder}", { path: { folder: folder.id }, body: { name } });
    onDone();
  };
  return (
    <NameDialog
      title={folder === null ? library.newFolder : library.renameFolder}
      label={library.folderName}
      name={folder?.name ?? ""}
      onSave={save}
      onClose={onClose}
    />
  );
}
