-- Words that members want in their organization's dictionary, until somebody who may change it decides. Times are milliseconds
-- since the Unix epoch, UTC.
CREATE TABLE dictionary_proposals (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  user_id         TEXT NOT NULL REFERENCES users (id),
  word            TEXT NOT NULL,
  -- What was written in its place; null if the member did not say.
  heard           TEXT,
  created_at      INTEGER NOT NULL,
  UNIQUE (organization_id, user_id, word)
) STRICT;

CREATE INDEX dictionary_proposals_of_user ON dictionary_proposals (user_id);

-- A proposal ends with the membership of who made it, however that ends.
CREATE TRIGGER members_lose_proposals AFTER DELETE ON members
BEGIN
  DELETE FROM dictionary_proposals WHERE organization_id = OLD.organization_id AND user_id = OLD.user_id;
END;
