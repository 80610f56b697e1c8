-- Stored transcription jobs and reusable answers. Times are milliseconds since the Unix epoch, UTC.

CREATE TABLE transcription_jobs (
  id                     TEXT PRIMARY KEY CHECK (id GLOB 'req_*' AND length(id) = 36),
  account_id             TEXT NOT NULL,
  key_id                 TEXT NOT NULL,
  status                 TEXT NOT NULL CHECK (status IN ('queued', 'succeeded', 'failed', 'cancelled', 'abandoned')),
  -- Canonical JSON of the request's fields.
  parameters             TEXT NOT NULL,
  -- The upload in the spool; null once it is not needed any more.
  spool_name             TEXT,
  spool_sha256           TEXT,
  -- What the upload weighs, also after it was removed.
  spool_bytes            INTEGER NOT NULL CHECK (spool_bytes >= 0),
  -- How often recognition began and failed in a way that may pass.
  attempts               INTEGER NOT NULL DEFAULT 0,
  audio_duration_seconds REAL,
  error_code             TEXT,
  error_message          TEXT,
  -- The result; null before, and again when its retention time is over.
  content_type           TEXT,
  body                   TEXT,
  created_at             INTEGER NOT NULL,
  completed_at           INTEGER,
  CHECK ((status = 'queued') = (completed_at IS NULL)),
  CHECK (status = 'queued' OR spool_name IS NULL),
  CHECK ((body IS NULL) = (content_type IS NULL)),
  CHECK (body IS NULL OR status = 'succeeded')
) STRICT;

CREATE INDEX transcription_jobs_of_account ON transcription_jobs (account_id, created_at, id);
CREATE INDEX transcription_jobs_waiting ON transcription_jobs (account_id, created_at) WHERE status = 'queued';
CREATE INDEX transcription_jobs_ended ON transcription_jobs (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX transcription_jobs_spooled ON transcription_jobs (spool_name) WHERE spool_name IS NOT NULL;

CREATE TABLE idempotency_answers (
  account_id   TEXT NOT NULL,
  route        TEXT NOT NULL,
  key          TEXT NOT NULL,
  fingerprint  TEXT NOT NULL,
  -- A synchronous call that outlived its deadline goes on as this job, whose result completes the answer.
  job_id       TEXT REFERENCES transcription_jobs (id) ON DELETE CASCADE,
  status       INTEGER,
  content_type TEXT,
  body         TEXT,
  expires_at   INTEGER NOT NULL,
  PRIMARY KEY (account_id, route, key),
  CHECK (job_id IS NOT NULL OR status IS NOT NULL),
  CHECK ((status IS NULL) = (body IS NULL) AND (status IS NULL) = (content_type IS NULL))
) STRICT;

CREATE INDEX idempotency_answers_expiring ON idempotency_answers (expires_at);
CREATE INDEX idempotency_answers_of_job ON idempotency_answers (job_id) WHERE job_id IS NOT NULL;

-- Keys that this installation made for itself, such as the one that signs cursors.
CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;
