-- With which a person's browser encrypts what it keeps until the server has it, such as a recording that was not sent.
CREATE TABLE draft_keys (
  id           TEXT PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id),
  -- SHA-256 of the cookie by which the browser is known.
  browser_hash BLOB NOT NULL,
  sealed_key   BLOB NOT NULL,
  used_at      INTEGER NOT NULL,
  UNIQUE (user_id, browser_hash)
) STRICT, WITHOUT ROWID;
