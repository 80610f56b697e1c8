import { change, rowAs } from "../statements.ts";

/** The newest backup of this database. */
export interface LastBackup {
  at: number;
  /** Of its file. */
  bytes: number;
  /** Whether it was read again. */
  verified: boolean;
}

type Row = Omit<LastBackup, "verified"> & { verified: 0 | 1 };

/** Null if none was made. */
export const lastBackup = rowAs<[], Row, LastBackup>(
  "SELECT at, bytes, verified FROM last_backup",
  (row) => ({ ...row, verified: row.verified === 1 }),
);

export const setLastBackup = change<[given: LastBackup]>(
  "INSERT OR REPLACE INTO last_backup (id, at, bytes, verified) VALUES (1, @at, @bytes, @verified)",
  ({ at, bytes, verified }) => ({ at, bytes, verified: verified ? 1 : 0 }),
);
