/** The acts for the ticked recordings. */
import { libraryActs as words } from "../../../messages/library-acts.ts";
import { Button } from "../../../parts/button.tsx";
import type { Recording } from "./list.ts";
import type { RecordingActs } from "./recording-row.tsx";

export interface BulkBarProps {
  recordings: readonly Recording[];
  acts: RecordingActs;
  onClear: () => void;
}

export function BulkBar({ recordings, acts, onClear }: BulkBarProps) {
  const isArchive = recordings.every(({ archived }) => archived);
  return (
    <section class="bulk-bar" aria-label={words.selectedActs}>
      <strong role="status">{words.selected(recordings.length)}</strong>
      <Button look="small" icon="folder" text={words.move} onClick={() => acts.ask("move", recordings)} />
      <Button look="small" icon="tag" text={words.tags} onClick={() => acts.ask("tags", recordings)} />
      <Button look="small" icon="people" text={words.share} onClick={() => acts.ask("share", recordings)} />
      <Button
        look="small"
        icon="download"
        text={words.export}
        onClick={() => acts.ask("export", recordings)}
      />
      <Button
        look="small"
        icon="archive"
        text={isArchive ? words.fromArchive : words.toArchive}
        onClick={() => acts.archive(recordings, !isArchive)}
      />
      <Button look="small destroy plain" text={words.askDelete} onClick={() => acts.remove(recordings)} />
      <Button look="small plain push" text={words.clear} onClick={onClear} />
    </section>
  );
}
