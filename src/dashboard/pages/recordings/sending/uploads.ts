/**
 * Files on their way: two at once, the others wait, first dropped first sent. They go on while the person looks at other
 * pages, and from where they were once the page was closed in between. Each has a key, so that a call whose answer was lost
 * can be sent again without a second job; while the server cannot be reached, that is tried again and again.
 */
import { type Signal, signal } from "@preact/signals";
import { noticeFault } from "../../../client/api.ts";
import { Draft, type FoundDraft } from "../../../client/drafts.ts";
import { ApiFault, asFault, faultOf } from "../../../client/fault.ts";
import { watchWork } from "../../../client/leaving.ts";
import { session } from "../../../client/session.ts";
import { anotherPerson, isStillLoggedIn } from "../../../client/session-end.ts";
import { upload as post } from "../../../client/upload.ts";
import { mayKeepDrafts } from "../../../state/keeping.ts";
import { me } from "../../../state/me.ts";
import { type Transcript, transcriptOf } from "../jobs/transcript.ts";

export interface UploadOptions {
  language: string;
  diarize: boolean;
  prompt: string;
  /** Nothing may be stored: the call itself brings the result. */
  atOnce: boolean;
}

export type UploadState =
  | { kind: "waiting" }
  | { kind: "sending"; sent: number; bytesPerSecond: number }
  /** Nothing gets through to the server, whether it is being tried or about to be. */
  | { kind: "unanswered" }
  /** All of it is there, and the answer is awaited. */
  | { kind: "sent" }
  | { kind: "stored"; jobId: string }
  /** Kept in this tab alone. */
  | { kind: "done"; transcript: Transcript }
  | { kind: "failed"; fault: ApiFault }
  /** The page closed before all of it was in the browser's storage. */
  | { kind: "incomplete" }
  | { kind: "cancelled" };

export interface Upload {
  id: string;
  file: File;
  options: UploadOptions;
  /** Of what the page showed when the person sent it. */
  policyRevision: string;
  /** In the browser's storage; null where nothing may be kept. */
  draft: Draft | null;
  state: Signal<UploadState>;
  abort: AbortController;
  /** Ends one try, or the pause after it, for the next. */
  attempt: AbortController;
}

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

/** The server does not have it, or has told its text to this tab alone. */
function isOpen({ state: { value } }: Upload): boolean {
  return value.kind !== "stored" && value.kind !== "cancelled";
}

export function isKept({ draft }: Upload): boolean {
  return draft?.isKept.value === true;
}

addEventListener("online", () => {
  for (const upload of uploads.value) if (upload.state.value.kind === "unanswered") tryNow(upload);
});

export function addFiles(files: Iterable<File>, options: UploadOptions): void {
  const added = [...files].map((file) => {
    const id = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const own = { id, options, policyRevision: session.policy_revision };
    return newUpload({ ...own, file, draft: draftOf(file, own) }, { kind: "waiting" });
  });
  uploads.value = [...uploads.value, ...added];
  sendNext();
}

function newUpload(
  given: Pick<Upload, "id" | "file" | "options" | "policyRevision" | "draft">,
  state: UploadState,
): Upload {
  const upload = {
    ...given,
    state: signal(state),
    abort: new AbortController(),
    attempt: new AbortController(),
  };
  upload.state.subscribe(({ kind }) => {
    if (kind === "stored" || kind === "done" || kind === "cancelled") endDraft(upload);
  });
  return upload;
}

interface UploadFacts extends Pick<Upload, "id" | "options" | "policyRevision"> {
  name: string;
  type: string;
  size: number;
}

function draftOf(file: File, own: Pick<Upload, "id" | "options" | "policyRevision">): Draft | null {
  if (own.options.atOnce || !mayKeepDrafts()) return null;
  const facts: UploadFacts = { ...own, name: file.name, type: file.type, size: file.size };
  const draft = Draft.begin({ kind: "upload", ...facts });
  draft.appendAll(file);
  return draft;
}

function endDraft(upload: Upload): void {
  void upload.draft?.remove();
  upload.draft = null;
}

/** What an earlier page was closed with goes on. Where nothing may be kept any more, this page has it alone. */
export function takeUpUpload({ draft, facts, content }: FoundDraft): void {
  const { name, type, size, ...own } = facts as UploadFacts;
  const kept = mayKeepDrafts() ? draft : null;
  if (kept === null) void draft.remove();
  const file = new File([content], name, { type });
  const kind = content.size === size ? "waiting" : "incomplete";
  uploads.value = [...uploads.value, newUpload({ ...own, file, draft: kept }, { kind })];
  sendNext();
}

export function cancelUpload({ abort, state }: Upload): void {
  abort.abort();
  if (state.value.kind === "waiting") state.value = { kind: "cancelled" };
}

export function tryNow({ attempt }: Upload): void {
  attempt.abort();
}

export function retryUpload(upload: Upload): void {
  upload.abort = new AbortController();
  upload.policyRevision = session.policy_revision;
  upload.options = { ...upload.options, atOnce: me.data.value?.zero_retention ?? upload.options.atOnce };
  upload.state.value = { kind: "waiting" };
  sendNext();
}

export function dismissUpload(upload: Upload): void {
  endDraft(upload);
  uploads.value = uploads.value.filter((each) => each !== upload);
}

/** Its name, where this tab sent it: the server keeps none. */
export function nameOfJob(jobId: string): string | null {
  const own = uploads.value.find(({ state: { value } }) => value.kind === "stored" && value.jobId === jobId);
  return own?.file.name ?? null;
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
      return await send(upload);
    } catch (error) {
      const fault = asFault(error);
      if (upload.abort.signal.aborted) throw fault;
      if (fault.code === "unreachable") {
        upload.state.value = { kind: "unanswered" };
        await pause(PAUSES_MS[tries] ?? LONGEST_PAUSE_MS, endOfTry(upload));
      } else if (fault.code === "foreign_request" && !hasNewSession && (await isStillLoggedIn()))
        hasNewSession = true;
      else throw fault;
    }
  }
}

function endOfTry({ abort, attempt }: Upload): AbortSignal {
  return AbortSignal.any([abort.signal, attempt.signal]);
}

/** Shorter where the signal says so. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function send(upload: Upload): Promise<UploadState> {
  const { id, file, options, state, policyRevision } = upload;
  const { atOnce } = options;
  // Nothing of it goes out where it would be refused at its end.
  if (anotherPerson.value) throw new ApiFault({ code: "another_person", status: 409, message: "" });
  const answer = await post(atOnce ? "POST /v1/audio/transcriptions" : "POST /v1/audio/transcription-jobs", {
    body: formOf(file, options),
    headers: { "Idempotency-Key": id },
    policyRevision,
    signal: endOfTry(upload),
    onProgress: (sent, bytesPerSecond) => {
      state.value = { kind: "sending", sent: Math.min(sent, file.size), bytesPerSecond };
    },
    onSilence: () => {
      state.value = { kind: "unanswered" };
    },
    onSent: () => {
      state.value = { kind: "sent" };
    },
  });
  if (answer.ok) {
    const result = (await answer.json()) as { id?: string };
    return atOnce
      ? { kind: "done", transcript: transcriptOf(result) }
      : { kind: "stored", jobId: result.id ?? "" };
  }
  const body = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { error?: { job_id?: string } };
  const fault = await faultOf(answer);
  noticeFault(fault);
  // The call was too short for it; the work goes on as a job.
  if (fault.code === "request_timeout" && body.error?.job_id)
    return { kind: "stored", jobId: body.error.job_id };
  throw fault;
}

function formOf(file: File, { language, diarize, prompt }: UploadOptions): FormData {
  const form = new FormData();
  form.set("model", "speech-v1.5");
  if (language !== "auto") form.set("language", language);
  if (prompt.trim() !== "") form.set("prompt", prompt.trim());
  if (diarize) form.set("diarize", "true");
  form.set("response_format", diarize ? "diarized_json" : "verbose_json");
  form.set("file", file, file.name);
  return form;
}
