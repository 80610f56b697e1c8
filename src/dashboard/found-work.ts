/** Work that earlier pages left in the browser's storage goes to the part of the app that continues it, whatever page is open. */
import { Draft, type FoundDraft } from "./client/drafts.ts";

const TAKERS: Record<string, (found: FoundDraft) => Promise<void>> = {
  recording: async (found) => (await import("./pages/dictate/recording-draft.ts")).takeUpRecording(found),
  text: async (found) => (await import("./pages/dictate/dictation.ts")).takeUpText(found),
  upload: async (found) => (await import("./pages/recordings/sending/uploads.ts")).takeUpUpload(found),
  transcript: async (found) => (await import("./pages/transcript/editing/saver.ts")).takeUpTranscript(found),
};

/** Nothing is kept if the browser cannot encrypt it. */
export async function takeUpWork(): Promise<void> {
  if (!isSecureContext) return;
  await Draft.findAll((found) => {
    const { kind } = found.facts as { kind: string };
    // Another version of the app may keep something that this one does not know.
    void TAKERS[kind]?.(found);
  });
  // Removes files that a log-out made unreadable; if the network is cut meanwhile, at the next visit.
  const local = await import("./client/local-recordings.ts").catch(() => null);
  await local?.countLocal();
}
