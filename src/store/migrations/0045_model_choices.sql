-- Packs that administrators chose for a language, or for speech of which none is known (`unknown`): in place of the table
-- that ships, and after the configuration.
CREATE TABLE model_choices (
  language  TEXT PRIMARY KEY,
  packs     TEXT NOT NULL CHECK (json_valid(packs) AND json_array_length(packs) > 0),
  chosen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
