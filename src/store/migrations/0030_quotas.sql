-- Sound has a monthly limit beside the daily one, and groups of the directory or the identity provider have limits too
-- (`group:NAME`, the name as it is written there).
CREATE TABLE new_account_limits (
  account_id TEXT NOT NULL,
  name       TEXT NOT NULL CHECK (name IN ('requests_per_minute', 'concurrent_audio', 'stored_jobs', 'storage_bytes',
    'daily_audio_seconds', 'monthly_audio_seconds')),
  -- Null: unlimited.
  value      INTEGER CHECK (value >= 1),
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO new_account_limits SELECT account_id, name, value FROM account_limits;
DROP TABLE account_limits;
ALTER TABLE new_account_limits RENAME TO account_limits;

-- What people in a group with a limit used, from the day on which the limit was set; and, by the id of an organization with
-- limits, what its members used with accounts of their own.
CREATE TABLE group_usage_days (
  group_name    TEXT NOT NULL,
  day           TEXT NOT NULL,
  audio_seconds INTEGER NOT NULL,
  PRIMARY KEY (group_name, day)
) STRICT, WITHOUT ROWID;

-- What a person used by keys of organizations.
CREATE INDEX usage_sums_of_member ON usage_sums (member_id, day) WHERE member_id <> '';
