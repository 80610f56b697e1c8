import { type Db, perDatabase } from "../db.ts";

/** A machine that may recognize for this one, by its public keys. Times are milliseconds since the epoch. */
export interface ClusterWorker {
  name: string;
  /** Of a user of the broker: `U…`. */
  nkey: string;
  /** X25519 (PEM). */
  sealingKey: string;
  certificateEndsAt: number;
  addedAt: number;
  rotatedAt: number | null;
  revokedAt: number | null;
  drainingSince: number | null;
}

const COLUMNS = `name, nkey, sealing_key AS sealingKey, certificate_ends_at AS certificateEndsAt, added_at AS addedAt,
  rotated_at AS rotatedAt, revoked_at AS revokedAt, draining_since AS drainingSince`;

const statements = perDatabase((db) => ({
  put: db.prepare<[ClusterWorker]>(
    `INSERT OR REPLACE INTO cluster_workers
       (name, nkey, sealing_key, certificate_ends_at, added_at, rotated_at, revoked_at, draining_since)
     VALUES (@name, @nkey, @sealingKey, @certificateEndsAt, @addedAt, @rotatedAt, @revokedAt, @drainingSince)`,
  ),
  all: db.prepare<[], ClusterWorker>(`SELECT ${COLUMNS} FROM cluster_workers ORDER BY name`),
  byName: db.prepare<[string], ClusterWorker>(`SELECT ${COLUMNS} FROM cluster_workers WHERE name = ?`),
  revokeAll: db.prepare<[number]>("UPDATE cluster_workers SET revoked_at = ? WHERE revoked_at IS NULL"),
}));

/** By name, revoked ones too. */
export function clusterWorkers(db: Db): ClusterWorker[] {
  return statements(db).all.all();
}

export function clusterWorker(db: Db, name: string): ClusterWorker | null {
  return statements(db).byName.get(name) ?? null;
}

/** In the place of one of that name. */
export function putClusterWorker(db: Db, worker: ClusterWorker): void {
  statements(db).put.run(worker);
}

export function revokeClusterWorkers(db: Db, nowMs: number): void {
  statements(db).revokeAll.run(nowMs);
}
