-- Roles that only look, keys with scopes, what an organization asks of keys and log-ins, and who used its keys. Times are
-- milliseconds since the Unix epoch, UTC.

-- SQLite changes no CHECK in place: both tables are made anew with the roles `auditor` and `billing`.
CREATE TABLE new_members (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  user_id         TEXT NOT NULL REFERENCES users (id),
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'auditor', 'billing', 'member')),
  joined_at       INTEGER NOT NULL,
  PRIMARY KEY (organization_id, user_id)
) STRICT, WITHOUT ROWID;

INSERT INTO new_members (organization_id, user_id, role, joined_at)
SELECT organization_id, user_id, role, joined_at FROM members;
DROP TABLE members;
ALTER TABLE new_members RENAME TO members;
CREATE INDEX members_of_user ON members (user_id);

CREATE TABLE new_invitations (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  email           TEXT NOT NULL COLLATE NOCASE,
  role            TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'auditor', 'billing', 'member')),
  hash            BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at      INTEGER NOT NULL,
  expires_at      INTEGER NOT NULL,
  PRIMARY KEY (organization_id, email)
) STRICT, WITHOUT ROWID;

INSERT INTO new_invitations (organization_id, email, role, hash, created_at, expires_at)
SELECT organization_id, email, role, hash, created_at, expires_at FROM invitations;
DROP TABLE invitations;
ALTER TABLE new_invitations RENAME TO invitations;

-- A JSON array, as those of OAuth grants.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '["read","write"]' CHECK (json_valid(scopes));

-- The key that was made in the place of this one.
ALTER TABLE api_keys ADD COLUMN replaced_by TEXT;

-- Days after which a key ends, whatever it was created with; null: no limit.
ALTER TABLE organizations ADD COLUMN key_days INTEGER CHECK (key_days >= 1);
-- A JSON array of networks (CIDR) from which the organization's own keys work; null: from everywhere.
ALTER TABLE organizations ADD COLUMN key_networks TEXT CHECK (key_networks IS NULL OR json_valid(key_networks));
ALTER TABLE organizations ADD COLUMN second_step_required INTEGER NOT NULL DEFAULT 0
  CHECK (second_step_required IN (0, 1));
-- Whether reports of usage also have what members used with keys of their own since they joined.
ALTER TABLE organizations ADD COLUMN own_usage_reported INTEGER NOT NULL DEFAULT 0
  CHECK (own_usage_reported IN (0, 1));

-- As whom an organization's key acted; null where it acted for nobody, and in lines of people's own accounts.
ALTER TABLE usage ADD COLUMN member_id TEXT;

DROP TRIGGER usage_keeps_lines;
CREATE TRIGGER usage_keeps_lines BEFORE UPDATE ON usage
WHEN OLD.invoice_number IS NOT NULL OR NEW.invoice_number IS NULL
  OR NEW.request_id <> OLD.request_id OR NEW.account_id <> OLD.account_id OR NEW.key_id <> OLD.key_id
  OR NEW.kind <> OLD.kind OR NEW.audio_seconds <> OLD.audio_seconds OR NEW.billed_seconds <> OLD.billed_seconds
  OR NEW.price_micro_usd <> OLD.price_micro_usd OR NEW.amount_micro_usd <> OLD.amount_micro_usd
  OR NEW.free_micro_usd <> OLD.free_micro_usd OR NEW.accepted_at <> OLD.accepted_at
  OR NEW.created_at <> OLD.created_at OR NEW.day <> OLD.day OR NEW.member_id IS NOT OLD.member_id
BEGIN SELECT RAISE(ABORT, 'a line of the ledger never changes; it goes onto one invoice once'); END;
