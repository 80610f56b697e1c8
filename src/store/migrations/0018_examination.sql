-- When the database was last examined page by page, and how many faults were found.
CREATE TABLE last_examination (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  at     INTEGER NOT NULL,
  faults INTEGER NOT NULL
) STRICT;
