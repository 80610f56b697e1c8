-- Texts that a person, or an organization for its members, wrote to insert again. Kept whatever the policy on history:
-- they were written, not dictated. Times are milliseconds since the Unix epoch, UTC.
CREATE TABLE templates (
  id              TEXT PRIMARY KEY,
  -- One of the two has it.
  user_id         TEXT REFERENCES users (id),
  organization_id TEXT REFERENCES organizations (id),
  kind            TEXT NOT NULL CHECK (kind IN ('letter', 'note', 'email', 'snippet')),
  name            TEXT NOT NULL,
  -- The name as it is compared with spoken words: letters and digits alone, without case and accents.
  spoken_name     TEXT NOT NULL,
  text            TEXT NOT NULL,
  revision        INTEGER NOT NULL CHECK (revision >= 1),
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  CHECK ((user_id IS NULL) <> (organization_id IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX templates_of_user ON templates (user_id, spoken_name) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX templates_of_organization ON templates (organization_id, spoken_name)
  WHERE organization_id IS NOT NULL;
