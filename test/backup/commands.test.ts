/** The commands as programs of their own, on small disks too, and the output of doctor, health and bundles. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkBackup } from "../../src/cli/doctor/backup-check.ts";
import { limits } from "../../src/config/limits.ts";
import { loadConfig } from "../../src/config/load.ts";
import { healthRoutes } from "../../src/http/health.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { setLastBackup } from "../../src/store/backup/last-backup.ts";
import { RecentLog, recentLogLines } from "../../src/store/data-folder/recent-log.ts";
import { temporaryFolder, testClock } from "../support/database.ts";
import { canMount, onDisk, quoted } from "../support/disk.ts";
import { type Json, startServer } from "../support/server.ts";
import { runTiro, tiroSite } from "../support/tiro.ts";
import { backupSite } from "./site.ts";

test("backup and restore say what they did, for people and programs", () => {
  using site = tiroSite();
  using folder = temporaryFolder();
  site.run("users", "add", "--email", "ada@x.test", "--name", "Ada");
  expect(site.run("backup").stderr).toContain("Say where the backup is to lie");
  const made = site.json("backup", folder.path, "--keep", "1");
  expect(made).toMatchObject({ verified: false, encrypted: false, recordings: 0, deleted: [] });
  expect(statSync(made.file).size).toBe(made.bytes);
  const second = site.run("backup", folder.path, "--keep", "1", "--verify");
  expect(second.stdout).toMatch(
    /^Backed up to \S+\.tar: 0\.\d MB, in clear, verified\.\nWithout the secret key, .+\nDeleted \S+\.tar\.\n$/,
  );
  const [name = ""] = readdirSync(folder.path);
  const to = join(folder.path, "restored");
  // No server has made a secret key yet, so nothing vouches for it.
  const refused = runTiro("restore", join(folder.path, name), to);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("--unauthenticated")]);
  const restored = runTiro("restore", join(folder.path, name), to, "--unauthenticated");
  expect([restored.code, restored.stderr]).toEqual([0, ""]);
  expect(restored.stdout).toMatch(
    /^The backup is from 20\S+Z \(tiro \S+, schema \d+\)\.\nNo secret key vouches for it\.\nRestored to /,
  );
  expect(runTiro("users", "list", "--data", to).stdout).toContain("ada@x.test");
  expect(runTiro("restore", join(folder.path, name), to)).toMatchObject({ code: 1 });
  expect(runTiro("restore", join(folder.path, "nothing"), join(folder.path, "b")).code).toBe(1);
  expect(existsSync(join(folder.path, "b"))).toBe(false);
  for (const keep of ["0", "x", "10001"])
    expect(site.run("backup", folder.path, "--keep", keep).code).toBe(2);
  expect(site.run("upgrade-check").stdout).toContain("changes nothing");
});

test.skipIf(!canMount)("a full disk is told, and nothing half done is left on it", async () => {
  using site = backupSite();
  site.db.exec("CREATE TABLE filling (bytes BLOB); INSERT INTO filling VALUES (randomblob(2000000))");
  const { file } = await site.backup();
  const small = site.inFolder("small");
  mkdirSync(small);
  const said = site.inFolder("said");
  const outcomeOf = (...args: string[]) =>
    onDisk(
      "1m",
      small,
      `${quoted([...selfCommand(), ...args])} 2> '${said}' && code=0 || code=$?`,
      `said=$(grep -o '\\[[a-z_]*\\]' '${said}' || true)`,
      `printf '{"code": %d, "said": "%s", "left": "%s"}' "$code" "$said" "$(ls -A '${small}' | grep -v '^tiro.lock$' | head -c 100)"`,
    );
  const full = { outcome: { code: 1, said: "[disk_full]", left: "" } };
  expect(await outcomeOf("backup", small, "--data", site.dataDir)).toMatchObject(full);
  expect(await outcomeOf("restore", file, small, "--secret-key", site.key)).toMatchObject(full);
  expect(existsSync(join(site.dataDir, "backup"))).toBe(false);
});

test("doctor and health say that a backup is overdue", async () => {
  const folder = temporaryFolder();
  const clock = testClock(systemClock.now());
  const server = await startServer({ environment: { TIRO_BACKUP_DIR: folder.path }, overrides: { clock } });
  try {
    const { db, config } = server.context;
    while (server.log.every(({ event }) => event !== "backup_made")) await Bun.sleep(20);
    const flags = { data: server.dataDir };
    const health = async (context: Pick<typeof server.context, "backups">) => {
      const route = healthRoutes({ ...server.context, ...context }).find(({ path }) => path === "/health");
      const answer = (await route?.handle({} as never)) as Response;
      return ((await answer.json()) as Json).checks.backup;
    };
    expect(checkBackup(config, flags)).toMatchObject({ status: "ok" });
    expect(await health(server.context)).toMatchObject({ status: "ok", verified: true });
    setLastBackup(db, { at: clock.now() - 3 * 24 * 3600_000, bytes: 1, verified: true });
    expect(checkBackup(config, flags)).toMatchObject({ status: "warn" });
    clock.nowMs += limits.backupOverdueMs;
    expect((await health(server.context)).status).toBe("ok");
    clock.nowMs++;
    expect((await health(server.context)).status).toBe("degraded");
    const gone = { ...config, backup: { ...config.backup, dir: join(folder.path, "gone") } };
    expect(checkBackup(gone, flags)).toMatchObject({
      status: "fail",
      detail: expect.stringContaining("ENOENT"),
    });
  } finally {
    await server.close();
    folder[Symbol.dispose]();
  }
});

test("a support bundle has findings, settings, versions and log lines, and no secret", () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const config = join(folder.path, "tiro.toml");
  const secrets = ["MARKER-api-key", "MARKER-client-secret", "MARKER-in-a-log"];
  writeFileSync(
    config,
    `[language_model]\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\napi_key = "${secrets[0]}"
[company_log_in]\nissuer = "https://idp.test"\nclient_id = "tiro"\nclient_secret = "${secrets[1]}"\nemail_domains = ["x.test"]\n`,
  );
  const { key } = JSON.parse(
    runTiro(...["users", "add", "--email", "ada@x.test", "--name", "Ada", "--json", "--data", dataDir])
      .stdout &&
      runTiro(...["keys", "create", "--user", "ada@x.test", "--name", "k", "--json", "--data", dataDir])
        .stdout,
  );
  const log = new RecentLog(dataDir);
  const write = log.besides(() => {});
  write(
    `${JSON.stringify({ event: "serving", cause: `Authorization: Bearer ${secrets[2]} of ada@x.test with ${key}` })}\n`,
  );
  log.flush();
  const file = join(folder.path, "bundle.tar");
  const made = runTiro("support-bundle", file, "--data", dataDir, "--config", config);
  expect([made.code, made.stderr]).toEqual([0, ""]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const content = readFileSync(file, "utf8");
  for (const secret of [...secrets, key, "ada@x.test"]) expect(content.includes(secret)).toBe(false);
  for (const found of [
    '"language_model.api_key": true',
    '"name": "recognition"',
    '"sqlite": "3.',
    '"event":"serving"',
    "# No metrics are configured.",
    "<credential> of <address> with <key>",
  ])
    expect([found, content.includes(found)]).toEqual([found, true]);
  expect(runTiro("support-bundle", file, "--data", dataDir).code).toBe(1);

  // A secret in the wrong place keeps the configuration from being read, and is repeated nowhere.
  writeFileSync(config, `[language_model]\napi_key = ${secrets[0]}\n`);
  const other = join(folder.path, "other.tar");
  expect(runTiro("support-bundle", other, "--data", dataDir, "--config", config).code).toBe(0);
  expect(readFileSync(other, "utf8")).not.toContain(secrets[0] ?? "");
});

test("the newest lines of the log stay, within bounds", () => {
  using folder = temporaryFolder();
  const log = new RecentLog(folder.path);
  const write = log.besides(() => {});
  const line = (n: number) => `${String(n).padStart(999, ".")}\n`;
  const many = Math.floor((3 * limits.recentLogBytes) / 1000);
  for (let n = 0; n < many; n++) {
    write(line(n));
    if (n % 500 === 0) log.flush();
  }
  log.flush();
  const lines = recentLogLines(folder.path);
  expect(lines.at(-1)).toEndWith(`.${many - 1}`);
  expect(lines.length).toBeGreaterThan(limits.recentLogBytes / 1000);
  expect(lines.length).toBeLessThan((2 * limits.recentLogBytes) / 1000 + 1000);
  const numbers = lines.map((text) => Number(text.replace(/^\.+/, "")));
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
});

test("the secret key goes into no backup in clear", () => {
  const environment = { TIRO_BACKUP_INCLUDE_KEY: "true" };
  expect(() => loadConfig({ environment })).toThrow("backup.include_key");
  const recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
  const { config } = loadConfig({ environment: { ...environment, TIRO_BACKUP_RECIPIENTS: recipient } });
  expect(config.backup).toMatchObject({ include_key: true, recipients: [recipient], keep: 7, at: "02:30" });
});
