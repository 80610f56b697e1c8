/**
 * A recording that is made here: a second at a time it goes into the browser's storage, so that a crash or a cut network
 * loses none of it; once it is over it is sent as a file.
 */
import { signal } from "@preact/signals";
import { watchWork } from "../../../client/leaving.ts";
import { session } from "../../../client/session.ts";
import { recordingsWords } from "../../../messages/recordings.ts";
import { dateAndTime } from "../../../state/format.ts";
import { mayServerKeep } from "../../../state/keeping.ts";
import { beginGrowing, type GrowingUpload } from "./upload.ts";
import { uploadOptions } from "./upload-options.ts";
import { addGrown } from "./uploads.ts";

const PIECE_MS = 1_000;
const KINDS = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];

interface Running {
  recorder: MediaRecorder;
  upload: GrowingUpload;
  /** As it was asked: after the last piece. */
  over: Promise<void>;
}

/** Since when, by the clock of the page; null if nothing is recorded. */
export const recordingSince = signal<number | null>(null);
let running: Running | null = null;

watchWork({ lostBy: () => (recordingSince.value === null ? null : "tab") });

/** @throws DOMException if there is no microphone, or the person refused it. */
export async function startRecording(folderId: string | null): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
  const [type = ""] = recorder.mimeType.split(";");
  const atOnce = !mayServerKeep();
  const upload = beginGrowing(
    { ...uploadOptions.value, folderId: atOnce ? null : folderId, atOnce },
    {
      name: `${recordingsWords.recordingOf(dateAndTime(new Date()))}.${type.split("/")[1] ?? "webm"}`,
      type,
    },
    session.policy_revision,
  );
  recorder.ondataavailable = ({ data }) => upload.add(data);
  const over = new Promise<void>((resolve) => {
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      recordingSince.value = null;
      running = null;
      addGrown(upload);
      resolve();
    };
  });
  // Such as where the microphone was unplugged.
  recorder.onerror = () => recorder.stop();
  recorder.start(PIECE_MS);
  running = { recorder, upload, over };
  recordingSince.value = performance.now();
}

export async function stopRecording(): Promise<void> {
  if (running === null) return;
  const { recorder, over } = running;
  if (recorder.state !== "inactive") recorder.stop();
  await over;
}
