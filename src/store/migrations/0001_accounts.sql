-- People and their keys. Times are milliseconds since the Unix epoch, UTC.
-- An account is a person (usr_) or, later, an organization (org_); whatever belongs to an account names it by
-- account_id. A personal key acts as its person; an organization's key has no user_id.

CREATE TABLE users (
  id            TEXT PRIMARY KEY CHECK (id GLOB 'usr_*' AND length(id) = 36),
  -- Addresses are ASCII (accounts/users.ts), so NOCASE compares them right.
  email         TEXT NOT NULL COLLATE NOCASE UNIQUE,
  name          TEXT,
  plan          TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'max', 'team', 'enterprise')),
  administrator INTEGER NOT NULL CHECK (administrator IN (0, 1)),
  privacy_mode  INTEGER NOT NULL DEFAULT 0 CHECK (privacy_mode IN (0, 1)),
  disabled_at   INTEGER,
  created_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id           TEXT PRIMARY KEY CHECK (id GLOB 'key_*' AND length(id) = 36),
  account_id   TEXT NOT NULL,
  user_id      TEXT REFERENCES users (id),
  name         TEXT NOT NULL,
  hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  last_four    TEXT NOT NULL CHECK (length(last_four) = 4),
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at   INTEGER,
  revoked_at   INTEGER,
  CHECK ((user_id IS NOT NULL AND account_id = user_id) OR (user_id IS NULL AND account_id GLOB 'org_*'))
) STRICT;

CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at);
-- For the foreign key: without it, deleting a person reads every key.
CREATE INDEX api_keys_of_user ON api_keys (user_id);
