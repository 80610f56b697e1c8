-- Organizations and who belongs to them, the ways in for people, and the audit log. Times are milliseconds since
-- the Unix epoch, UTC.

CREATE TABLE organizations (
  id                TEXT PRIMARY KEY CHECK (id GLOB 'org_*' AND length(id) = 36),
  name              TEXT NOT NULL COLLATE NOCASE UNIQUE,
  plan              TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'max', 'team', 'enterprise')),
  -- The policies that bind what members dictate.
  zero_retention    INTEGER NOT NULL DEFAULT 0 CHECK (zero_retention IN (0, 1)),
  history_allowed   INTEGER NOT NULL DEFAULT 1 CHECK (history_allowed IN (0, 1)),
  -- Null: no limit.
  retention_days    INTEGER CHECK (retention_days >= 1),
  -- A JSON array of language codes; null: all.
  allowed_languages TEXT CHECK (json_valid(allowed_languages)),
  disabled_at       INTEGER,
  created_at        INTEGER NOT NULL
) STRICT;

CREATE TABLE members (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  user_id         TEXT NOT NULL REFERENCES users (id),
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  joined_at       INTEGER NOT NULL,
  PRIMARY KEY (organization_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_of_user ON members (user_id);

-- One open invitation for an address; a newer one replaces it, an accepted or revoked one is gone.
CREATE TABLE invitations (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  email           TEXT NOT NULL COLLATE NOCASE,
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  hash            BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at      INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL,
  PRIMARY KEY (organization_id, email)
) STRICT, WITHOUT ROWID;

-- One open link for a person; a newer one replaces it, a used one is gone.
CREATE TABLE setup_links (
  user_id    TEXT PRIMARY KEY REFERENCES users (id),
  hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE passwords (
  user_id    TEXT PRIMARY KEY REFERENCES users (id),
  -- argon2id, in the PHC string format.
  hash       TEXT NOT NULL CHECK (hash GLOB '$argon2id$*'),
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_log (
  sequence      INTEGER PRIMARY KEY,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  credential    TEXT,
  address       TEXT,
  action        TEXT NOT NULL,
  target        TEXT NOT NULL,
  -- Canonical JSON.
  details       TEXT NOT NULL CHECK (json_valid(details)),
  -- SHA-256 of the line before this one, and of this one (accounts/audit.ts).
  previous_hash BLOB NOT NULL CHECK (length(previous_hash) = 32),
  hash          BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE INDEX audit_log_of_target ON audit_log (target, sequence);

-- The newest line once more: without it, cutting off the end of the log would leave a chain that is whole.
CREATE TABLE audit_head (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  sequence INTEGER NOT NULL,
  hash     BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

INSERT INTO audit_head (only_one, sequence, hash) VALUES (1, 0, zeroblob(32));

CREATE TRIGGER audit_log_keeps_lines BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_log_loses_no_line BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- REPLACE deletes without asking the trigger above.
CREATE TRIGGER audit_log_grows_at_its_end BEFORE INSERT ON audit_log
WHEN NEW.sequence IS NOT (SELECT sequence + 1 FROM audit_head)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_head_moves_forward BEFORE UPDATE ON audit_head
WHEN NEW.sequence <> OLD.sequence + 1
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_head_stays BEFORE DELETE ON audit_head
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
