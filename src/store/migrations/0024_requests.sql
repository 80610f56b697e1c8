-- What came of requests, kept for a day without a collector: ids, names of the program's own and numbers, never content.
-- Times are milliseconds since the Unix epoch; an account is empty where the caller was not known.

-- Those that failed, by the hour in which they did.
CREATE TABLE failed_requests (
  hour       INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  code       TEXT NOT NULL,
  requests   INTEGER NOT NULL CHECK (requests >= 1),
  last_at    INTEGER NOT NULL,
  PRIMARY KEY (hour, account_id, code)
) STRICT;
CREATE INDEX failed_requests_of_account ON failed_requests (account_id);

-- The same for monthly reports: `YYYY-MM-DD` in the time zone that the configuration named.
CREATE TABLE failed_request_days (
  account_id TEXT NOT NULL,
  day        TEXT NOT NULL,
  requests   INTEGER NOT NULL CHECK (requests >= 1),
  PRIMARY KEY (account_id, day)
) STRICT;
CREATE INDEX failed_request_days_by_day ON failed_request_days (day);

-- The slowest of each route and hour, with their steps.
CREATE TABLE slow_requests (
  request_id  TEXT PRIMARY KEY,
  account_id  TEXT NOT NULL,
  -- Method and path, the path with `:name` for what varies.
  route       TEXT NOT NULL,
  hour        INTEGER NOT NULL,
  status      INTEGER NOT NULL,
  -- Of the error; empty where there was none.
  code        TEXT NOT NULL,
  began_at    INTEGER NOT NULL,
  duration_ms REAL NOT NULL CHECK (duration_ms >= 0),
  steps       TEXT NOT NULL CHECK (json_valid(steps))
) STRICT;
CREATE INDEX slow_requests_of_hour ON slow_requests (hour, route, duration_ms);
CREATE INDEX slow_requests_of_account ON slow_requests (account_id);

-- How many lines of the ledger were dictations, for monthly reports. The rest of them are recordings.
ALTER TABLE usage_sums ADD COLUMN dictations INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER usage_is_summed_up;
CREATE TRIGGER usage_is_summed_up AFTER INSERT ON usage
BEGIN
  INSERT INTO usage_sums VALUES (NEW.account_id, NEW.day, NEW.key_id, coalesce(NEW.member_id, ''), 1, NEW.audio_seconds,
    NEW.billed_seconds, NEW.amount_micro_usd, NEW.free_micro_usd, NEW.created_at, NEW.created_at,
    NEW.kind = 'dictation')
  ON CONFLICT DO UPDATE SET requests = requests + 1,
    audio_seconds = audio_seconds + excluded.audio_seconds,
    billed_seconds = billed_seconds + excluded.billed_seconds,
    amount_micro_usd = amount_micro_usd + excluded.amount_micro_usd,
    free_micro_usd = free_micro_usd + excluded.free_micro_usd,
    first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
    dictations = dictations + excluded.dictations;
END;

-- Line by line: grouping would sort the whole ledger in memory.
INSERT INTO usage_sums (account_id, day, key_id, member_id, requests, audio_seconds, billed_seconds, amount_micro_usd,
  free_micro_usd, first_at, last_at)
SELECT account_id, day, key_id, coalesce(member_id, ''), 0, 0, 0, 0, 0, created_at, created_at
FROM usage WHERE kind = 'dictation'
ON CONFLICT DO UPDATE SET dictations = dictations + 1;
