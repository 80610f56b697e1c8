import { type Db, perDatabase } from "../db.ts";

const statements = perDatabase((db) => ({
  begin: db.prepare<[number]>("INSERT INTO first_run (id, began_at) VALUES (1, ?)"),
  isOpen: db.prepare<[], 1>("SELECT 1 FROM first_run WHERE ended_at IS NULL").pluck(),
  end: db.prepare<[number]>("UPDATE first_run SET ended_at = ? WHERE ended_at IS NULL"),
}));

export function beginFirstRun(db: Db, nowMs: number): void {
  statements(db).begin.run(nowMs);
}

/** Never on an installation that is older than the guide. */
export function isFirstRunOpen(db: Db): boolean {
  return statements(db).isOpen.get() === 1;
}

/** @returns whether it was open. */
export function endFirstRun(db: Db, nowMs: number): boolean {
  return statements(db).end.run(nowMs).changes > 0;
}
