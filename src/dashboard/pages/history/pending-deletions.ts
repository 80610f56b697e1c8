/** Deletions leave the page at once and the server a moment later: until then they can be undone. */
import { signal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { ApiFault } from "../../client/fault.ts";
import { historyWords as words } from "../../messages/history.ts";
import { toast, toastFault } from "../../parts/acts.tsx";

/** As long as the note with the way back is shown. */
const WAIT_MS = 12_000;

/** Deleted, or about to be. */
export const deleted = signal<ReadonlySet<string>>(new Set());

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export function scheduleDeletion({ id, title }: Pick<Schemas["SessionSummary"], "id" | "title">): void {
  deleted.value = new Set([...deleted.value, id]);
  waiting.set(
    id,
    setTimeout(() => void deleteNow(id), WAIT_MS),
  );
  toast(words.deleted(title), () => {
    if (waiting.has(id)) restore(id);
    else toast(words.tooLate);
  });
}

/** Leaving the page is a confirmation. */
addEventListener("pagehide", () => {
  for (const id of waiting.keys()) void deleteNow(id);
});

async function deleteNow(id: string): Promise<void> {
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  try {
    await call("DELETE /v1/sessions/{session}", { path: { session: id }, keepalive: true });
  } catch (error) {
    if (error instanceof ApiFault && error.code === "session_not_found") return;
    restore(id);
    toastFault(error);
  }
}

function restore(id: string): void {
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  deleted.value = new Set([...deleted.value].filter((each) => each !== id));
}
