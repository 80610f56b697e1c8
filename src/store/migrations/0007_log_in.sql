-- What else people prove with who they are. Times are milliseconds since the Unix epoch, UTC.

CREATE TABLE totp (
  user_id    TEXT PRIMARY KEY REFERENCES users (id),
  -- Cannot be a hash: codes are computed from it.
  secret     TEXT NOT NULL,
  -- RFC 6238 §5.2: the time step of the newest code that was taken; that one and older ones are not taken again.
  last_step  INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A used one is gone.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES totp (user_id) ON DELETE CASCADE,
  hash    BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
  -- WebAuthn's credential id, in URL-safe base 64.
  id           TEXT PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id),
  name         TEXT NOT NULL,
  -- COSE.
  public_key   BLOB NOT NULL,
  -- The authenticator's count of signatures; one that runs backwards tells of a copy. 0: it does not count.
  counter      INTEGER NOT NULL CHECK (counter >= 0),
  -- A JSON array.
  transports   TEXT NOT NULL CHECK (json_valid(transports)),
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

-- Who a person is at the company's own log-in (OpenID Connect): the pair is what identifies them there.
CREATE TABLE company_identities (
  issuer     TEXT NOT NULL,
  subject    TEXT NOT NULL,
  user_id    TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX company_identities_of_user ON company_identities (user_id, issuer);
