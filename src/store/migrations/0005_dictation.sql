-- History of dictations, what people set for them, and what they said of them. Times are milliseconds since the Unix
-- epoch, UTC.

-- A short number for everybody who has a history: it stands in each session and in front of each searchable word.
CREATE TABLE history_owners (
  number  INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE REFERENCES users (id)
) STRICT;

CREATE TABLE sessions (
  -- Grows with created_at within an owner: both give the same order.
  number           INTEGER PRIMARY KEY,
  -- The 128 bits behind `ses_`.
  id               BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  owner            INTEGER NOT NULL REFERENCES history_owners (number),
  -- With whose key it was dictated, where that was an organization's.
  organization_id  TEXT REFERENCES organizations (id),
  created_at       INTEGER NOT NULL,
  updated_at       INTEGER NOT NULL,
  app              TEXT,
  duration_seconds REAL NOT NULL CHECK (duration_seconds >= 0),
  word_count       INTEGER NOT NULL CHECK (word_count >= 0),
  final_text       TEXT NOT NULL,
  -- Null where it equals the final text.
  raw_text         TEXT,
  -- The searchable words of both texts (dictation/search/terms.ts), apart by spaces, each behind its owner's number:
  -- so nobody's search reads through the words of others.
  terms            TEXT NOT NULL,
  hidden           INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1))
) STRICT;

CREATE INDEX sessions_of_owner ON sessions (owner, created_at);
CREATE INDEX sessions_of_organization ON sessions (organization_id, created_at) WHERE organization_id IS NOT NULL;

-- The words are made by tiro, so the tokenizer only splits at spaces. `secure-delete` takes a deleted session's words
-- out of the index at once instead of noting that they are void.
CREATE VIRTUAL TABLE session_terms USING fts5 (
  terms, content = 'sessions', content_rowid = 'number', detail = none, columnsize = 0, tokenize = 'ascii'
);
INSERT INTO session_terms (session_terms, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER sessions_become_searchable AFTER INSERT ON sessions
BEGIN INSERT INTO session_terms (rowid, terms) VALUES (NEW.number, NEW.terms); END;

CREATE TRIGGER sessions_leave_the_search AFTER DELETE ON sessions
BEGIN INSERT INTO session_terms (session_terms, rowid, terms) VALUES ('delete', OLD.number, OLD.terms); END;

CREATE TABLE session_feedback (
  session        INTEGER PRIMARY KEY REFERENCES sessions (number) ON DELETE CASCADE,
  feedback_type  TEXT NOT NULL CHECK (feedback_type IN ('positive', 'negative')),
  message        TEXT,
  corrected_text TEXT,
  updated_at     INTEGER NOT NULL
) STRICT;

CREATE TABLE customizations (
  user_id             TEXT PRIMARY KEY REFERENCES users (id),
  revision            INTEGER NOT NULL CHECK (revision >= 1),
  updated_at          INTEGER NOT NULL,
  -- JSON: an array of words, and one of [from, to].
  dictionary          TEXT NOT NULL CHECK (json_valid(dictionary)),
  replacements        TEXT NOT NULL CHECK (json_valid(replacements)),
  custom_instructions TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE dictation_settings (
  user_id          TEXT PRIMARY KEY REFERENCES users (id),
  language         TEXT,
  casual_messaging INTEGER CHECK (casual_messaging IN (0, 1))
) STRICT, WITHOUT ROWID;
