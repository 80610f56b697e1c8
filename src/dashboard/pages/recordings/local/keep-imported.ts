/** A transcript of another program as a recording of this browser, with its sound or without. Loaded when there is one. */
import { importSlices } from "../../../../recordings/imports/read-transcript.ts";
import { keepLocal } from "../../../client/local-recordings.ts";
import { inTurns } from "../../../state/in-turns.ts";

/**
 * @param given.language where the words do not say it.
 * @throws if they cannot be read, or this browser has no place or no key for them.
 */
export async function keepImported(
  sound: File | null,
  content: string,
  given: { name: string; language: string | null },
): Promise<void> {
  const { segments, speakers, language, durationMs } = await inTurns(importSlices(content));
  const named = Object.entries(speakers).map(([id, name]) => ({ id, name }));
  const facts = { ...given, ...(language && { language }), durationSeconds: durationMs / 1000 };
  await keepLocal(facts, sound ?? new Blob(), { speakers: named, segments });
}
