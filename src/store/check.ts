import { type Db, perDatabase } from "./db.ts";

const statements = perDatabase((db) => ({
  read: db.prepare<[], { found: number }>("SELECT count(*) AS found FROM (SELECT 1 FROM users LIMIT 1)"),
}));

/** Reads a table, to learn that the database answers. @throws SQLite's errors where it does not. */
export function checkDatabase(db: Db): void {
  statements(db).read.get();
}
