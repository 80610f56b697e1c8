-- People's sessions in browsers. Times are milliseconds since the Unix epoch, UTC. A session that ended has no row.

CREATE TABLE browser_sessions (
  id               TEXT PRIMARY KEY CHECK (id GLOB 'brs_*' AND length(id) = 36),
  user_id          TEXT NOT NULL REFERENCES users (id),
  -- SHA-256 of the cookie's token, which itself is never stored.
  hash             BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  -- A JSON array of how the person logged in.
  methods          TEXT NOT NULL CHECK (json_valid(methods)),
  -- Such as `Firefox on Linux`, and the network address: for the person to know it again.
  device           TEXT NOT NULL,
  address          TEXT NOT NULL,
  created_at       INTEGER NOT NULL,
  authenticated_at INTEGER NOT NULL,
  last_seen_at     INTEGER NOT NULL
) STRICT;

CREATE INDEX browser_sessions_of_user ON browser_sessions (user_id, last_seen_at);
