-- What an organization's keys see of its members' histories.

ALTER TABLE organizations ADD COLUMN history_scope TEXT NOT NULL DEFAULT 'own' CHECK (history_scope IN ('own', 'all'));

CREATE INDEX sessions_of_member ON sessions (organization_id, owner, created_at) WHERE organization_id IS NOT NULL;

-- The term by which a search is bound to an organization (store/sessions.ts): owner, two dots, the organization's hex.
-- A session without words is in no search.
UPDATE sessions SET terms = terms || ' ' || substr(terms, 1, instr(terms, '·')) || '·' || substr(organization_id, 5)
WHERE organization_id IS NOT NULL AND terms <> '';

INSERT INTO session_terms (session_terms)
SELECT 'rebuild' WHERE EXISTS (SELECT 1 FROM sessions WHERE organization_id IS NOT NULL);

-- A prompt is content too: it is kept no longer than the job is under way.
UPDATE transcription_jobs SET parameters = '{}' WHERE status <> 'queued';
