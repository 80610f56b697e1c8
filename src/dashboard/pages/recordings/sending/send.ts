/** How a file goes out: to where the server keeps it, in pieces that resume; or, where it may keep nothing, in one call. */
import { call, noticeFault, type Schemas } from "../../../client/api.ts";
import { ApiFault, asFault, faultOf, unreachable } from "../../../client/fault.ts";
import { pause } from "../../../client/pause.ts";
import { sendResumably } from "../../../client/resumable-upload.ts";
import { anotherPerson } from "../../../client/session-end.ts";
import { upload as post, type UploadCall } from "../../../client/upload.ts";
import { transcriptOf } from "../jobs/transcript.ts";
import { keepResult } from "../local/keep-result.ts";
import { isTranscript, withoutEnding } from "./file-kinds.ts";
import { noteSent, type Upload, type UploadState } from "./upload.ts";

const POLL_SECONDS = 2;
const WAITING = ["job_not_complete", "unreachable"];
const LOST = ["job_abandoned", "job_not_found", "job_expired"];

/** @throws ApiFault; `unreachable` also if the signal ended it. */
export async function send(upload: Upload, signal: AbortSignal): Promise<UploadState> {
  // Nothing of it goes out where it would be refused at its end.
  if (anotherPerson.value) throw new ApiFault({ code: "another_person", status: 409, message: "" });
  if (upload.options.atOnce) return sendAtOnce(upload, signal);
  try {
    const uploadId = isTranscript(upload.file) ? null : await sentFile(upload, signal);
    upload.state.value = { kind: "sent" };
    return { kind: "stored", recordingId: await recordingOf(upload, uploadId, signal) };
  } catch (error) {
    if (signal.aborted) throw unreachable();
    // It waited for more than a day, or the server lost it.
    if (error instanceof ApiFault && error.code === "upload_not_found")
      noteSent(upload, { address: null, uploadId: null });
    throw error;
  }
}

/** @returns the id by which the server has the whole file. */
async function sentFile(upload: Upload, signal: AbortSignal): Promise<string> {
  if (upload.sent.uploadId !== null) return upload.sent.uploadId;
  const uploadId = await sendResumably({
    ...progressOf(upload),
    file: upload.file,
    address: upload.sent.address,
    onAddress: (address) => noteSent(upload, { address, uploadId: null }),
    policyRevision: upload.policyRevision,
    signal,
  }).catch((fault: ApiFault) => {
    noticeFault(fault);
    throw fault;
  });
  noteSent(upload, { ...upload.sent, uploadId });
  return uploadId;
}

function progressOf({ state, file }: Upload): Pick<UploadCall, "onProgress" | "onSilence"> {
  return {
    onProgress: (sent, bytesPerSecond) => {
      state.value = { kind: "sending", sent: Math.min(sent, file.size), bytesPerSecond };
    },
    onSilence: () => {
      state.value = { kind: "unanswered" };
    },
  };
}

/** @returns its id. */
async function recordingOf(upload: Upload, uploadId: string | null, signal: AbortSignal): Promise<string> {
  const { id, file, transcript, options, policyRevision } = upload;
  const { language, diarize, prompt, folderId } = options;
  const fields = {
    ...(language !== "auto" && { language: language as Exclude<Schemas["LanguageCode"], "auto"> }),
    ...(folderId !== null && { folder_id: folderId }),
  };
  const sent = { headers: { "Idempotency-Key": id }, policyRevision, signal };
  if (uploadId === null || transcript !== null) {
    const content = transcript?.content ?? (await file.text());
    const sound = uploadId !== null && { upload_id: uploadId };
    const body = { ...fields, ...sound, content, file_name: file.name };
    return (await call("POST /v1/recordings/import", { ...sent, body })).id;
  }
  const wishes = { ...(diarize && { diarize }), ...(prompt.trim() !== "" && { prompt: prompt.trim() }) };
  const body = { ...fields, ...wishes, upload_id: uploadId };
  return (await call("POST /v1/recordings", { ...sent, body })).id;
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** The server may keep nothing: the result stays in this browser, with the sound. */
async function sendAtOnce(upload: Upload, signal: AbortSignal): Promise<UploadState> {
  if (upload.transcript !== null || isTranscript(upload.file)) return importHere(upload);
  const { id, file, options, state, policyRevision } = upload;
  const { language, diarize, prompt } = options;
  const answer = await post("POST /v1/audio/transcriptions", {
    ...progressOf(upload),
    body: formOf({
      model: "speech-v1.5",
      ...(language !== "auto" && { language }),
      ...(prompt.trim() !== "" && { prompt: prompt.trim() }),
      ...(diarize && { diarize: "true" }),
      response_format: diarize ? "diarized_json" : "verbose_json",
      file,
    }),
    headers: { "Idempotency-Key": id },
    policyRevision,
    signal,
    onSent: () => {
      state.value = { kind: "sent" };
    },
  });
  const result = answer.ok ? await answer.json() : await laterResult(await faultOf(answer), upload, signal);
  const isKept = await keepResult(file, withoutEnding(file.name), result);
  return isKept ? { kind: "kept" } : { kind: "done", transcript: transcriptOf(result) };
}

/**
 * A call waits for some minutes; longer work continues as a job, in the memory of the server alone. If that loses it, the
 * file is sent again.
 * @throws the fault, if there is no such job; ApiFault `unreachable` if it was lost.
 */
async function laterResult(fault: ApiFault, { state, abort }: Upload, signal: AbortSignal): Promise<unknown> {
  noticeFault(fault);
  if (fault.jobId === null) throw fault;
  const path = { job: fault.jobId };
  for (;;) {
    try {
      return await call("GET /v1/audio/transcription-jobs/{job}/result", { path, signal });
    } catch (error) {
      // A job that cannot be cancelled now ends by itself.
      if (abort.signal.aborted)
        void call("POST /v1/audio/transcription-jobs/{job}/cancel", { path }).catch(() => {});
      if (signal.aborted) throw unreachable();
      const { code, retryAfterSeconds } = asFault(error);
      if (LOST.includes(code)) throw unreachable();
      if (!WAITING.includes(code)) throw error;
      state.value = { kind: code === "unreachable" ? "unanswered" : "sent" };
      await pause((retryAfterSeconds ?? POLL_SECONDS) * 1000, signal);
    }
  }
}

/** Words that are there already need no server. */
async function importHere({ file, transcript, options }: Upload): Promise<UploadState> {
  const words = transcript?.content ?? (await file.text());
  try {
    const { keepImported } = await import("../local/keep-imported.ts");
    const name = withoutEnding(file.name);
    const language = options.language === "auto" ? null : options.language;
    await keepImported(transcript === null ? null : file, words, { name, language });
    return { kind: "kept" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ApiFault({ code: "local_import_failed", status: 0, message });
  }
}

/** Drops the server's part; otherwise it expires after a day. */
export function forgetUpload({ sent: { address }, state }: Upload): void {
  const upload = address?.split("/").at(-1);
  if (upload === undefined || state.value.kind === "stored") return;
  void call("DELETE /v1/uploads/{upload}", { path: { upload } }).catch(() => {});
}
