-- The ledger, invoices and limits of accounts. Times are milliseconds since the Unix epoch, UTC; money is whole
-- micro-USD. Days are `YYYY-MM-DD` and months `YYYY-MM` in the time zone that the configuration named when the line
-- was written: text, so that they sort, and so that a later change of the zone moves no line to another month.

CREATE TABLE invoices (
  -- Counts from 1 without gaps over all accounts.
  number           INTEGER PRIMARY KEY CHECK (number >= 1),
  id               TEXT NOT NULL UNIQUE CHECK (id GLOB 'inv_*' AND length(id) = 36),
  account_id       TEXT NOT NULL,
  -- A month was over, or the open usage reached the threshold.
  reason           TEXT NOT NULL CHECK (reason IN ('month', 'threshold')),
  month            TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  time_zone        TEXT NOT NULL,
  -- As they were called when it was issued.
  issuer           TEXT,
  account_name     TEXT NOT NULL,
  account_email    TEXT,
  first_day        TEXT NOT NULL,
  last_day         TEXT NOT NULL,
  amount_micro_usd INTEGER NOT NULL CHECK (amount_micro_usd > 0),
  free_micro_usd   INTEGER NOT NULL CHECK (free_micro_usd BETWEEN 0 AND amount_micro_usd - 1),
  issued_at        INTEGER NOT NULL,
  due_at           INTEGER NOT NULL,
  paid_at          INTEGER
) STRICT;

-- Closing a month twice makes one invoice, whichever processes do it.
CREATE UNIQUE INDEX invoices_of_month ON invoices (account_id, month) WHERE reason = 'month';
CREATE INDEX invoices_unpaid ON invoices (account_id, due_at) WHERE paid_at IS NULL;

CREATE TABLE invoice_items (
  invoice_number   INTEGER NOT NULL REFERENCES invoices (number),
  position         INTEGER NOT NULL CHECK (position >= 1),
  kind             TEXT NOT NULL CHECK (kind IN ('transcription', 'dictation')),
  key_id           TEXT NOT NULL,
  key_name         TEXT,
  -- For one hour of audio.
  price_micro_usd  INTEGER NOT NULL CHECK (price_micro_usd >= 0),
  requests         INTEGER NOT NULL CHECK (requests >= 1),
  audio_seconds    INTEGER NOT NULL,
  billed_seconds   INTEGER NOT NULL,
  amount_micro_usd INTEGER NOT NULL,
  free_micro_usd   INTEGER NOT NULL,
  PRIMARY KEY (invoice_number, position)
) STRICT, WITHOUT ROWID;

-- One line for each request that is billed. The primary key makes billing one twice impossible.
CREATE TABLE usage (
  request_id       TEXT PRIMARY KEY CHECK (request_id GLOB 'req_*' AND length(request_id) = 36),
  account_id       TEXT NOT NULL,
  key_id           TEXT NOT NULL,
  kind             TEXT NOT NULL CHECK (kind IN ('transcription', 'dictation')),
  audio_seconds    INTEGER NOT NULL CHECK (audio_seconds >= 0),
  billed_seconds   INTEGER NOT NULL CHECK (billed_seconds >= audio_seconds),
  -- For one hour of audio, as valid when the request was accepted.
  price_micro_usd  INTEGER NOT NULL CHECK (price_micro_usd >= 0),
  amount_micro_usd INTEGER NOT NULL CHECK (amount_micro_usd >= 0),
  -- The part of the amount that the account's free usage covers.
  free_micro_usd   INTEGER NOT NULL CHECK (free_micro_usd BETWEEN 0 AND amount_micro_usd),
  accepted_at      INTEGER NOT NULL,
  created_at       INTEGER NOT NULL,
  -- Of created_at: decides the month in which the line is invoiced.
  day              TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Null while the line is open. One column, so that no line is on two invoices.
  invoice_number   INTEGER REFERENCES invoices (number)
) STRICT;

CREATE INDEX usage_of_account ON usage (account_id, day);
CREATE INDEX usage_open ON usage (account_id, day) WHERE invoice_number IS NULL;

-- Running sums of the ledger, written with each of its lines, because they are asked before every request.
CREATE TABLE billing_accounts (
  account_id          TEXT PRIMARY KEY,
  -- Free usage that is used up.
  free_micro_usd      INTEGER NOT NULL DEFAULT 0 CHECK (free_micro_usd >= 0),
  -- Charged and on no invoice yet.
  open_micro_usd      INTEGER NOT NULL DEFAULT 0 CHECK (open_micro_usd >= 0),
  -- Since when an administrator vouches that the account pays by invoice.
  payment_arranged_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_days (
  account_id    TEXT NOT NULL,
  day           TEXT NOT NULL,
  audio_seconds INTEGER NOT NULL,
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;

-- Limits that an administrator set for one account; the names are those of the configuration.
CREATE TABLE account_limits (
  account_id TEXT NOT NULL,
  name       TEXT NOT NULL CHECK (name IN
    ('requests_per_minute', 'concurrent_audio', 'stored_jobs', 'storage_bytes', 'daily_audio_seconds')),
  -- Null: unlimited.
  value      INTEGER CHECK (value >= 1),
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER usage_keeps_lines BEFORE UPDATE ON usage
WHEN OLD.invoice_number IS NOT NULL OR NEW.invoice_number IS NULL
  OR NEW.request_id <> OLD.request_id OR NEW.account_id <> OLD.account_id OR NEW.key_id <> OLD.key_id
  OR NEW.kind <> OLD.kind OR NEW.audio_seconds <> OLD.audio_seconds OR NEW.billed_seconds <> OLD.billed_seconds
  OR NEW.price_micro_usd <> OLD.price_micro_usd OR NEW.amount_micro_usd <> OLD.amount_micro_usd
  OR NEW.free_micro_usd <> OLD.free_micro_usd OR NEW.accepted_at <> OLD.accepted_at
  OR NEW.created_at <> OLD.created_at OR NEW.day <> OLD.day
BEGIN SELECT RAISE(ABORT, 'a line of the ledger never changes; it goes onto one invoice once'); END;

CREATE TRIGGER usage_loses_no_line BEFORE DELETE ON usage
BEGIN SELECT RAISE(ABORT, 'a line of the ledger is never deleted'); END;

CREATE TRIGGER invoices_have_no_gap BEFORE INSERT ON invoices
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM invoices)
BEGIN SELECT RAISE(ABORT, 'invoices are numbered without gaps'); END;

CREATE TRIGGER invoices_never_change BEFORE UPDATE ON invoices
WHEN OLD.paid_at IS NOT NULL OR NEW.paid_at IS NULL
  OR NEW.number <> OLD.number OR NEW.id <> OLD.id OR NEW.account_id <> OLD.account_id
  OR NEW.reason <> OLD.reason OR NEW.month <> OLD.month OR NEW.time_zone <> OLD.time_zone
  OR NEW.issuer IS NOT OLD.issuer OR NEW.account_name <> OLD.account_name
  OR NEW.account_email IS NOT OLD.account_email OR NEW.first_day <> OLD.first_day OR NEW.last_day <> OLD.last_day
  OR NEW.amount_micro_usd <> OLD.amount_micro_usd OR NEW.free_micro_usd <> OLD.free_micro_usd
  OR NEW.issued_at <> OLD.issued_at OR NEW.due_at <> OLD.due_at
BEGIN SELECT RAISE(ABORT, 'an invoice never changes; it is paid once'); END;

CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices
BEGIN SELECT RAISE(ABORT, 'an invoice is never deleted'); END;

CREATE TRIGGER invoice_items_never_change BEFORE UPDATE ON invoice_items
BEGIN SELECT RAISE(ABORT, 'an invoice never changes'); END;

CREATE TRIGGER invoice_items_stay BEFORE DELETE ON invoice_items
BEGIN SELECT RAISE(ABORT, 'an invoice never changes'); END;

-- REPLACE deletes without asking the triggers above.
CREATE TRIGGER usage_replaces_no_line BEFORE INSERT ON usage
WHEN EXISTS (SELECT 1 FROM usage WHERE request_id = NEW.request_id)
BEGIN SELECT RAISE(ABORT, 'a request is billed once'); END;

CREATE TRIGGER invoice_items_come_with_their_invoice BEFORE INSERT ON invoice_items
WHEN NEW.invoice_number IS NOT (SELECT max(number) FROM invoices)
  OR EXISTS (SELECT 1 FROM invoice_items WHERE invoice_number = NEW.invoice_number AND position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'an invoice never changes'); END;
