/** Backups made and restored on real databases, files and keys. */
import { describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { listAudit, verifyAudit } from "../../src/accounts/audit/audit-log.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import {
  addTemplate,
  listTemplates,
  ownTemplates,
  sharedTemplates,
} from "../../src/dictation/personal/templates.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { lastBackup } from "../../src/store/backup/last-backup.ts";
import {
  type ClusterIdentity,
  clusterIdentity,
  putClusterIdentity,
} from "../../src/store/cluster/identity.ts";
import { putClusterWorker } from "../../src/store/cluster/workers.ts";
import type { Db } from "../../src/store/db.ts";
import { totpOf } from "../../src/store/log-in/totp.ts";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";
import { makeSecretKey } from "../../src/store/secrets/secret-key.ts";
import { damage } from "../support/damage.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { rowsOf, UPLOAD } from "../support/old-schemas.ts";
import { backupSite, open, RECORDING, uploadIn } from "./site.ts";

const ADA = `usr_${"a".repeat(32)}`;
const hasAge = Bun.which("age") !== null && Bun.which("age-keygen") !== null;
if (!hasAge) console.warn("skipped: that age itself reads and writes backups needs the program age");

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);

const CLUSTER: ClusterIdentity = {
  authority: { certificate: "authority", key: "its key" },
  api: { certificate: "api", key: "its key" },
  ...{ seed: "SU", nkey: "U", sealingKey: "private", sealingPublicKey: "public" },
  ...{ folder: "/etc/tiro/broker", installedAt: "/etc/nats" },
};

/** Data of a server with workers, and one that has watched its health. */
function addClusterAndHealth(db: Db): void {
  putClusterIdentity(db, CLUSTER);
  const worker = { name: "gpu-1", nkey: "U1", sealingKey: "public", certificateEndsAt: 2, addedAt: 1 };
  putClusterWorker(db, { ...worker, rotatedAt: null, revokedAt: null, drainingSince: 3 });
  db.exec(`INSERT INTO health_codes VALUES (1, 'engine_unavailable');
    INSERT INTO health_minutes VALUES (29000000, 1, 'engine', 12, 140, 260, 900, '1:3')`);
}

describe("a backup", () => {
  test("holds one state of everything, and a restore is that state with one line more in the audit log", async () => {
    using site = backupSite();
    const deps = { db: site.db, clock: systemClock, actor: TEST_ACTOR };
    const eve = addUser(deps, { email: "eve@x.test", name: "Eve" });
    const acme = addOrganization(deps, { name: "Acme of Eve", owner: eve });
    const owners = [ownTemplates(eve.id), sharedTemplates(acme.id)];
    for (const owner of owners)
      addTemplate(deps, owner, { kind: "letter", name: "Reminder", text: "Dear [[recipient]]" });
    const templates = listTemplates(site.db, owners);
    expect(templates).toHaveLength(2);
    addClusterAndHealth(site.db);
    const before = rowsOf(site.db);
    // Unwritten, as far as the database's own file shows.
    expect(statSync(`${site.db.name}-wal`).size).toBeGreaterThan(0);
    const made = await site.backup();
    expect(made).toMatchObject({ verified: true, recordings: 1, missingRecordings: 0, auditProblem: null });
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
    expect(lastBackup(site.db)).toEqual({ at: made.at, bytes: statSync(made.file).size, verified: true });

    const restored = await site.restore(made.file, "restored");
    expect(restored).toMatchObject({
      tiroVersion: "1.2.3",
      schema: MIGRATIONS.length,
      recordings: 1,
      newKey: false,
      authenticated: true,
    });
    expect(Date.parse(restored.madeAt)).toBe(made.at);
    const dataDir = site.inFolder("restored");
    expect(readdirSync(dataDir).sort()).toEqual(["secret.key", "spool", "tiro.db", "tiro.lock"]);
    expect(uploadIn(dataDir)).toEqual(RECORDING);
    const db = open(dataDir);
    const { audit_log, audit_head, ...others } = rowsOf(db);
    expect(before).toMatchObject(others);
    expect(listAudit(db, { target: null, limit: 1 })).toMatchObject([
      { action: "backup.restored", actor: "operator", details: { made_at: restored.madeAt } },
    ]);
    expect(verifyAudit(db).intact).toBe(true);
    expect(totpOf(db, ADA)?.secret).toBe("SECRETSECRET");
    expect(listTemplates(db, owners)).toEqual(templates);
    expect(clusterIdentity(db)).toEqual(CLUSTER);
    db.close();
  });

  test("never holds the secret key in clear, nor what the database deleted", async () => {
    using site = backupSite();
    const key = readFileSync(site.key, "utf8").trim();
    await site.backup();
    expect(filesHolding(site.target, key)).toEqual([]);
    expect(site.backup({ includeKey: true })).rejects.toMatchObject({
      code: "invalid_request",
      extras: { param: "include-key" },
    });
  });

  test("without a recording that is not there says so", async () => {
    using site = backupSite();
    rmSync(join(site.dataDir, "spool", UPLOAD));
    const made = await site.backup();
    expect(made).toMatchObject({ recordings: 0, missingRecordings: 1 });
    expect(await site.restore(made.file, "restored")).toMatchObject({ missingRecordings: 1 });
  });

  test("of a name that is taken, or ends otherwise than it is made, or has no folder, is refused", async () => {
    using site = backupSite();
    const file = site.inFolder("mine.tar");
    expect(await site.backup({ target: file })).toMatchObject({ file });
    const refused = { code: "invalid_request", extras: { param: "target" } };
    expect(site.backup({ target: file })).rejects.toMatchObject(refused);
    expect(site.backup({ target: site.inFolder("b.tar.age") })).rejects.toMatchObject(refused);
    expect(site.backup({ target: site.inFolder("nowhere") })).rejects.toMatchObject({ code: "not_writable" });
    expect(readdirSync(site.target)).toEqual([]);
  });

  test("is one at a time, and the oldest go", async () => {
    using site = backupSite();
    const outcomes = await Promise.allSettled([site.backup(), site.backup()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "backup_running" },
    });
    writeFileSync(join(site.target, "other.tar"), "");
    writeFileSync(join(site.target, ".tiro-backup-20200101T000000000Z.tar.part"), "cut off");
    const [second, third] = [await site.backup({ keep: 2 }), await site.backup({ keep: 2 })];
    expect([second.removed.length, third.removed.length]).toEqual([0, 1]);
    const names = [second, third].map(({ file }) => file.replace(`${site.target}/`, ""));
    expect(readdirSync(site.target).sort()).toEqual(["other.tar", ...names].sort());
    expect(existsSync(join(site.dataDir, "backup"))).toBe(false);
    // A clock that went back makes the newest the oldest by name.
    const past = { ...systemClock, now: () => Date.UTC(2020, 0, 1) };
    const newest = await site.backup({ keep: 1, clock: past });
    expect(readdirSync(site.target).sort()).toEqual([
      "other.tar",
      newest.file.replace(`${site.target}/`, ""),
    ]);
  });

  test("of a damaged database is refused, and of a broken audit log is made with a word about it", async () => {
    using site = backupSite();
    const deps = { db: site.db, clock: systemClock, actor: TEST_ACTOR };
    addUser(deps, { email: "eve@x.test", name: "Eve" });
    site.db.exec("DROP TRIGGER audit_log_keeps_lines; UPDATE audit_log SET action = 'nothing'");
    const made = await site.backup();
    expect(made).toMatchObject({ verified: true, auditProblem: "line 1: The line was changed." });
    expect(await site.restore(made.file, "restored")).toMatchObject({ auditProblem: made.auditProblem });

    site.db.exec("PRAGMA foreign_keys = OFF; DELETE FROM users WHERE email = 'ada@x.test'");
    expect(site.backup()).rejects.toMatchObject({ code: "backup_damaged" });
    expect(readdirSync(site.target).length).toBe(1);
  });
});

test("a damaged database costs no good backup, with or without a second look at the file", async () => {
  using site = backupSite();
  const good = await site.backup();
  site.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  damage(site.db.name, "audit_log");
  for (const verify of [true, false])
    await expect(site.backup({ verify, keep: 1 })).rejects.toMatchObject({ code: "backup_damaged" });
  expect(readdirSync(site.target)).toEqual([basename(good.file)]);
  expect(lastBackup(site.db)?.at).toBe(good.at);
});

describe("an encrypted backup", () => {
  test("opens with its key alone, and brings the secret key along", async () => {
    using site = backupSite();
    const made = await site.backup({ recipients: [recipient], includeKey: true });
    expect(made).toMatchObject({ encrypted: true, includesKey: true });
    expect(made.file).toEndWith(".tar.age");
    for (const trace of ["ada@x.test", "unfinished job", 'tiro-backup"'])
      expect(filesHolding(site.target, trace)).toEqual([]);
    const identityFile = site.inFolder("identity");
    const none = { kind: "none" } as const;
    expect(site.restore(made.file, "a")).rejects.toMatchObject({ code: "backup_encrypted" });
    writeFileSync(identityFile, `# another\n${await generateX25519Identity()}\n`);
    expect(site.restore(made.file, "b", { identityFile })).rejects.toMatchObject({
      code: "backup_encrypted",
    });
    writeFileSync(identityFile, `# mine\n${identity}\n`);
    expect(await site.restore(made.file, "c", { identityFile, secretKey: none })).toMatchObject({
      newKey: false,
    });
    expect(readFileSync(site.inFolder("c/secret.key"))).toEqual(readFileSync(site.key));
  });

  test("for no recipient of age is refused", () => {
    using site = backupSite();
    expect(site.backup({ recipients: ["age1nobody"] })).rejects.toMatchObject({
      code: "invalid_request",
      extras: { param: "recipient" },
    });
  });

  test.skipIf(!hasAge)(
    "is age's own: the program decrypts it, and tiro restores what the program encrypted",
    async () => {
      using site = backupSite();
      const identityFile = site.inFolder("key.txt");
      const run = (...command: string[]) => {
        const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdout: "pipe", stderr: "pipe" });
        expect([exitCode, exitCode === 0 ? "" : stderr.toString()]).toEqual([0, ""]);
        return stdout.toString();
      };
      run("age-keygen", "-o", identityFile);
      const publicKey = run("age-keygen", "-y", identityFile).trim();
      const made = await site.backup({ recipients: [publicKey, recipient] });
      const clear = site.inFolder("clear.tar");
      run("age", "--decrypt", "-i", identityFile, "-o", clear, made.file);
      expect(run("tar", "-tf", clear)).toBe(
        `manifest.json\nmanifest.json.sha256\nmanifest.json.hmac-sha256\ntiro.db\nspool/${UPLOAD}\n`,
      );
      const again = site.inFolder("again.tar.age");
      run("age", "-r", publicKey, "-o", again, clear);
      expect(await site.restore(again, "restored", { identityFile })).toMatchObject({ recordings: 1 });
    },
  );
});

describe("a restore", () => {
  test("goes into an empty folder only, beside model packs", async () => {
    using site = backupSite();
    const { file } = await site.backup();
    mkdirSync(site.inFolder("full/models"), { recursive: true });
    writeFileSync(site.inFolder("full/letter.txt"), "");
    expect(site.restore(file, "full")).rejects.toMatchObject({ code: "folder_not_empty" });
    expect(site.restore(file, "data")).rejects.toMatchObject({ code: "folder_not_empty" });
    expect(readdirSync(site.inFolder("full")).sort()).toEqual(["letter.txt", "models"]);
    rmSync(site.inFolder("full/letter.txt"));
    await site.restore(file, "full");
    expect(existsSync(site.inFolder("full/models"))).toBe(true);
  });

  test("needs the secret key, or word to go on without it", async () => {
    using site = backupSite();
    addClusterAndHealth(site.db);
    const { file } = await site.backup();
    const wrong = site.inFolder("wrong.key");
    makeSecretKey(wrong);
    const keys = [
      [{ kind: "none" }, "secret_key_missing"],
      [{ kind: "file", path: wrong, copy: true }, "secret_key_wrong"],
      [{ kind: "file", path: site.inFolder("nothing"), copy: true }, "invalid_request"],
    ] as const;
    for (const [secretKey, code] of keys)
      expect(site.restore(file, "restored", { secretKey })).rejects.toMatchObject({ code });
    expect(readdirSync(site.inFolder("restored"))).toEqual(["tiro.lock"]);

    const secretKey = { kind: "new" } as const;
    expect(await site.restore(file, "restored", { secretKey, unauthenticated: true })).toMatchObject({
      newKey: true,
      authenticated: false,
    });
    const db = open(site.inFolder("restored"));
    expect([totpOf(db, ADA), db.prepare("SELECT count(*) FROM recovery_codes").pluck().get()]).toEqual([
      null,
      0,
    ]);
    expect(clusterIdentity(db)).toBeNull();
    expect(listAudit(db, { target: null, limit: 2 }).map(({ action }) => action)).toEqual([
      "secrets.reset",
      "backup.restored",
    ]);
    db.close();
  });

  test("of a copy that lies elsewhere leaves the key where the configuration names it", async () => {
    using site = backupSite();
    const { file } = await site.backup();
    await site.restore(file, "restored", { secretKey: { kind: "file", path: site.key, copy: false } });
    expect(existsSync(site.inFolder("restored/secret.key"))).toBe(false);
  });

  test("takes a copy of the database alone, but not one without its log", async () => {
    using site = backupSite();
    addUser({ db: site.db, clock: systemClock, actor: TEST_ACTOR }, { email: "eve@x.test", name: "Eve" });
    expect(site.restore(site.db.name, "restored")).rejects.toMatchObject({ code: "invalid_request" });
    site.db.pragma("wal_checkpoint(TRUNCATE)");
    copyFileSync(site.db.name, site.inFolder("tiro-schema-13.db"));
    expect(
      await site.restore(site.inFolder("tiro-schema-13.db"), "restored", { unauthenticated: true }),
    ).toMatchObject({
      authenticated: false,
      tiroVersion: null,
      schema: MIGRATIONS.length,
      recordings: 0,
    });
  });

  test("of anything but the whole backup leaves nothing", async () => {
    using site = backupSite();
    const plain = readFileSync((await site.backup()).file);
    const sealed = readFileSync((await site.backup({ recipients: [recipient] })).file);
    const identityFile = site.inFolder("identity");
    writeFileSync(identityFile, identity);
    const manifestEnd = 512 + plain.indexOf("\n}\n", 512);
    const cases: [name: string, Buffer][] = [
      ["nothing", Buffer.alloc(0)],
      ["another file", Buffer.from("hello ".repeat(1000))],
      ...[600, 20_000, plain.length - 40_000, plain.length - 1024].map((at): [string, Buffer] => [
        `cut at ${at}`,
        plain.subarray(0, at),
      ]),
      ...[10, 700, manifestEnd, 40_000, plain.length - 5_000].map((at): [string, Buffer] => [
        `changed at ${at}`,
        changed(plain, at),
      ]),
      ["encrypted, cut in its header", sealed.subarray(0, 100)],
      ...[sealed.length - 70_000, sealed.length - 1].flatMap((at): [string, Buffer][] => [
        [`encrypted, cut at ${at}`, sealed.subarray(0, at)],
        [`encrypted, changed at ${at}`, changed(sealed, at)],
      ]),
    ];
    const codes = await Promise.all(
      cases.map(async ([name, content], index) => {
        const file = site.inFolder(`damaged-${index}`);
        writeFileSync(file, content);
        const outcome = await site
          .restore(file, `into-${index}`, { identityFile })
          .catch((error) => error.code);
        return [name, outcome, readdirSync(site.inFolder(`into-${index}`))];
      }),
    );
    expect(codes).toEqual(cases.map(([name]) => [name, "backup_damaged", ["tiro.lock"]]));
  });

  test("that was cut off starts nothing, and is done again in the same folder", async () => {
    using site = backupSite();
    const { file } = await site.backup();
    const dataDir = site.inFolder("restored");
    await site.restore(file, "restored");
    // As a kill before the last rename leaves it.
    mkdirSync(join(dataDir, "restoring"));
    copyFileSync(join(dataDir, "tiro.db"), join(dataDir, "restoring/tiro.db"));
    rmSync(join(dataDir, "tiro.db"));
    const { beginRestore } = await import("../../src/store/data-folder/data-folder.ts");
    beginRestore(dataDir);
    expect(() => open(dataDir)).toThrow(expect.objectContaining({ code: "restore_unfinished" }));
    await site.restore(file, "restored");
    open(dataDir).close();
    expect(readdirSync(dataDir)).not.toContain("restoring");
  });
});

function changed(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] as number) ^ 0x15;
  return copy;
}
