/** The manual's list of the cryptography in use is whole: every file that uses some is known, with its line there. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sourceFiles } from "./source-files.ts";

/** Checksums and random bytes aside. */
const USES =
  /\b(createHmac|createCipheriv|diffieHellman|generateKey\w*|hkdfSync|argon2id|nkeys)\b|crypto\.subtle|from "jose"|import\("jose"\)|age-encryption|otplib|@simplewebauthn|aws4fetch|@peculiar\/x509/;

/** Files by the first column of the manual's table. */
const FOR: Record<string, string[]> = {
  passwords: [
    "src/accounts/credentials/password-hashing.ts",
    "src/accounts/credentials/passwords.ts",
    "src/store/credentials/passwords.ts",
  ],
  "secrets in the database; states of a log-in under way, in cookies": ["src/lib/seal.ts"],
  "access tokens": [
    "src/accounts/jose.ts",
    "src/accounts/oauth/access-tokens.ts",
    "src/accounts/oauth/signing-keys.ts",
  ],
  "dictations that wait in a browser": ["src/dashboard/client/sealing.ts"],
  "sound of recordings": ["src/recordings/audio/sealed-file.ts"],
  "second step": ["src/accounts/log-in/totp.ts"],
  passkeys: [
    "src/accounts/log-in/passkeys.ts",
    "src/http/account/passkeys.ts",
    "src/pages/log-in/log-in-passkey.ts",
  ],
  "the identity provider's tokens": ["src/accounts/log-in/logout-token.ts"],
  "cursors of pages, backups, links in mails, webhooks, requests to a bucket": [
    "src/backup/manifest.ts",
    "src/delivery/mail/links.ts",
    "src/delivery/webhooks/signature.ts",
    "src/lib/cursor.ts",
    "src/store/bucket/bucket.ts",
  ],
  "encrypted backups": ["src/backup/encryption.ts"],
  "messages between server and workers": ["src/engine/workers/sealing.ts", "src/cluster/credentials.ts"],
  "workers at the broker": ["src/engine/workers/nkeys.ts"],
  "certificates of `tiro tls` and `tiro cluster`": ["src/certificates/authority.ts"],
};

test("every use of cryptography is in the manual's table", () => {
  const using = sourceFiles("src")
    .filter(({ isTest, text }) => !isTest && USES.test(text))
    .map(({ path }) => path);
  expect(using.sort()).toEqual(Object.values(FOR).flat().sort());
  const manual = readFileSync(join(import.meta.dir, "../../src/manual/security.md"), "utf8");
  const [, table = ""] = manual.split("## Cryptography in use");
  expect(Object.keys(FOR).filter((purpose) => !table.includes(`\n| ${purpose} |`))).toEqual([]);
});
