/** The process of an examination: it reads the whole database, which blocks its process. */
import { join } from "node:path";
import { z } from "zod";
import { openExisting } from "../store/backup/open-existing.ts";
import { faultsOfTable, tablesOf } from "../store/database/integrity.ts";
import { isDamage } from "../store/errors.ts";

const placeSchema = z.object({ dataDir: z.string(), nativeBinding: z.string() });
export type ExaminedPlace = z.infer<typeof placeSchema>;

/** Its standard output, as JSON. */
export const outcomeSchema = z.object({
  faults: z.int(),
  /** What SQLite said first. */
  first: z.string().nullable(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

export function runExamineHost(text: string): void {
  process.stdout.write(JSON.stringify(examined(placeSchema.parse(JSON.parse(text)))));
}

/** @throws what is neither damage nor its absence: then nothing is known. */
export function examined({ dataDir, nativeBinding }: ExaminedPlace): Outcome {
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
