/** A recording of this browser goes to the server with its words, and leaves the browser once it is there. Loaded when asked for. */
import { exportSlices } from "../../../../recordings/exports/export-transcript.ts";
import {
  exportedOf,
  type LocalRecording,
  localSound,
  readLocal,
  removeLocal,
} from "../../../client/local-recordings.ts";
import { inTurns } from "../../../state/in-turns.ts";
import { EVERYTHING, endingOf } from "../local/export-local.ts";
import { sending } from "./local-sending.ts";
import { addUploads } from "./uploads.ts";

const OPTIONS = { language: "auto", diarize: false, prompt: "", folderId: null, atOnce: false };

/** @throws if some of it cannot be read. */
export async function sendLocal({ id }: LocalRecording): Promise<void> {
  const kept = await readLocal(id);
  if (kept === null) return;
  const { recording } = kept;
  const words = await inTurns(exportSlices(exportedOf(kept), { format: "json", ...EVERYTHING }));
  const files = [
    new File([typeof words === "string" ? words : new Uint8Array(words)], `${recording.name}.json`, {
      type: "application/json",
    }),
  ];
  if (recording.bytes > 0) {
    const sound = await localSound(recording);
    files.unshift(new File([sound], `${recording.name}.${endingOf(sound.type)}`, { type: sound.type }));
  }
  sending.value = new Set([...sending.peek(), id]);
  const [upload] = await addUploads(files, OPTIONS);
  upload?.state.subscribe(({ kind }) => {
    if (kind === "stored") void removeLocal(id);
    if (kind === "stored" || kind === "failed" || kind === "cancelled")
      sending.value = new Set([...sending.peek()].filter((each) => each !== id));
  });
}
