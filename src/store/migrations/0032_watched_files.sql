-- Recordings that were taken from watched folders. A name can say what nobody should keep: a file is known by a hash of
-- its place. Times are milliseconds since the Unix epoch, UTC.
CREATE TABLE watched_files (
  -- SHA-256 of folder and name.
  place      BLOB PRIMARY KEY CHECK (length(place) = 32),
  -- SHA-256 of the folder.
  folder     BLOB NOT NULL CHECK (length(folder) = 32),
  -- Of the content.
  sha256     TEXT NOT NULL,
  -- Size, time of change and number of the file as it was taken.
  version    TEXT NOT NULL,
  job_id     TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('taken', 'written', 'done')),
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX watched_files_of_folder ON watched_files (folder, state);
