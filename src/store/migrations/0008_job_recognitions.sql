-- What recognition made of a stored job whose later steps are not done: none of them has to begin with it again.
CREATE TABLE job_recognitions (
  job_id        TEXT PRIMARY KEY REFERENCES transcription_jobs (id) ON DELETE CASCADE,
  -- JSON of the finished transcription.
  transcription TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER job_recognitions_end AFTER UPDATE OF status ON transcription_jobs WHEN NEW.status <> 'queued'
BEGIN
  DELETE FROM job_recognitions WHERE job_id = NEW.id;
END;
