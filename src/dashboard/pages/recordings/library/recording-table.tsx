/** The recordings that match, with ticks to choose several. */
import { library as words } from "../../../messages/library.ts";
import type { Folder, Recording } from "./list.ts";
import { type RecordingActs, RecordingRow } from "./recording-row.tsx";

export interface RecordingTableProps {
  recordings: readonly Recording[];
  folders: readonly Folder[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  acts: RecordingActs;
}

export function RecordingTable({ recordings, folders, selected, onSelect, acts }: RecordingTableProps) {
  const isAll = recordings.length > 0 && recordings.every(({ id }) => selected.has(id));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(selected);
    if (isChosen) next.add(id);
    else next.delete(id);
    onSelect(next);
  };
  return (
    <div class="table-frame">
      <table class="table tall folds ticks">
        <caption class="for-readers">{words.allRecordings}</caption>
        <thead>
          <tr>
            <th scope="col">
              <input
                class="tick"
                type="checkbox"
                aria-label={words.selectAll}
                checked={isAll}
                onChange={() => onSelect(new Set(isAll ? [] : recordings.map(({ id }) => id)))}
              />
            </th>
            <th scope="col">{words.name}</th>
            <th scope="col" class="spare">
              {words.folder}
            </th>
            <th scope="col">{words.sharedWith}</th>
            <th scope="col" class="number">
              {words.length}
            </th>
            <th scope="col" aria-sort="descending">
              {words.changed}
            </th>
            <th scope="col">
              <span class="for-readers">{words.acts}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {recordings.map((recording) => (
            <RecordingRow
              key={recording.id}
              recording={recording}
              folder={folders.find(({ id }) => id === recording.folder_id)?.name ?? null}
              isSelected={selected.has(recording.id)}
              onSelect={(isChosen) => choose(recording.id, isChosen)}
              acts={acts}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
