/** Recordings that have not become text. Each stays until it was sent or let go, and none keeps the next from being made. */
import { signal } from "@preact/signals";
import type { Draft } from "../../client/drafts.ts";
import type { ApiFault } from "../../client/fault.ts";
import { watchWork } from "../../client/leaving.ts";
import { date } from "../../state/format.ts";
import type { Recording } from "./recorder.ts";

/** The purpose of the recording. The texts are those around the cursor, or the selection; `whole` is the text they are of. */
export type Purpose =
  | { kind: "new" }
  | { kind: "insert"; whole: string; before: string; after: string }
  | { kind: "edit"; whole: string; before: string; selected: string; after: string };

/** Facts of a recording that are known when it begins. */
export interface RecordingFacts {
  at: Date;
  purpose: Purpose;
  /** A language code; null: as in the settings. */
  language: string | null;
  /** The server makes one text of it, however often it is sent. */
  idempotencyKey: string;
  /** Of what the page showed when the person spoke; null: of what it shows when they send it. */
  policyRevision: string | null;
}

export interface PendingRecording extends Recording, RecordingFacts {
  /** In the browser's storage; null if nothing may be kept. */
  draft: Draft | null;
}

export interface UnsentRecording extends PendingRecording {
  /** `stopped`: the person did not wait. `found`: the page closed before it was sent. */
  why: ApiFault | "stopped" | "found";
}

/** Newest first. */
export const unsent = signal<readonly UnsentRecording[]>([]);

watchWork({
  lostBy: () => {
    if (unsent.value.length === 0) return null;
    return unsent.value.every(isKept) ? "logOut" : "tab";
  },
  waiting: () =>
    unsent.value.map(({ idempotencyKey, at }) => ({
      key: idempotencyKey,
      kind: "recording",
      name: date(at, { timeStyle: "short" }),
      address: "/app/dictate",
    })),
});

export function isKept({ draft }: Pick<PendingRecording, "draft">): boolean {
  return draft?.isKept.value === true;
}

export function keepUnsent(recording: UnsentRecording): void {
  unsent.value = [recording, ...unsent.value];
}

/** It is under way again. */
export function takeUnsent(recording: UnsentRecording): void {
  unsent.value = unsent.value.filter((each) => each !== recording);
}

export function discardUnsent(recording: UnsentRecording): void {
  takeUnsent(recording);
  void recording.draft?.remove();
}

/** Another language makes another text: the key of the one that was asked for before would bring that one. */
export function inLanguage<T extends PendingRecording>(recording: T, language: string | null): T {
  return language === recording.language
    ? recording
    : { ...recording, language, idempotencyKey: crypto.randomUUID() };
}
