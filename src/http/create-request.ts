import { limits } from "../config/limits.ts";
import type { Spool } from "../store/spool.ts";
import type { CreateRequest, TranscriptionService } from "../transcription/service.ts";
import type { AuthenticatedExchange } from "../web/route.ts";
import { readMultipart } from "./multipart.ts";

export interface TranscriptionDeps {
  transcription: TranscriptionService;
  spool: Spool;
}

/** Receives the upload of a transcription. Errors: those of `assertMayStore` and `readMultipart`. */
export async function receiveTranscription(
  exchange: AuthenticatedExchange,
  { transcription, spool }: TranscriptionDeps,
): Promise<CreateRequest> {
  const { request, requestId, principal, idempotencyKey } = exchange;
  transcription.assertMayStore(principal.accountId);
  const { fields, file } = await readMultipart(request, spool, {
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
