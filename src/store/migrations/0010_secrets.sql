-- Secrets that cannot be hashes are sealed with the installation's secret key, which lies outside the database
-- (store/sealed-secrets.ts). What stood here in clear is sealed and overwritten.

-- Which key that is. Empty until the first secret is sealed.
CREATE TABLE secret_key (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16)
) STRICT;

INSERT INTO secret_key (id, fingerprint) SELECT 1, secret_key_fingerprint()
WHERE EXISTS (SELECT 1 FROM secrets UNION ALL SELECT 1 FROM totp UNION ALL SELECT 1 FROM oauth_signing_keys);

ALTER TABLE secrets ADD COLUMN sealed_value BLOB NOT NULL DEFAULT x'';
UPDATE secrets SET sealed_value = seal_secret('secrets', name, value);
ALTER TABLE secrets DROP COLUMN value;

ALTER TABLE totp ADD COLUMN sealed_secret BLOB NOT NULL DEFAULT x'';
UPDATE totp SET sealed_secret = seal_secret('totp', user_id, secret);
ALTER TABLE totp DROP COLUMN secret;

ALTER TABLE oauth_signing_keys ADD COLUMN sealed_private_jwk BLOB NOT NULL DEFAULT x'';
UPDATE oauth_signing_keys SET sealed_private_jwk = seal_secret('oauth_signing_keys', id, private_jwk);
ALTER TABLE oauth_signing_keys DROP COLUMN private_jwk;

-- A refresh token that is exchanged once more within its grace begins another chain of tokens. Two chains that both live
-- on tell of a thief (accounts/oauth/refresh-tokens.ts).
ALTER TABLE oauth_refresh_tokens ADD COLUMN chain INTEGER NOT NULL DEFAULT 0;
ALTER TABLE oauth_refresh_tokens ADD COLUMN forked_at INTEGER NOT NULL DEFAULT 0;
DROP INDEX oauth_refresh_tokens_of_grant;
CREATE INDEX oauth_refresh_tokens_of_grant ON oauth_refresh_tokens (grant_id, chain, used_at);
