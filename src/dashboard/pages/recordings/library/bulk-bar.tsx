/** The acts for the ticked recordings. */
import { libraryActs } from "../../../messages/library-acts.ts";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/drawing.tsx";
import type { Recording } from "./list.ts";
import type { RecordingActs } from "./recording-row.tsx";

export interface BulkBarProps {
  recordings: readonly Recording[];
  acts: RecordingActs;
  onClear: () => void;
}

export function BulkBar({ recordings, acts, onClear }: BulkBarProps) {
  const words = libraryActs();
  const isArchive = recordings.every(({ archived }) => archived);
  return (
    <section class="bulk-bar" aria-label={words.selectedActs}>
      <strong role="status">{words.selected(recordings.length)}</strong>
      <Button look="small" onClick={() => acts.ask("move", recordings)}>
        <Icon name="folder" />
        {words.move}
      </Button>
      <Button look="small" onClick={() => acts.ask("tags", recordings)}>
        <Icon name="tag" />
        {words.tags}
      </Button>
      <Button look="small" onClick={() => acts.ask("share", recordings)}>
        <Icon name="people" />
        {words.share}
      </Button>
      <Button look="small" onClick={() => acts.ask("export", recordings)}>
        <Icon name="download" />
        {words.export}
      </Button>
      <Button look="small" onClick={() => acts.archive(recordings, !isArchive)}>
        <Icon name="archive" />
        {isArchive ? words.fromArchive : words.toArchive}
      </Button>
      <Button look="small destroy plain" onClick={() => acts.remove(recordings)}>
        {words.delete}
      </Button>
      <Button look="small plain push" onClick={onClear}>
        {words.clear}
      </Button>
    </section>
  );
}
