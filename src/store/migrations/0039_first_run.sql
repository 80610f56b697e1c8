-- The guide through a first run: offered from the day on which the first administrator was made until somebody ends it.
-- Installations that are older have no row. Times are milliseconds since the Unix epoch, UTC.
CREATE TABLE first_run (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  began_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
