import { change, row, rows } from "../statements.ts";

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

/** By name, revoked ones too. */
export const clusterWorkers = rows<[], ClusterWorker>(`SELECT ${COLUMNS} FROM cluster_workers ORDER BY name`);

export const clusterWorker = row<[name: string], ClusterWorker>(
  `SELECT ${COLUMNS} FROM cluster_workers WHERE name = ?`,
);

/** In the place of one of that name. */
export const putClusterWorker = change<[worker: ClusterWorker]>(
  `INSERT OR REPLACE INTO cluster_workers
     (name, nkey, sealing_key, certificate_ends_at, added_at, rotated_at, revoked_at, draining_since)
   VALUES (@name, @nkey, @sealingKey, @certificateEndsAt, @addedAt, @rotatedAt, @revokedAt, @drainingSince)`,
);

export const revokeClusterWorkers = change<[nowMs: number]>(
  "UPDATE cluster_workers SET revoked_at = ? WHERE revoked_at IS NULL",
);
