/** Records here and now; the recording is sent as soon as it is over. */
import { useSignal } from "@preact/signals";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { toast } from "../../../parts/acts.tsx";
import { announce } from "../../../parts/announcer.tsx";
import { Button, Icon } from "../../../parts/button.tsx";
import { useSecondsSince } from "../../../state/every.ts";
import { clock } from "../../../state/format.ts";
import { recordingSince, startRecording, stopRecording } from "./microphone-recording.ts";

export function RecordButton({ folderId = null }: { folderId?: string | null }) {
  const isOpening = useSignal(false);
  const since = recordingSince.value;
  const seconds = useSecondsSince(since);
  const start = async () => {
    isOpening.value = true;
    try {
      await startRecording(folderId);
      announce(words.recordingNow);
    } catch {
      // There is no microphone, or the person or the browser refused it.
      toast(words.recordFailed);
    } finally {
      isOpening.value = false;
    }
  };
  if (since !== null)
    return (
      <Button look="small destroy sure" onClick={stopRecording}>
        <Icon name="stop" />
        {words.stopRecord} <span class="num">{clock(seconds)}</span>
      </Button>
    );
  return (
    <Button
      look="small"
      icon="mic"
      text={words.record}
      disabled={isOpening.value || navigator.mediaDevices === undefined}
      onClick={start}
    />
  );
}
