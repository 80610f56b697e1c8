/** When a turn begins and ends: its words keep their share of it. */
import { useSignal } from "@preact/signals";
import { retimeSegment } from "../../../../recordings/transcript-model/edits.ts";
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";
import { transcript as words } from "../../../messages/transcript.ts";
import { transcriptDialogs } from "../../../messages/transcript-dialogs.ts";
import { Dialog } from "../../../parts/acts.tsx";
import { Form, TextField } from "../../../parts/form.tsx";
import { setting } from "../../../state/signals.ts";
import type { Workspace } from "../workspace.ts";

/** Such as `1:02:03.450`; hours are left out if there are none. */
export function momentText(ms: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const seconds = `${two(Math.floor(ms / 1000) % 60)}.${String(Math.round(ms % 1000)).padStart(3, "0")}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

/** Null if it is no time. */
export function momentIn(text: string): number | null {
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim());
  if (parts === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = parts;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", "."))) * 1000);
}

export function TimesDialog({ at, segment }: { at: Workspace; segment: TranscriptSegment }) {
  const isWrong = useSignal(false);
  const close = setting(at.asked, null);
  const finish = async (fields: FormData) => {
    const startMs = momentIn(String(fields.get("start")));
    const endMs = momentIn(String(fields.get("end")));
    const now = at.document.part(segment.id)?.peek();
    isWrong.value = startMs === null || endMs === null || endMs <= startMs;
    if (isWrong.value || startMs === null || endMs === null) return;
    if (now !== undefined) at.document.replace(segment.id, [retimeSegment(now, { startMs, endMs })]);
    close();
  };
  return (
    <Dialog title={words.times} onClose={close}>
      <p class="second">{transcriptDialogs.timesHint}</p>
      <Form onSubmit={finish} submit={transcriptDialogs.save}>
        <div class="halves">
          <TextField name="start" label={transcriptDialogs.begins} value={momentText(segment.startMs)} />
          <TextField name="end" label={transcriptDialogs.ends} value={momentText(segment.endMs)} />
        </div>
        {isWrong.value && (
          <p class="fault" role="alert">
            {transcriptDialogs.timesWrong}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
