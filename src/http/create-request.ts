import { billedCredentialOf } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { ErrorCode } from "../lib/errors.ts";
import type { UploadStore } from "../store/uploads/spool.ts";
import { TranscriptionFields } from "../transcription/parameters.ts";
import type { CreateRequest, TranscriptionUseCases } from "../transcription/use-cases.ts";
import { uploadBody } from "../web/operation.ts";
import type { AuthenticatedExchange } from "../web/route.ts";
import { AUDIO_ERRORS, readMultipart, type UploadRules } from "./multipart.ts";
import { paceOf } from "./upload-pace.ts";

export const TRANSCRIPTION_BODY = uploadBody(TranscriptionFields, [
  "file",
  "flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav or webm; the type is detected from the content. At most 256 MiB and 4 hours.",
]);

export const TRANSCRIPTION_ERRORS = [
  ...AUDIO_ERRORS,
  "model_not_found",
  "unsupported_value",
] as const satisfies ErrorCode[];

export interface TranscriptionDeps {
  transcription: TranscriptionUseCases;
  config: Pick<Config, "limits">;
}

/** Receives the upload of a transcription. @throws what `readMultipart` throws. */
export async function receiveTranscription(
  exchange: AuthenticatedExchange,
  uploads: UploadStore,
  { config }: Pick<TranscriptionDeps, "config">,
): Promise<CreateRequest> {
  const { request, requestId, principal, idempotencyKey } = exchange;
  const rules = rulesOf(principal.accountId, uploads, config);
  const { fields, file } = await readMultipart(request, uploads, rules);
  return {
    requestId,
    account: { id: principal.accountId, keyId: billedCredentialOf(principal.credential) },
    fields,
    file,
    idempotencyKey,
    signal: request.signal,
  };
}

/** One that is held in memory must be faster, and be there sooner. */
export function rulesOf(
  party: string,
  { inMemory }: Pick<UploadStore, "inMemory">,
  config: Pick<Config, "limits">,
): UploadRules {
  return {
    fileParam: "file",
    maxFileBytes: limits.transcriptionFileBytes,
    stallMs: limits.uploadStallMs,
    totalMs: inMemory ? limits.uploadInMemoryMs : limits.uploadMs,
    party,
    pace: inMemory ? paceOf(config) : null,
  };
}
