-- Apps that act for people with OAuth 2.0. Times are milliseconds since the Unix epoch, UTC. Codes and tokens are
-- kept as SHA-256 only.

CREATE TABLE oauth_clients (
  -- app_…, or the address of the client's metadata document.
  id            TEXT PRIMARY KEY CHECK ((id GLOB 'app_*' AND length(id) = 36) OR id GLOB 'https://*'),
  -- As the client calls itself; nobody checked it.
  name          TEXT NOT NULL,
  -- JSON arrays.
  redirect_uris TEXT NOT NULL CHECK (json_valid(redirect_uris)),
  scopes        TEXT NOT NULL CHECK (json_valid(scopes)),
  auth_method   TEXT NOT NULL CHECK (auth_method IN ('none', 'client_secret_basic', 'client_secret_post')),
  secret_hash   BLOB CHECK (length(secret_hash) = 32),
  refreshes     INTEGER NOT NULL CHECK (refreshes IN (0, 1)),
  created_at    INTEGER NOT NULL,
  -- When somebody last let it in.
  used_at       INTEGER,
  CHECK ((auth_method = 'none') = (secret_hash IS NULL))
) STRICT;

CREATE INDEX oauth_clients_by_use ON oauth_clients (used_at, created_at);

-- What one person allowed one client at one time: a family of tokens, which lives and ends as one.
CREATE TABLE oauth_grants (
  id           TEXT PRIMARY KEY CHECK (id GLOB 'gra_*' AND length(id) = 36),
  client_id    TEXT NOT NULL REFERENCES oauth_clients (id),
  user_id      TEXT NOT NULL REFERENCES users (id),
  -- JSON arrays.
  scopes       TEXT NOT NULL CHECK (json_valid(scopes)),
  resources    TEXT NOT NULL CHECK (json_valid(resources)),
  redirect_uri TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  -- When its last code or token ends.
  expires_at   INTEGER NOT NULL,
  revoked_at   INTEGER
) STRICT;

CREATE INDEX oauth_grants_of_user ON oauth_grants (user_id, created_at);
CREATE INDEX oauth_grants_of_client ON oauth_grants (client_id);

CREATE TABLE oauth_codes (
  hash           BLOB PRIMARY KEY CHECK (length(hash) = 32),
  grant_id       TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  -- As the authorization request named it; null where it named none.
  redirect_uri   TEXT,
  code_challenge TEXT NOT NULL,
  expires_at     INTEGER NOT NULL,
  redeemed_at    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX oauth_codes_of_grant ON oauth_codes (grant_id);

CREATE TABLE oauth_refresh_tokens (
  hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
  grant_id   TEXT NOT NULL REFERENCES oauth_grants (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  -- When it was first exchanged for a new one, and how often since.
  used_at    INTEGER,
  uses       INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX oauth_refresh_tokens_of_grant ON oauth_refresh_tokens (grant_id);

CREATE TABLE oauth_signing_keys (
  id          TEXT PRIMARY KEY,
  -- JSON Web Keys (RFC 7517). The private one lies here as all secrets of the installation do: in a file that only
  -- tiro's user can read.
  private_jwk TEXT NOT NULL CHECK (json_valid(private_jwk)),
  public_jwk  TEXT NOT NULL CHECK (json_valid(public_jwk)),
  created_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
