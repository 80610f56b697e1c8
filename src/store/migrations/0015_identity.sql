-- Log-ins by the company's identity provider, and the people and groups that its directory sends (SCIM). Times are
-- milliseconds since the Unix epoch, UTC.

-- When the person last logged in that way. For those who have before, the count of days begins now.
ALTER TABLE company_identities ADD COLUMN last_log_in_at INTEGER NOT NULL DEFAULT 0;
UPDATE company_identities SET last_log_in_at = unixepoch() * 1000;
-- A JSON array of those of their groups that the settings name; null where the provider never told groups.
ALTER TABLE company_identities ADD COLUMN groups TEXT;

-- The provider's session by which one here began, so that it ends with it (OpenID Connect Back-Channel Logout).
CREATE TABLE company_sessions (
  browser_session_id TEXT PRIMARY KEY REFERENCES browser_sessions (id) ON DELETE CASCADE,
  issuer             TEXT NOT NULL,
  subject            TEXT NOT NULL,
  sid                TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX company_sessions_of_subject ON company_sessions (issuer, subject);
CREATE INDEX company_sessions_of_sid ON company_sessions (issuer, sid);

-- Logout tokens that were taken: none is taken twice. Kept until they are refused anyway.
CREATE TABLE company_logout_tokens (
  issuer     TEXT NOT NULL,
  jti        TEXT NOT NULL,
  refused_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, jti)
) STRICT, WITHOUT ROWID;

CREATE TABLE scim_tokens (
  id           TEXT PRIMARY KEY CHECK (id GLOB 'sct_*' AND length(id) = 36),
  name         TEXT NOT NULL,
  hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  last_four    TEXT NOT NULL CHECK (length(last_four) = 4),
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at   INTEGER,
  revoked_at   INTEGER
) STRICT;

-- What the directory says of a person besides address and name, which stand with the person.
CREATE TABLE scim_users (
  user_id     TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Compared by its lower case, which SQLite makes of ASCII alone.
  user_name   TEXT NOT NULL,
  lower_name  TEXT NOT NULL UNIQUE,
  external_id TEXT,
  -- JSON: formatted, familyName, givenName.
  name        TEXT NOT NULL,
  updated_at  INTEGER NOT NULL,
  -- Whether the directory disabled the person: it enables nobody whom the operator disabled.
  deactivated INTEGER NOT NULL CHECK (deactivated IN (0, 1)),
  -- When the directory deleted the person, who stays here disabled.
  removed_at  INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX scim_users_by_external_id ON scim_users (external_id);

CREATE TABLE scim_groups (
  id           TEXT PRIMARY KEY CHECK (id GLOB 'grp_*' AND length(id) = 36),
  display_name TEXT NOT NULL,
  lower_name   TEXT NOT NULL UNIQUE,
  external_id  TEXT,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE scim_group_members (
  group_id TEXT NOT NULL REFERENCES scim_groups (id) ON DELETE CASCADE,
  user_id  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX scim_group_members_of_user ON scim_group_members (user_id);

-- Places in organizations that follow the person's groups, and end with them.
CREATE TABLE group_places (
  organization_id TEXT NOT NULL,
  user_id         TEXT NOT NULL,
  PRIMARY KEY (organization_id, user_id),
  FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX group_places_of_user ON group_places (user_id);
