/** A watched folder's use cases without a recognizer: each job has its result as soon as it is made. */
import { insertJob, setJobSucceeded } from "../../src/store/transcription/jobs.ts";
import { Spool } from "../../src/store/uploads/spool.ts";
import type { WatchDeps } from "../../src/watch/watch-folder.ts";

const TEXT = { contentType: "text/plain", body: "said" };

/** @param onJob is called with each job's id. */
export async function saidAtOnce(
  { db, clock }: Pick<WatchDeps, "db" | "clock">,
  { accountId, spoolDir, onJob }: { accountId: string; spoolDir: string; onJob?: (id: string) => void },
): Promise<WatchDeps["transcription"]> {
  const spool = await Spool.at(spoolDir);
  return {
    uploads: () => spool,
    createJob: async ({ requestId: id, file }) => {
      onJob?.(id);
      const job = { id, accountId, keyId: "watch", attempts: 0, createdAt: clock.now() };
      insertJob(db, { ...job, parameters: "{}", spoolName: null, spoolSha256: null, spoolBytes: 1 });
      setJobSucceeded(db, id, TEXT, { audioDurationSeconds: 1, completedAt: clock.now() });
      await file?.remove();
      return { status: 202, contentType: "application/json", body: "{}", replayed: false };
    },
    getResult: () => ({ ...TEXT, status: 200, replayed: false }),
  };
}
