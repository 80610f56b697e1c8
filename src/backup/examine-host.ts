/** The process of an examination: it reads the whole database, which blocks its process. */
import { setPriority } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { openExisting } from "../store/backup/open-existing.ts";
import { faultsOfTable, tablesOf } from "../store/database/integrity.ts";
import { isDamage } from "../store/errors.ts";

const examineHostOptions = z.object({ dataDir: z.string(), nativeBinding: z.string() });

/** Its standard output, as JSON. */
export const examinationOutcome = z.object({
  faults: z.int(),
  /** What SQLite said first. */
  first: z.string().nullable(),
});
type Outcome = z.infer<typeof examinationOutcome>;

const NICENESS = 19;

/** @throws what is neither damage nor its absence: then nothing is known. */
export function runExamineHost(text: string): void {
  setPriority(NICENESS);
  process.stdout.write(JSON.stringify(examined(examineHostOptions.parse(JSON.parse(text)))));
}

function examined({ dataDir, nativeBinding }: z.infer<typeof examineHostOptions>): Outcome {
  try {
    const db = openExisting(join(dataDir, "tiro.db"), nativeBinding);
    try {
      // Table by table: while one is read, the log cannot be written back.
      const faults = tablesOf(db).flatMap((table) => faultsOfTable(db, table));
      return { faults: faults.length, first: faults[0] ?? null };
    } finally {
      db.close();
    }
  } catch (error) {
    if (isDamage(error)) return { faults: 1, first: String(error) };
    throw error;
  }
}
