import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { temporaryFolder, testBinding, testClock } from "../../../test/support/database.ts";
import { addRecording } from "../../../test/support/recordings.ts";
import { refusalOf } from "../../../test/support/refusal.ts";
import { draftKeyOf, insertDraftKey, openDraftKey, type StoredDraftKey } from "../credentials/draft-keys.ts";
import type { Db } from "../db.ts";
import { insertWebhook, webhookSecrets } from "../delivery/webhooks.ts";
import { consumeRecoveryCode, insertTotp, totpOf } from "../log-in/totp.ts";
import { MIGRATIONS } from "../migrations/list.ts";
import { migrate } from "../migrations/migrate.ts";
import { insertOAuthSigningKey, oauthSigningKeys, privateJwkOf } from "../oauth/signing-keys.ts";
import { openDatabase } from "../open-database.ts";
import { audioKey, putAudio } from "../recordings/audio.ts";
import { recordingById } from "../recordings/recordings.ts";
import { putStreamSound, streamSoundKey } from "../recordings/stream-sounds.ts";
import { installationSecret } from "./installation-secrets.ts";
import { forgetSealedSecrets, requireSecretKey, rotateSecretKey } from "./sealed-secrets.ts";

const ADA = "usr_0123456789abcdef0123456789abcdef";
const BOB = "usr_1123456789abcdef0123456789abcdef";
const TOTP = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const CURSORS = Buffer.from("thirty-two bytes for the cursors");
const PRIVATE = '{"kty":"OKP","d":"the-private-part-of-the-key"}';

const open = (dataDir: string, secretKeyFile?: string): Db =>
  openDatabase({ dataDir, nativeBinding: testBinding(), secretKeyFile });

function insertUsers(db: Database.Database) {
  for (const id of [ADA, BOB])
    db.prepare(
      "INSERT INTO users (id, email, plan, administrator, created_at) VALUES (?, ?, 'free', 0, 0)",
    ).run(id, id);
}

/** As tiro 0.1.0 left it, its log not yet written back. */
function oldInstallation(dataDir: string): void {
  const db = new Database(join(dataDir, "tiro.db"), { nativeBinding: testBinding() });
  db.pragma("journal_mode = WAL");
  migrate(db, MIGRATIONS.slice(0, 9), testClock());
  insertUsers(db);
  db.prepare("INSERT INTO secrets VALUES ('cursors', ?)").run(CURSORS);
  db.prepare("INSERT INTO totp VALUES (?, ?, 7, 0)").run(ADA, TOTP);
  db.prepare("INSERT INTO recovery_codes VALUES (?, ?)").run(ADA, Buffer.alloc(32, 5));
  db.prepare("INSERT INTO oauth_signing_keys VALUES ('k', ?, '{}', 0)").run(PRIVATE);
  db.close();
}

function expectSecrets(db: Db): void {
  expect(totpOf(db, ADA)).toEqual({ secret: TOTP, lastStep: 7 });
  expect(Buffer.from(installationSecret(db, "cursors"))).toEqual(CURSORS);
  expect(oauthSigningKeys(db).map((key) => privateJwkOf(db, key))).toEqual([PRIVATE]);
}

/** All that is computed from lies in them in one form or another. */
function clearSecretsIn(dataDir: string): string[] {
  const bytes = readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(dataDir, name)).toString("latin1"))
    .join();
  return [TOTP, CURSORS.toString("latin1"), "the-private-part"].filter((secret) => bytes.includes(secret));
}

describe("the secrets of a database of 0.1.0", () => {
  test("are sealed, and overwritten where they stood in clear", () => {
    using folder = temporaryFolder();
    oldInstallation(folder.path);
    expect(clearSecretsIn(folder.path)).toHaveLength(3);
    const db = open(folder.path);
    expect(clearSecretsIn(folder.path)).toEqual([]);
    expectSecrets(db);
    expect(consumeRecoveryCode(db, ADA, Buffer.alloc(32, 5))).toBe(true);
    db.close();
    expect(statSync(join(folder.path, "secret.key")).mode & 0o777).toBe(0o600);
    expect(clearSecretsIn(folder.path)).toEqual([]);
  });

  test("are sealed with the key that the configuration names", () => {
    using folder = temporaryFolder();
    using elsewhere = temporaryFolder();
    oldInstallation(folder.path);
    const named = join(elsewhere.path, "key");
    expect(refusalOf(() => open(folder.path, named)).extras.hint).toContain("openssl rand");
    writeFileSync(named, Buffer.alloc(32, 9).toString("base64"));
    const db = open(folder.path, named);
    expectSecrets(db);
    db.close();
    expect(readdirSync(folder.path)).not.toContain("secret.key");
  });
});

/** With one secret of each kind. */
function installation() {
  const folder = temporaryFolder();
  const db = open(folder.path);
  insertUsers(db);
  insertTotp(db, ADA, { secret: TOTP, lastStep: 7 }, 0);
  installationSecret(db, "cursors");
  insertOAuthSigningKey(db, { id: "k", privateJwk: PRIVATE, publicJwk: "{}", createdAt: 0 });
  db.close();
  return { ...folder, key: join(folder.path, "secret.key"), [Symbol.dispose]: folder[Symbol.dispose] };
}

function required(dataDir: string, keyFile?: string): void {
  const db = open(dataDir, keyFile);
  try {
    requireSecretKey(db);
  } finally {
    db.close();
  }
}

describe("a database with sealed secrets", () => {
  test("refuses a start without its key, with another, and with what is none", () => {
    using site = installation();
    const key = readFileSync(site.key);
    rmSync(site.key);
    expect(refusalOf(() => required(site.path)).message).toContain("missing");
    writeFileSync(site.key, Buffer.alloc(32, 9).toString("base64"));
    expect(refusalOf(() => required(site.path)).message).toContain("not this database's");
    writeFileSync(site.key, "nonsense");
    expect(refusalOf(() => required(site.path)).message).toContain("holds no key");
    writeFileSync(site.key, key);
    required(site.path);
  });

  test("opens with its key wherever the configuration says that it lies", () => {
    using site = installation();
    using elsewhere = temporaryFolder();
    const moved = join(elsewhere.path, "key");
    writeFileSync(moved, readFileSync(site.key));
    rmSync(site.key);
    required(site.path, moved);
  });

  test("opens a secret in its own row only, and as it was written", () => {
    using site = installation();
    const db = open(site.path);
    db.prepare("INSERT INTO totp SELECT ?, 7, 0, sealed_secret FROM totp WHERE user_id = ?").run(BOB, ADA);
    expect(refusalOf(() => totpOf(db, BOB)).message).toContain("was changed");
    db.prepare("UPDATE totp SET sealed_secret = CAST(sealed_secret || x'00' AS BLOB)").run();
    expect(refusalOf(() => totpOf(db, ADA)).message).toContain("was changed");
    db.close();
  });

  test("every sealed column of the schema is known to rotation", () => {
    using site = installation();
    const db = open(site.path);
    const columns = db
      .prepare<[], { tbl: string; col: string }>(
        `SELECT m.name AS tbl, c.name AS col FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND c.name LIKE 'sealed%'`,
      )
      .all();
    const owner = { userId: ADA, browserHash: Buffer.alloc(32, 1) };
    insertDraftKey(db, owner, { id: "drk", key: Buffer.alloc(32, 2), usedAt: 0 });
    const hook = { id: `whk_${"0".repeat(32)}`, organizationId: null, url: "https://x.test/", createdAt: 0 };
    const secrets = { current: "whsec_x", previous: null };
    insertWebhook(db, { ...hook, events: ["backup.failed"], withResult: false }, secrets);
    const recording = recordingById(db, { accountId: ADA }, addRecording(db, ADA))?.number ?? 0;
    const sound = { kind: "audio", contentType: "audio/wav", fileBytes: 17, bytes: 1, keptUntil: 0 } as const;
    putAudio(db, { ...sound, recording, fileName: "audio-x", key: Buffer.alloc(32, 3) });
    const stream = { fileName: "audio-y", accountId: ADA, userId: ADA, credential: "{}", wishes: "{}" };
    putStreamSound(db, { ...stream, key: Buffer.alloc(32, 4) });
    rotateSecretKey(db, null, (secrets) => expect(secrets).toBe(columns.length));
    expect(streamSoundKey(db, stream.fileName)).toEqual(Buffer.alloc(32, 4));
    expect(audioKey(db, recording)).toEqual(Buffer.alloc(32, 3));
    expect(openDraftKey(db, draftKeyOf(db, owner) as StoredDraftKey)).toEqual(Buffer.alloc(32, 2));
    expect(webhookSecrets(db, hook.id)).toEqual(secrets);
    db.close();
  });
});

describe("a rotation", () => {
  test("seals all with a new key, and the old one opens nothing any more", () => {
    using site = installation();
    const old = readFileSync(site.key);
    const db = open(site.path);
    rotateSecretKey(db, null, () => {});
    expect(totpOf(db, ADA)?.secret).toBe(TOTP);
    db.close();
    expect(readFileSync(site.key)).not.toEqual(old);
    required(site.path);
    writeFileSync(site.key, old);
    expect(refusalOf(() => required(site.path)).message).toContain("not this database's");
  });

  test("that was cut off before or after the database changed is finished or undone by the next start", () => {
    using site = installation();
    const old = readFileSync(site.key);
    const db = open(site.path);
    rotateSecretKey(db, null, () => {});
    db.close();
    const current = readFileSync(site.key);
    // After: the new key still has its other name.
    renameSync(site.key, `${site.key}.new`);
    writeFileSync(site.key, old);
    required(site.path);
    expect(readFileSync(site.key)).toEqual(current);
    // Before: the new key is nobody's.
    writeFileSync(`${site.key}.new`, Buffer.alloc(32, 9).toString("base64"));
    required(site.path);
    expect(readFileSync(site.key)).toEqual(current);
  });

  test("that fails leaves the old key in its place", () => {
    using site = installation();
    const db = open(site.path);
    const fail = () => {
      throw new Error("not noted");
    };
    expect(() => rotateSecretKey(db, null, fail)).toThrow("not noted");
    expect(totpOf(db, ADA)?.secret).toBe(TOTP);
    db.close();
    required(site.path);
  });

  test("to a named file leaves the old one where it is", () => {
    using site = installation();
    using elsewhere = temporaryFolder();
    const old = readFileSync(site.key);
    const db = open(site.path);
    rotateSecretKey(db, join(elsewhere.path, "key"), () => {});
    db.close();
    expect(readFileSync(site.key)).toEqual(old);
    required(site.path, join(elsewhere.path, "key"));
  });
});

test("a lost key is given up with what it sealed", () => {
  using site = installation();
  rmSync(site.key);
  const db = open(site.path);
  forgetSealedSecrets(db);
  expect(totpOf(db, ADA)).toBeNull();
  expect(installationSecret(db, "cursors").byteLength).toBe(32);
  db.close();
  required(site.path);
});
