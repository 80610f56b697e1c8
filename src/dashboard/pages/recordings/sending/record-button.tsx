/** Records here and now; the recording is sent as soon as it is over. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { recordingsWords } from "../../../messages/recordings.ts";
import { announce } from "../../../parts/announcer.tsx";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/drawing.tsx";
import { toast } from "../../../parts/toasts.tsx";
import { clock } from "../../../state/format.ts";
import { recordingSince, startRecording, stopRecording } from "./microphone-recording.ts";

export function RecordButton({ folderId = null }: { folderId?: string | null }) {
  const isOpening = useSignal(false);
  const seconds = useSignal(0);
  const since = recordingSince.value;
  useEffect(() => {
    if (since === null) return;
    const tick = () => {
      seconds.value = (performance.now() - since) / 1000;
    };
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [since]);
  const { record, stopRecord, recordFailed, recordingNow } = recordingsWords();
  const start = async () => {
    isOpening.value = true;
    try {
      await startRecording(folderId);
      announce(recordingNow);
    } catch {
      // There is no microphone, or the person or the browser refused it.
      toast(recordFailed);
    } finally {
      isOpening.value = false;
    }
  };
  if (since !== null)
    return (
      <Button look="small destroy sure" onClick={stopRecording}>
        <Icon name="stop" />
        {stopRecord} <span class="num">{clock(seconds.value)}</span>
      </Button>
    );
  return (
    <Button
      look="small"
      icon="mic"
      text={record}
      disabled={isOpening.value || navigator.mediaDevices === undefined}
      onClick={start}
    />
  );
}
