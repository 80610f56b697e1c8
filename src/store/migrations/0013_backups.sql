-- Constraints that every release of SQLite reads alike: older ones' integrity_check takes json_valid(NULL) for a fault.
-- Adding and dropping a column rebuilds the table without touching what refers to it.
ALTER TABLE organizations ADD COLUMN languages TEXT CHECK (languages IS NULL OR json_valid(languages));
UPDATE organizations SET languages = allowed_languages;
ALTER TABLE organizations DROP COLUMN allowed_languages;
ALTER TABLE organizations RENAME COLUMN languages TO allowed_languages;

-- The newest backup that was made of this database.
CREATE TABLE last_backup (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  at       INTEGER NOT NULL,
  bytes    INTEGER NOT NULL,
  -- Whether it was read again and examined.
  verified INTEGER NOT NULL CHECK (verified IN (0, 1))
) STRICT;
