-- Processor time that the decoders of a job took so far, in milliseconds: one bound holds for all of its attempts.
ALTER TABLE transcription_jobs ADD COLUMN decoded_ms INTEGER NOT NULL DEFAULT 0 CHECK (decoded_ms >= 0);
