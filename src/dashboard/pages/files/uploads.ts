/**
 * Files on their way: two at once, the others wait, first dropped first sent. They go on while the person looks at other
 * pages. Each has a key, so that a call whose answer was lost can be sent again without a second job; while the server
 * cannot be reached, that is tried again and again.
 */
import { type Signal, signal } from "@preact/signals";
import { noticeFault } from "../../client/api.ts";
import { ApiFault, asFault, faultOf } from "../../client/fault.ts";
import { watchWork } from "../../client/leaving.ts";
import { session } from "../../client/session.ts";
import { anotherPerson, isStillLoggedIn } from "../../client/session-end.ts";
import { upload as post } from "../../client/upload.ts";
import { me } from "../../state/me.ts";
import { type Transcript, transcriptOf } from "./transcript.ts";

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
  | { kind: "cancelled" };

export interface Upload {
  id: string;
  file: File;
  options: UploadOptions;
  /** Of what the page showed when the person sent it. */
  policyRevision: string;
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
  lostBy: () => (uploads.value.some(({ state: { value } }) => isInThisTabAlone(value)) ? "tab" : null),
});

function isInThisTabAlone({ kind }: UploadState): boolean {
  return kind !== "stored" && kind !== "cancelled";
}

addEventListener("online", () => {
  for (const upload of uploads.value) if (upload.state.value.kind === "unanswered") tryNow(upload);
});

export function addFiles(files: Iterable<File>, options: UploadOptions): void {
  const added = [...files].map((file) => ({
    id: crypto.getRandomValues(new Uint32Array(4)).join("-"),
    file,
    options,
    policyRevision: session.policy_revision,
    state: signal<UploadState>({ kind: "waiting" }),
    abort: new AbortController(),
    attempt: new AbortController(),
  }));
  uploads.value = [...uploads.value, ...added];
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
