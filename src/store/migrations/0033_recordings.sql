-- The library of transcripts: recordings with their words, folders, and with whom they are shared. Times are milliseconds
-- since the Unix epoch, UTC; those inside a recording are milliseconds from its beginning.

-- A short number for everybody who has recordings or folders: a person, or an organization with whose key they were made.
-- It stands in front of each searchable word.
CREATE TABLE recording_owners (
  number          INTEGER PRIMARY KEY,
  user_id         TEXT UNIQUE REFERENCES users (id),
  organization_id TEXT UNIQUE REFERENCES organizations (id),
  CHECK ((user_id IS NULL) <> (organization_id IS NULL))
) STRICT;

CREATE TABLE recording_folders (
  number     INTEGER PRIMARY KEY,
  -- The 128 bits behind `fld_`.
  id         BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  owner      INTEGER NOT NULL REFERENCES recording_owners (number),
  name       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX recording_folders_of_owner ON recording_folders (owner);

CREATE TABLE recordings (
  -- Newest first is by this number.
  number        INTEGER PRIMARY KEY,
  -- The 128 bits behind `rec_`.
  id            BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  owner         INTEGER NOT NULL REFERENCES recording_owners (number),
  folder        INTEGER REFERENCES recording_folders (number),
  name          TEXT NOT NULL,
  -- JSON: an array of texts.
  tags          TEXT NOT NULL DEFAULT '[]',
  archived      INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  language      TEXT,
  duration_ms   INTEGER CHECK (duration_ms >= 0),
  state         TEXT NOT NULL CHECK (state IN ('waiting', 'recognizing', 'ready', 'failed', 'cancelled')),
  error_code    TEXT,
  error_message TEXT,
  source        TEXT NOT NULL CHECK (source IN ('upload', 'import', 'job', 'live')),
  -- The transcription that makes its words.
  job_id        TEXT,
  -- JSON: an object of the number of each speaker and their name, or null.
  speakers      TEXT NOT NULL DEFAULT '{}',
  word_count    INTEGER NOT NULL DEFAULT 0 CHECK (word_count >= 0),
  revision      INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- Segments that the server made so far: their ids are counted.
  segments_made INTEGER NOT NULL DEFAULT 0,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  -- When what changed is put into the search; null where all is in it.
  index_due     INTEGER,
  -- Nobody sees it any more; its rows and files go slice by slice.
  erased        INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1))
) STRICT;

CREATE INDEX recordings_of_owner ON recordings (owner, number, archived, folder) WHERE erased = 0;
CREATE INDEX recordings_with_tags ON recordings (owner, number, tags) WHERE erased = 0 AND tags <> '[]';
CREATE INDEX recordings_of_folder ON recordings (folder, number) WHERE folder IS NOT NULL;
CREATE INDEX recordings_by_age ON recordings (owner, created_at) WHERE erased = 0;
CREATE INDEX recordings_of_job ON recordings (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX recordings_to_index ON recordings (index_due) WHERE index_due IS NOT NULL;
CREATE INDEX recordings_to_erase ON recordings (number) WHERE erased = 1;

-- The unit of change. Between the positions of neighbours is room for more.
CREATE TABLE recording_segments (
  number    INTEGER PRIMARY KEY,
  recording INTEGER NOT NULL REFERENCES recordings (number),
  position  INTEGER NOT NULL,
  id        TEXT NOT NULL,
  speaker   INTEGER,
  start_ms  INTEGER NOT NULL,
  end_ms    INTEGER NOT NULL,
  -- JSON: [word, start, end, confidence or null, 1 where no space stands before it], shorter where the rest says nothing.
  words     TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX recording_segments_in_order ON recording_segments (recording, position);
CREATE UNIQUE INDEX recording_segments_by_id ON recording_segments (recording, id);

-- One line for each save: what it changed, and what takes it back.
CREATE TABLE recording_edits (
  recording INTEGER NOT NULL REFERENCES recordings (number),
  -- That the recording has since.
  revision  INTEGER NOT NULL,
  person    TEXT REFERENCES users (id),
  at        INTEGER NOT NULL,
  changes   TEXT NOT NULL,
  inverses  TEXT NOT NULL,
  PRIMARY KEY (recording, revision)
) STRICT;

CREATE INDEX recording_edits_of_person ON recording_edits (person) WHERE person IS NOT NULL;

-- Of a recording or of a folder, with a person.
CREATE TABLE recording_shares (
  recording INTEGER REFERENCES recordings (number),
  folder    INTEGER REFERENCES recording_folders (number),
  user_id   TEXT NOT NULL REFERENCES users (id),
  role      TEXT NOT NULL CHECK (role IN ('viewer', 'editor')),
  at        INTEGER NOT NULL,
  CHECK ((recording IS NULL) <> (folder IS NULL))
) STRICT;

CREATE UNIQUE INDEX recording_shares_of_recording ON recording_shares (recording, user_id) WHERE recording IS NOT NULL;
CREATE UNIQUE INDEX recording_shares_of_folder ON recording_shares (folder, user_id) WHERE folder IS NOT NULL;
CREATE INDEX recording_shares_with_user ON recording_shares (user_id);

-- Shares end with membership, however it ends: only people who have an organization in common share anything.
CREATE TRIGGER members_lose_shares AFTER DELETE ON members
BEGIN
  DELETE FROM recording_shares WHERE rowid IN (
    SELECT recording_shares.rowid
    FROM recording_shares
    LEFT JOIN recordings ON recordings.number = recording_shares.recording
    LEFT JOIN recording_folders ON recording_folders.number = recording_shares.folder
    JOIN recording_owners AS owners ON owners.number = coalesce(recordings.owner, recording_folders.owner)
    WHERE (recording_shares.user_id = OLD.user_id OR owners.user_id = OLD.user_id)
      AND NOT EXISTS (
        SELECT 1 FROM members AS theirs
        WHERE theirs.user_id = recording_shares.user_id
          AND (theirs.organization_id = owners.organization_id
            OR theirs.organization_id IN (SELECT organization_id FROM members WHERE user_id = owners.user_id))));
  UPDATE recordings SET folder = NULL WHERE number IN (
    SELECT recordings.number
    FROM recording_folders
    JOIN recording_owners AS keepers ON keepers.number = recording_folders.owner
    JOIN recordings ON recordings.folder = recording_folders.number AND recordings.owner <> recording_folders.owner
    JOIN recording_owners AS owners ON owners.number = recordings.owner
    WHERE (keepers.user_id = OLD.user_id OR owners.user_id = OLD.user_id)
      AND NOT EXISTS (
        SELECT 1 FROM members AS theirs
        WHERE theirs.user_id = owners.user_id
          AND (theirs.organization_id = keepers.organization_id
            OR theirs.organization_id IN (SELECT organization_id FROM members WHERE user_id = keepers.user_id))));
END;

-- What is searched: some 200 words each, and the names of each recording. The number is that of the recording times 4096,
-- and one below 4096, so that hits come newest first.
CREATE TABLE recording_slices (
  number   INTEGER PRIMARY KEY,
  -- Its first one; null for names.
  segment  TEXT,
  start_ms INTEGER,
  -- Each behind its owner's number, as in sessions.
  terms    TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE recording_terms USING fts5 (
  terms, content = 'recording_slices', content_rowid = 'number', detail = none, columnsize = 0, tokenize = 'ascii'
);
INSERT INTO recording_terms (recording_terms, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER recording_slices_become_searchable AFTER INSERT ON recording_slices
BEGIN INSERT INTO recording_terms (rowid, terms) VALUES (NEW.number, NEW.terms); END;

CREATE TRIGGER recording_slices_leave_the_search AFTER DELETE ON recording_slices
BEGIN INSERT INTO recording_terms (recording_terms, rowid, terms) VALUES ('delete', OLD.number, OLD.terms); END;

CREATE TRIGGER recording_slices_change_in_the_search AFTER UPDATE OF terms ON recording_slices
BEGIN
  INSERT INTO recording_terms (recording_terms, rowid, terms) VALUES ('delete', OLD.number, OLD.terms);
  INSERT INTO recording_terms (rowid, terms) VALUES (NEW.number, NEW.terms);
END;

-- What was heard, encrypted with a key of its own, in a file beside the database.
CREATE TABLE recording_audio (
  recording    INTEGER PRIMARY KEY REFERENCES recordings (number),
  -- Sealed with the installation's key.
  sealed_key   BLOB NOT NULL,
  -- Random, because a copy may take the original's place.
  file_name    TEXT NOT NULL UNIQUE,
  kind         TEXT NOT NULL CHECK (kind IN ('audio', 'video')),
  content_type TEXT NOT NULL,
  -- Of the file, and of what is in it.
  file_bytes   INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  kept_until   INTEGER NOT NULL,
  -- One number from 0 to 255 for each stretch of the same length.
  peaks        BLOB
) STRICT;

CREATE INDEX recording_audio_by_end ON recording_audio (kept_until);

-- Files that come in parts.
CREATE TABLE uploads (
  -- The 128 bits behind `upl_`.
  id         BLOB PRIMARY KEY CHECK (length(id) = 16),
  account_id TEXT NOT NULL,
  user_id    TEXT REFERENCES users (id),
  length     INTEGER NOT NULL CHECK (length >= 0),
  received   INTEGER NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND length),
  -- JSON: what the client said of it.
  metadata   TEXT NOT NULL,
  file_name  TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX uploads_of_account ON uploads (account_id);
CREATE INDEX uploads_by_end ON uploads (expires_at);
