/**
 * Files on their way: two at once, the others wait, first dropped first sent. They continue while the person looks at other
 * pages, and from where they were once the page was closed in between. Each has a key, so that a call whose answer was lost
 * can be sent again without a second recording; while the server cannot be reached, that is tried again and again.
 */
import { signal } from "@preact/signals";
import type { FoundDraft } from "../../../client/drafts.ts";
import { asFault } from "../../../client/fault.ts";
import { watchWork } from "../../../client/leaving.ts";
import { pause } from "../../../client/pause.ts";
import { session } from "../../../client/session.ts";
import { isStillLoggedIn } from "../../../client/session-end.ts";
import { mayServerKeep } from "../../../state/keeping.ts";
import { withTranscripts } from "./file-kinds.ts";
import { forgetUpload, send } from "./send.ts";
import {
  type DraftedFile,
  draftOf,
  endDraft,
  type GrowingUpload,
  isKept,
  newFacts,
  newUpload,
  type Upload,
  type UploadFacts,
  type UploadOptions,
  type UploadState,
} from "./upload.ts";

const AT_ONCE = 2;
const PAUSES_MS = [2_000, 5_000];
const LONGEST_PAUSE_MS = 15_000;

/** In the order in which they were dropped. */
export const uploads = signal<readonly Upload[]>([]);

watchWork({
  lostBy: () => {
    const open = uploads.value.filter(isOpen);
    if (open.length === 0) return null;
    return open.every(isKept) ? "logOut" : "tab";
  },
  waiting: () =>
    uploads.value.filter(isOpen).map(({ id, file, state: { value } }) => ({
      key: id,
      kind: value.kind === "failed" || value.kind === "incomplete" ? "fileNotSent" : "fileUnderWay",
      name: file.name,
      address: "/app/recordings",
    })),
});

/** The server does not have it, or has sent its text to this tab alone. */
function isOpen({ state: { value } }: Upload): boolean {
  return value.kind !== "stored" && value.kind !== "kept" && value.kind !== "cancelled";
}

addEventListener("online", () => {
  for (const upload of uploads.value) if (upload.state.value.kind === "unanswered") tryNow(upload);
});

/** A sound and a transcript of the same name, such as talk.mp3 and talk.srt, become one recording. */
export async function addUploads(files: readonly File[], options: UploadOptions): Promise<Upload[]> {
  const revision = session.policy_revision;
  const given = withTranscripts(files);
  // Nothing waits if there are none, so that the first dropped stays the first.
  const isRead = given.every(({ transcript }) => transcript === null);
  const contents = isRead ? [] : await Promise.all(given.map(({ transcript }) => transcript?.text()));
  const added = given.map(({ file, transcript }, index) => {
    const words = transcript && { name: transcript.name, content: contents[index] ?? "" };
    const facts = newFacts(options, revision, words);
    return newUpload(facts, file, draftOf(facts, file), { kind: "waiting" });
  });
  uploads.value = [...uploads.value, ...added];
  sendNext();
  return added;
}

/** A recording that was made here is over. */
export function addGrown(recording: GrowingUpload): void {
  uploads.value = [...uploads.value, recording.end()];
  sendNext();
}

/** Continues uploads that an earlier page left. */
export function takeUpUpload({ draft, facts, content }: FoundDraft): void {
  const { name, type, size, ...own } = facts as UploadFacts & DraftedFile;
  const file = new File([content], name, { type });
  const kind = size === null || content.size === size ? "waiting" : "incomplete";
  uploads.value = [
    ...uploads.value,
    newUpload({ ...own, transcript: own.transcript ?? null }, file, draft, { kind }),
  ];
  sendNext();
}

export function cancelUpload(upload: Upload): void {
  upload.abort.abort();
  if (upload.state.value.kind === "waiting") upload.state.value = { kind: "cancelled" };
  forgetUpload(upload);
}

export function tryNow({ attempt }: Upload): void {
  attempt.abort();
}

export function retryUpload(upload: Upload): void {
  upload.abort = new AbortController();
  upload.policyRevision = session.policy_revision;
  upload.options = { ...upload.options, atOnce: !mayServerKeep() };
  upload.state.value = { kind: "waiting" };
  sendNext();
}

export function dismissUpload(upload: Upload): void {
  endDraft(upload);
  uploads.value = uploads.value.filter((each) => each !== upload);
  if (upload.state.value.kind === "failed") forgetUpload(upload);
}

function isUnderWay({ state: { value } }: Upload): boolean {
  return value.kind === "sending" || value.kind === "unanswered" || value.kind === "sent";
}

function sendNext(): void {
  const next = uploads.value.find(({ state }) => state.value.kind === "waiting");
  if (next === undefined || uploads.value.filter(isUnderWay).length >= AT_ONCE) return;
  next.state.value = { kind: "sending", sent: 0, bytesPerSecond: 0 };
  void settle(next).finally(sendNext);
  sendNext();
}

async function settle(upload: Upload): Promise<void> {
  try {
    upload.state.value = await sendWithRetries(upload);
  } catch (error) {
    upload.state.value = upload.abort.signal.aborted
      ? { kind: "cancelled" }
      : { kind: "failed", fault: asFault(error) };
  }
}

async function sendWithRetries(upload: Upload): Promise<UploadState> {
  let hasNewSession = false;
  for (let tries = 0; ; tries++) {
    upload.attempt = new AbortController();
    try {
      return await send(upload, AbortSignal.any([upload.abort.signal, upload.attempt.signal]));
    } catch (error) {
      const fault = asFault(error);
      if (upload.abort.signal.aborted) throw fault;
      if (fault.code === "unreachable") {
        upload.state.value = { kind: "unanswered" };
        const { signal } = upload.attempt;
        await pause(PAUSES_MS[tries] ?? LONGEST_PAUSE_MS, AbortSignal.any([upload.abort.signal, signal]));
      } else if (fault.code === "foreign_request" && !hasNewSession && (await isStillLoggedIn()))
        hasNewSession = true;
      else throw fault;
    }
  }
}
