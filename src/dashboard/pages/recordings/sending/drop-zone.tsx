/** Where files, or a folder of them, are dropped or chosen. */
import { useSignal } from "@preact/signals";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { Icon } from "../../../parts/button.tsx";
import { filesOf } from "./dropped-files.ts";
import { sendFiles } from "./upload-options.ts";

export interface DropZoneProps {
  /** There is nothing yet: it is the page. */
  isFirst: boolean;
  /** Into which they come. */
  folderId?: string | null;
}

export function DropZone({ isFirst, folderId = null }: DropZoneProps) {
  const isOver = useSignal(false);
  const hover = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    isOver.value = over;
  };
  const take = (files: readonly File[]) => {
    if (files.length > 0) sendFiles(files, folderId);
  };
  return (
    <label
      class={`drop${isFirst ? "" : " slim"}${isOver.value ? " over" : ""}`}
      onDragOver={hover(true)}
      onDragLeave={hover(false)}
      onDrop={(event) => {
        hover(false)(event);
        if (event.dataTransfer) void filesOf(event.dataTransfer).then(take);
      }}
    >
      <Icon name="upload" large={isFirst} />
      <strong>{isFirst ? words.firstDrop : words.drop}</strong>
      <span class="small">{isFirst ? words.firstDropLead : words.dropLead}</span>
      <span class="button small" aria-hidden="true">
        {words.choose}
      </span>
      <input
        class="for-readers"
        type="file"
        multiple
        accept="audio/*,video/*,.flac,.mp3,.mp4,.mpeg,.mpga,.m4a,.ogg,.wav,.webm,.srt,.vtt,.txt,.json"
        aria-label={words.choose}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
