-- Machines that may recognize for this one. Times are milliseconds since the Unix epoch, UTC. Private keys of workers are
-- on their own machines; those of this one are sealed in `secrets`.
CREATE TABLE cluster_workers (
  name                TEXT PRIMARY KEY,
  -- The public halves: of the NKey by which the broker knows it, and of the key for what is sealed to it.
  nkey                TEXT NOT NULL UNIQUE,
  sealing_key         TEXT NOT NULL,
  certificate_ends_at INTEGER NOT NULL,
  added_at            INTEGER NOT NULL,
  rotated_at          INTEGER,
  revoked_at          INTEGER,
  draining_since      INTEGER
) STRICT, WITHOUT ROWID;
