-- What is on its way to others: mail, and later calls of webhooks. Ids, addresses and times alone: what a message says is
-- made when it is sent. Rows that have ended stay for some days, so that nothing is sent twice and rates can be counted.
-- Times are milliseconds since the Unix epoch, UTC.
CREATE TABLE deliveries (
  -- Is also the message's own id, so that a receiver knows one that came twice.
  id         TEXT PRIMARY KEY CHECK (id GLOB 'dlv_*' AND length(id) = 36),
  -- What fails and waits together: `mail`, or the id of a webhook.
  lane       TEXT NOT NULL,
  kind       TEXT NOT NULL,
  -- Whom or what it goes to: an id, or the address of somebody who may have none.
  recipient  TEXT NOT NULL COLLATE NOCASE,
  -- JSON.
  details    TEXT NOT NULL,
  -- What is told once: of two with the same, the second is not taken.
  once       TEXT UNIQUE,
  attempts   INTEGER NOT NULL DEFAULT 0,
  -- When it is tried next; null once it has ended.
  next_at    INTEGER,
  created_at INTEGER NOT NULL,
  ended_at   INTEGER,
  outcome    TEXT CHECK (outcome IN ('sent', 'dropped', 'given_up')),
  CHECK ((next_at IS NULL) = (ended_at IS NOT NULL) AND (ended_at IS NULL) = (outcome IS NULL))
) STRICT;

CREATE INDEX deliveries_waiting ON deliveries (lane, created_at) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_of_recipient ON deliveries (recipient, kind, created_at);
CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;

-- How far the audit log has been read for what people are told of.
CREATE TABLE notices_position (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  sequence INTEGER NOT NULL
) STRICT;
