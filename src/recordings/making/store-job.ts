/** The job that recognizes a recording. */
import { billedCredentialOf } from "../../accounts/authentication/principal.ts";
import { isUploadFile } from "../../store/uploads/resumable.ts";
import type { SpooledFile } from "../../store/uploads/spool.ts";
import { TRANSCRIPTION_MODEL } from "../../transcription/parameters.ts";
import type { CreateRequest } from "../../transcription/use-cases.ts";
import type { Call, MakingDeps, RecognitionWishes } from "./deps.ts";

interface RecordingJob {
  file: SpooledFile;
  /** As of `CreateRequest`. */
  isPaidFor?: boolean;
  /** Runs in the transaction that stores the job. */
  stored: (jobId: string) => void;
}

/**
 * Takes the file over, unless it is one of an upload: that stays until `stored` used it up, so that a refused call can be
 * made again.
 */
export async function storeJob(
  { db, transcription }: Pick<MakingDeps, "db" | "transcription">,
  { principal, requestId, signal, wishes }: Call & { wishes: RecognitionWishes },
  { file, isPaidFor = false, stored }: RecordingJob,
): Promise<void> {
  const { name, path, bytes, sha256 } = file;
  await transcription.createJob({
    requestId,
    account: { id: principal.accountId, keyId: billedCredentialOf(principal.credential) },
    fields: fieldsOf(wishes),
    file: {
      ...{ name, path, bytes, sha256, inMemory: false },
      sync: () => file.sync(),
      remove: async () => {
        if (!isUploadFile(db, name)) await file.remove();
      },
    },
    idempotencyKey: null,
    signal,
    isPaidFor,
    stored,
  });
}

export function fieldsOf({ language, prompt, diarize }: RecognitionWishes): CreateRequest["fields"] {
  const fields = { model: TRANSCRIPTION_MODEL, language, prompt, diarize: diarize?.toString() };
  return Object.entries(fields).flatMap(([name, value]): CreateRequest["fields"] =>
    value === undefined ? [] : [[name, value]],
  );
}
