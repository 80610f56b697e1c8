-- How much each person changed on the last day on which they changed something: what one of them can write in a day is bounded.
CREATE TABLE daily_changes (
  user_id TEXT NOT NULL,
  kind    TEXT NOT NULL,
  -- Since the epoch, UTC.
  day     INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;
