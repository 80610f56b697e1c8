/** A file on its way: how it stands, and what of it is in the browser's storage. */
import { type Signal, signal } from "@preact/signals";
import { Draft } from "../../../client/drafts.ts";
import type { ApiFault } from "../../../client/fault.ts";
import type { Transcript } from "../jobs/transcript.ts";

export interface UploadOptions {
  language: string;
  diarize: boolean;
  prompt: string;
  folderId: string | null;
  /** The server may keep nothing: the call itself brings the result, which this browser keeps. */
  atOnce: boolean;
}

export type UploadState =
  | { kind: "waiting" }
  | { kind: "sending"; sent: number; bytesPerSecond: number }
  /** Nothing gets through to the server, whether it is being tried or about to be. */
  | { kind: "unanswered" }
  /** All of it is there, and the answer is awaited. */
  | { kind: "sent" }
  | { kind: "stored"; recordingId: string }
  /** With its transcript in this browser alone. */
  | { kind: "kept" }
  /** In this tab alone: the browser can keep nothing. */
  | { kind: "done"; transcript: Transcript }
  | { kind: "failed"; fault: ApiFault }
  /** The page closed before all of it was in the browser's storage. */
  | { kind: "incomplete" }
  | { kind: "cancelled" };

/** @param size null if it grew until the page closed: all that is there is all of it. */
export interface DraftedFile extends Pick<File, "name" | "type"> {
  size: number | null;
}

/** How far the server has the file, by the address of its upload, or its id once all of it is there. */
export interface Sent {
  address: string | null;
  uploadId: string | null;
}

/** The words that came with a sound, as another program wrote them. */
export interface GivenTranscript {
  name: string;
  content: string;
}

export interface UploadFacts {
  id: string;
  /** Null if the words are to be recognized, or the file is a transcript itself. */
  transcript: GivenTranscript | null;
  options: UploadOptions;
  /** Of what the page showed when the person sent it. */
  policyRevision: string;
  sent: Sent;
}

export interface Upload extends UploadFacts {
  file: File;
  /** In the browser's storage; null if the browser can encrypt nothing. */
  draft: Draft | null;
  state: Signal<UploadState>;
  abort: AbortController;
  /** Ends one try, or the pause after it, for the next. */
  attempt: AbortController;
}

export function newFacts(
  options: UploadOptions,
  policyRevision: string,
  transcript: GivenTranscript | null = null,
): UploadFacts {
  const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
  return { id, transcript, options, policyRevision, sent: { address: null, uploadId: null } };
}

export function newUpload(facts: UploadFacts, file: File, draft: Draft | null, state: UploadState): Upload {
  const upload = {
    ...facts,
    file,
    draft,
    state: signal(state),
    abort: new AbortController(),
    attempt: new AbortController(),
  };
  upload.state.subscribe(({ kind }) => {
    if (kind === "stored" || kind === "kept" || kind === "done" || kind === "cancelled") endDraft(upload);
  });
  return upload;
}

export function draftOf(facts: UploadFacts, file: File): Draft | null {
  if (!isSecureContext) return null;
  const draft = Draft.begin(draftFacts(facts, file));
  draft.appendAll(file);
  return draft;
}

function draftFacts(
  { id, transcript, options, policyRevision, sent }: UploadFacts,
  { name, type, size }: DraftedFile,
): object {
  return { kind: "upload", id, transcript, options, policyRevision, sent, name, type, size };
}

/** A page that continues with it begins there. */
export function noteSent(upload: Upload, sent: Sent): void {
  upload.sent = sent;
  upload.draft?.rewrite(draftFacts(upload, upload.file));
}

export function endDraft(upload: Upload): void {
  void upload.draft?.remove();
  upload.draft = null;
}

export function isKept({ draft }: Upload): boolean {
  return draft?.isKept.value === true;
}

/** A recording that is being made: how long it gets is not known yet. */
export interface GrowingUpload {
  add: (piece: Blob) => void;
  /** There is no more. */
  end: () => Upload;
}

export function beginGrowing(
  options: UploadOptions,
  { name, type }: Pick<File, "name" | "type">,
  policyRevision: string,
): GrowingUpload {
  const facts = newFacts(options, policyRevision);
  const draft = isSecureContext ? Draft.begin(draftFacts(facts, { name, type, size: null })) : null;
  const pieces: Blob[] = [];
  return {
    add: (piece) => {
      pieces.push(piece);
      draft?.appendAll(piece);
    },
    end: () => newUpload(facts, new File(pieces, name, { type }), draft, { kind: "waiting" }),
  };
}
