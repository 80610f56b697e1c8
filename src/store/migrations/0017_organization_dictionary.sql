-- The words that an organization adds to the dictionaries of its members for what is done through it. Times are
-- milliseconds since the Unix epoch, UTC.
CREATE TABLE organization_dictionaries (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  revision        INTEGER NOT NULL CHECK (revision >= 1),
  updated_at      INTEGER NOT NULL,
  -- A JSON array, the oldest word first.
  words           TEXT NOT NULL CHECK (json_valid(words))
) STRICT, WITHOUT ROWID;
