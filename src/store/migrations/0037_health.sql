-- How the server did, minute by minute: states, names of the program's own and numbers, never content. A minute that was
-- not watched from its beginning to its end, because the server started or the clock jumped in it, has no row.
CREATE TABLE health_minutes (
  -- Since the Unix epoch, UTC.
  minute         INTEGER PRIMARY KEY,
  -- The worst state in it: 0 ok, 1 degraded, 2 unavailable.
  state          INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
  -- Names of the parts that were not ok, separated by spaces.
  causes         TEXT NOT NULL,
  -- Those that were answered, and how long half and 95 % of them took at most; null if there were none.
  dictations     INTEGER NOT NULL,
  p50_ms         INTEGER,
  p95_ms         INTEGER,
  oldest_wait_ms INTEGER NOT NULL,
  -- `id:count` of error codes, separated by spaces.
  errors         TEXT NOT NULL
) STRICT;

-- Error codes by short numbers, so that three months of minutes stay small.
CREATE TABLE health_codes (
  id   INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE
) STRICT;
