-- The sound of live streams that become recordings, until they end: of those that a kill cut off, the next start makes what
-- there is.
CREATE TABLE stream_sounds (
  file_name  TEXT PRIMARY KEY,
  -- Sealed with the installation's key.
  sealed_key BLOB NOT NULL,
  account_id TEXT NOT NULL,
  user_id    TEXT REFERENCES users (id),
  -- JSON: what let the stream in, and what is wished of the recording.
  credential TEXT NOT NULL,
  wishes     TEXT NOT NULL
) STRICT, WITHOUT ROWID;
