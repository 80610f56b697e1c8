/** A recording as `POST /v1/dictations` takes it, and the same fields for a live stream. */
import { requestLimits } from "../../../config/limits/requests.ts";
import type { PendingRecording, RecordingFacts } from "./unsent.ts";

/** Text farther from the cursor does not affect how the text begins and ends. */
const SURROUNDING_CHARS = requestLimits.surroundingTextChars;

export function fieldsOf({ purpose, language }: Pick<RecordingFacts, "purpose" | "language">) {
  return {
    ...(language !== null && { language }),
    ...(purpose.kind === "edit" && { operation: "edit" as const, selected_text: purpose.selected }),
    ...(purpose.kind === "insert" && {
      text_before: purpose.before.slice(-SURROUNDING_CHARS),
      text_after: purpose.after.slice(0, SURROUNDING_CHARS),
    }),
  };
}

export function formOf(pending: PendingRecording): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(pending))) form.set(name, value);
  form.set("audio", pending.wav, "dictation.wav");
  return form;
}
