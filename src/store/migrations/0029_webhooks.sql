-- Addresses that are told when something has happened: an organization's, or the installation's own. What is to be told
-- is queued by triggers, in the transaction in which it happens, whoever makes it. Times are milliseconds since the Unix
-- epoch, UTC.
CREATE TABLE webhooks (
  id              TEXT PRIMARY KEY CHECK (id GLOB 'whk_*' AND length(id) = 36),
  -- Null: the installation's.
  organization_id TEXT REFERENCES organizations (id),
  url             TEXT NOT NULL,
  -- JSON, a list.
  events          TEXT NOT NULL,
  -- Whether the result of a job is told with its end.
  with_result     INTEGER NOT NULL CHECK (with_result IN (0, 1)),
  -- JSON: what signs, and what did before for a while.
  sealed_secrets  BLOB NOT NULL,
  created_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX webhooks_of_organization ON webhooks (organization_id);

-- 10,000 wait for a hook at most: a receiver that is dead for days must not fill the disk.
CREATE TRIGGER webhooks_hear_of_jobs AFTER UPDATE OF status ON transcription_jobs
WHEN OLD.status = 'queued' AND NEW.status IN ('succeeded', 'failed', 'abandoned')
BEGIN
  INSERT INTO deliveries (id, lane, kind, recipient, details, next_at, created_at)
  SELECT 'dlv_' || lower(hex(randomblob(16))), hook.id, event.value, hook.id, json_object('id', NEW.id),
    NEW.completed_at, NEW.completed_at
  FROM webhooks AS hook, json_each(hook.events) AS event
  WHERE hook.organization_id = NEW.account_id
    AND event.value = iif(NEW.status = 'succeeded', 'job.succeeded', 'job.failed')
    AND (SELECT count(*) FROM deliveries WHERE lane = hook.id AND next_at IS NOT NULL) < 10000;
END;

CREATE TRIGGER webhooks_hear_of_invoices AFTER INSERT ON invoices
BEGIN
  INSERT INTO deliveries (id, lane, kind, recipient, details, next_at, created_at)
  SELECT 'dlv_' || lower(hex(randomblob(16))), hook.id, event.value, hook.id, json_object('id', NEW.id),
    NEW.issued_at, NEW.issued_at
  FROM webhooks AS hook, json_each(hook.events) AS event
  WHERE (hook.organization_id = NEW.account_id OR hook.organization_id IS NULL)
    AND event.value = 'invoice.issued'
    AND (SELECT count(*) FROM deliveries WHERE lane = hook.id AND next_at IS NOT NULL) < 10000;
END;

CREATE TRIGGER webhooks_hear_of_people AFTER UPDATE OF disabled_at ON users
WHEN OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL
BEGIN
  INSERT INTO deliveries (id, lane, kind, recipient, details, next_at, created_at)
  SELECT 'dlv_' || lower(hex(randomblob(16))), hook.id, event.value, hook.id, json_object('id', NEW.id),
    NEW.disabled_at, NEW.disabled_at
  FROM webhooks AS hook, json_each(hook.events) AS event
  WHERE (hook.organization_id IS NULL
      OR hook.organization_id IN (SELECT organization_id FROM members WHERE user_id = NEW.id))
    AND event.value = 'person.disabled'
    AND (SELECT count(*) FROM deliveries WHERE lane = hook.id AND next_at IS NOT NULL) < 10000;
END;
