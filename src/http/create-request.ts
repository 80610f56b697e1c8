import { limits } from "../config/limits.ts";
import type { CreateRequest, TranscriptionUseCases } from "../transcription/use-cases.ts";
import type { AuthenticatedExchange } from "../web/route.ts";
import { readMultipart } from "./multipart.ts";

export interface TranscriptionDeps {
  transcription: TranscriptionUseCases;
}

/** Receives the upload of a transcription. @throws what `readMultipart` throws. */
export async function receiveTranscription(
  exchange: AuthenticatedExchange,
  { transcription }: TranscriptionDeps,
): Promise<CreateRequest> {
  const { request, requestId, principal, idempotencyKey } = exchange;
  const { fields, file } = await readMultipart(request, transcription.uploads(principal.accountId), {
    fileParam: "file",
    maxFileBytes: limits.transcriptionFileBytes,
    stallMs: limits.uploadStallMs,
    totalMs: limits.uploadMs,
  });
  return {
    requestId,
    account: { id: principal.accountId, keyId: principal.credential.id },
    fields,
    file,
    idempotencyKey,
    signal: request.signal,
  };
}
