import { type Db, perDatabase } from "../db.ts";

/** The newest examination of this database, page by page. */
export interface LastExamination {
  /** Milliseconds since the epoch, UTC. */
  at: number;
  faults: number;
}

const statements = perDatabase((db) => ({
  read: db.prepare<[], LastExamination>("SELECT at, faults FROM last_examination"),
  write: db.prepare<[LastExamination]>(
    "INSERT OR REPLACE INTO last_examination (id, at, faults) VALUES (1, @at, @faults)",
  ),
}));

/** Null if there was none. */
export function lastExamination(db: Db): LastExamination | null {
  return statements(db).read.get() ?? null;
}

export function setLastExamination(db: Db, examination: LastExamination): void {
  statements(db).write.run(examination);
}
