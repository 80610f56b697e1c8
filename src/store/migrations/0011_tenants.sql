-- What an organization's keys see of its members' histories.

ALTER TABLE organizations ADD COLUMN history_scope TEXT NOT NULL DEFAULT 'own' CHECK (history_scope IN ('own', 'all'));

-- The part of a person's history that was made through an organization. Its number stands before each of its searchable
-- words, in the place of the owner's (store/sessions.ts), so that a search of one part reads nothing of the others.
CREATE TABLE history_parts (
  number          INTEGER PRIMARY KEY,
  owner           INTEGER NOT NULL REFERENCES history_owners (number),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  UNIQUE (owner, organization_id)
) STRICT;

CREATE INDEX sessions_of_part ON sessions (organization_id, owner, created_at) WHERE organization_id IS NOT NULL;

INSERT INTO history_parts (owner, organization_id)
SELECT DISTINCT owner, organization_id FROM sessions WHERE organization_id IS NOT NULL;

-- `14·one 14·two` becomes `·7·one ·7·two`.
UPDATE sessions SET terms = substr(
  replace(' ' || terms, ' ' || substr(terms, 1, instr(terms, '·')), ' ·' || history_parts.number || '·'), 2)
FROM history_parts
WHERE history_parts.owner = sessions.owner AND history_parts.organization_id = sessions.organization_id
  AND terms <> '';

INSERT INTO session_terms (session_terms)
SELECT 'rebuild' WHERE EXISTS (SELECT 1 FROM history_parts);

-- A prompt is content too: it is kept no longer than the job is under way.
UPDATE transcription_jobs SET parameters = '{}' WHERE status <> 'queued';
