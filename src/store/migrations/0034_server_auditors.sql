-- Auditors of the server see what its administrators see, and change nothing. Nobody is both.
ALTER TABLE users ADD COLUMN auditor INTEGER NOT NULL DEFAULT 0
  CHECK (auditor IN (0, 1) AND NOT (auditor AND administrator));
