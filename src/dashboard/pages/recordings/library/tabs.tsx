/** Folders as tabs, what narrows the list, and what can be done with a folder. */
import { call } from "../../../client/api.ts";
import { type RecordingState, library as words } from "../../../messages/library.ts";
import { perform } from "../../../parts/acts.tsx";
import { Button, Icon, Menu, MenuAct } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { ARCHIVE, addressOf, EVERYTHING, type Filter, NO_FOLDER } from "./filter.ts";
import type { Folder, Folders } from "./list.ts";

const STATES: readonly RecordingState[] = ["waiting", "recognizing", "ready", "failed", "cancelled"];
export const JOBS_ADDRESS = "/app/recordings/jobs";

interface Tab {
  address: string;
  title: string;
  isHere: boolean;
  count?: number;
  isArchive?: boolean;
}

/** @param filter null on the page of jobs. */
export function FolderTabs({ folders, filter }: { folders: Folders | null; filter: Filter | null }) {
  const { allRecordings, all, unfiled, archive, jobs } = words;
  const tab = (folder: string, title: string, count?: number): Tab => ({
    address: addressOf({ ...EVERYTHING, folder }),
    title,
    isHere: filter?.folder === folder,
    ...(count !== undefined && { count }),
  });
  const tabs: Tab[] = [
    tab("", all, folders?.counts.all),
    ...(folders?.data ?? []).map(({ id, name, count }) => tab(id, name, count)),
    ...(folders?.data.length ? [tab(NO_FOLDER, unfiled, folders.counts.unfiled)] : []),
    { ...tab(ARCHIVE, archive, folders?.counts.archived), isArchive: true },
    { address: JOBS_ADDRESS, title: jobs, isHere: filter === null },
  ];
  return (
    <nav aria-label={allRecordings}>
      <ul class="tabs">
        {tabs.map(({ address, title, isHere, count, isArchive }) => (
          <li key={address}>
            <a href={address} {...(isHere && { "aria-current": "page" as const })}>
              {isArchive && <Icon name="archive" />}
              {title} {count !== undefined && <span class="count">{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export interface FiltersProps {
  filter: Filter;
  folders: Folders | null;
  onFilter: (change: Partial<Filter>) => void;
  onFolder: (act: "new" | "rename" | "share" | "removed", folder: Folder | null) => void;
}

export function Filters({ filter, folders, onFilter, onFolder }: FiltersProps) {
  const { whoseLabel, whose, tag, anyTag, state, anyState, states, newFolder } = words;
  const folder = folders?.data.find(({ id }) => id === filter.folder) ?? null;
  const tags = new Set([...(folders?.tags ?? []), ...(filter.tag === "" ? [] : [filter.tag])]);
  return (
    <div class="row slides">
      <Choice
        label={whoseLabel}
        value={filter.whose}
        all={whose.all}
        options={[
          ["own", whose.own],
          ["shared", whose.shared],
        ]}
        onChange={(chosen) => onFilter({ whose: chosen })}
      />
      {tags.size > 0 && (
        <Choice
          label={tag}
          value={filter.tag}
          all={anyTag}
          options={[...tags].map((each) => [each, each])}
          onChange={(chosen) => onFilter({ tag: chosen })}
        />
      )}
      <Choice
        label={state}
        value={filter.state}
        all={anyState}
        options={STATES.map((each) => [each, states[each]])}
        onChange={(chosen) => onFilter({ state: chosen })}
      />
      <span class="push" />
      <Button look="small plain" icon="folder" text={newFolder} onClick={() => onFolder("new", null)} />
      {folder?.access === "owner" && <FolderMenu folder={folder} onFolder={onFolder} />}
    </div>
  );
}

function FolderMenu({ folder, onFolder }: { folder: Folder } & Pick<FiltersProps, "onFolder">) {
  const { folderActs, renameFolder, shareFolder, deleteFolder, deleteFolderTitle, deleteFolderText } = words;
  const remove = () =>
    perform(
      async () => {
        await call("DELETE /v1/recordings/folders/{folder}", { path: { folder: folder.id } });
        onFolder("removed", folder);
      },
      { ask: { title: deleteFolderTitle(folder.name), text: deleteFolderText, act: deleteFolder } },
    );
  return (
    <span class="menu-holder">
      <Menu class="button small icon-only plain" label={folderActs(folder.name)} icon="more">
        <MenuAct text={renameFolder} onClick={() => onFolder("rename", folder)} />
        <MenuAct text={shareFolder} onClick={() => onFolder("share", folder)} />
        <hr />
        <MenuAct text={deleteFolder} onClick={remove} />
      </Menu>
    </span>
  );
}
