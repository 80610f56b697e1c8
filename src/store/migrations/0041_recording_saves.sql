-- Saves of a few words that their recording's segments and log do not have yet: one row is one page to write. They are entered
-- there when editing pauses, and before anything else changes the transcript. Times are milliseconds since the Unix epoch, UTC.
CREATE TABLE recording_saves (
  -- That of the recording times 4096, and one below 4096 that counts on.
  number INTEGER PRIMARY KEY,
  person TEXT REFERENCES users (id),
  at     INTEGER NOT NULL,
  -- How many more the recording has since.
  words  INTEGER NOT NULL,
  -- JSON, an array of segments: [id, speaker, start, end, how many characters of its words stay before and behind the others,
  -- the others].
  segments TEXT NOT NULL
) STRICT;
