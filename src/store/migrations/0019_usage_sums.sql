-- Sums of the ledger by account, day, key and member, so that a report need not read every line. They replace the sums of
-- days alone. A trigger writes them, so that no line can be without.
CREATE TABLE usage_sums (
  account_id       TEXT NOT NULL,
  day              TEXT NOT NULL,
  key_id           TEXT NOT NULL,
  -- Empty where the key acted for nobody: a primary key has no null.
  member_id        TEXT NOT NULL,
  requests         INTEGER NOT NULL,
  audio_seconds    INTEGER NOT NULL,
  billed_seconds   INTEGER NOT NULL,
  amount_micro_usd INTEGER NOT NULL,
  free_micro_usd   INTEGER NOT NULL,
  -- When the first and the last of the lines were written, in milliseconds since the Unix epoch.
  first_at         INTEGER NOT NULL,
  last_at          INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, key_id, member_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER usage_is_summed_up AFTER INSERT ON usage
BEGIN
  INSERT INTO usage_sums VALUES (NEW.account_id, NEW.day, NEW.key_id, coalesce(NEW.member_id, ''), 1, NEW.audio_seconds,
    NEW.billed_seconds, NEW.amount_micro_usd, NEW.free_micro_usd, NEW.created_at, NEW.created_at)
  ON CONFLICT DO UPDATE SET requests = requests + 1,
    audio_seconds = audio_seconds + excluded.audio_seconds,
    billed_seconds = billed_seconds + excluded.billed_seconds,
    amount_micro_usd = amount_micro_usd + excluded.amount_micro_usd,
    free_micro_usd = free_micro_usd + excluded.free_micro_usd,
    first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at);
END;

-- Line by line: grouping would sort the whole ledger in memory.
INSERT INTO usage_sums
SELECT account_id, day, key_id, coalesce(member_id, ''), 1, audio_seconds, billed_seconds, amount_micro_usd,
  free_micro_usd, created_at, created_at
FROM usage WHERE true
ON CONFLICT DO UPDATE SET requests = requests + 1,
  audio_seconds = audio_seconds + excluded.audio_seconds,
  billed_seconds = billed_seconds + excluded.billed_seconds,
  amount_micro_usd = amount_micro_usd + excluded.amount_micro_usd,
  free_micro_usd = free_micro_usd + excluded.free_micro_usd,
  first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at);

DROP TABLE usage_days;
