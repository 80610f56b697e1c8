import { limits } from "../config/limits.ts";
import type { Spool } from "../store/spool.ts";
import type { CreateRequest } from "../transcription/service.ts";
import { readMultipart } from "./multipart.ts";
import type { AuthenticatedExchange } from "./route.ts";

/** Receives the upload of a transcription. Errors: those of `readMultipart`. */
export async function receiveTranscription(
  exchange: AuthenticatedExchange,
  spool: Spool,
): Promise<CreateRequest> {
  const { request, requestId, principal, idempotencyKey } = exchange;
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
