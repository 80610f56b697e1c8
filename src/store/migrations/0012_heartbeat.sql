-- What the server wrote last, every few seconds: that it can write, and how the machine's clocks stood.
CREATE TABLE heartbeat (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  wall_ms INTEGER NOT NULL,
  -- Since the machine started; boot_id says which start.
  uptime_ms INTEGER NOT NULL,
  boot_id TEXT NOT NULL,
  -- What is taken off the age of stored things, and the last jump of the wall clock, until the operator confirms it.
  withheld_ms INTEGER NOT NULL,
  jump_ms INTEGER,
  jumped_at INTEGER
) STRICT;
