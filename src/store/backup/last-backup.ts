import { type Db, perDatabase } from "../db.ts";

/** The newest backup of this database. */
export interface LastBackup {
  at: number;
  /** Of its file. */
  bytes: number;
  /** Whether it was read again. */
  verified: boolean;
}

type Row = Omit<LastBackup, "verified"> & { verified: 0 | 1 };

const statements = perDatabase((db) => ({
  read: db.prepare<[], Row>("SELECT at, bytes, verified FROM last_backup"),
  write: db.prepare<[Row]>(
    "INSERT OR REPLACE INTO last_backup (id, at, bytes, verified) VALUES (1, @at, @bytes, @verified)",
  ),
}));

/** Null if none was made. */
export function lastBackup(db: Db): LastBackup | null {
  const row = statements(db).read.get();
  return row === undefined ? null : { ...row, verified: row.verified === 1 };
}

export function setLastBackup(db: Db, { at, bytes, verified }: LastBackup): void {
  statements(db).write.run({ at, bytes, verified: verified ? 1 : 0 });
}
