/** The installation for administrators: audit log, backups, doctor, configuration, certificate, limits, by HTTP. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifyAudit } from "../../src/accounts/audit/audit-log.ts";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { untar } from "../../src/lib/untar.ts";
import { strongly } from "../support/administrators.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { csrfOf } from "../support/people.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

const backups = temporaryFolder();
const SECRET = "s3-secret-that-nobody-may-see-anywhere";
let browser: Visitor;

const people = await testPeople({
  environment: {
    TIRO_BACKUP_DIR: backups.path,
    TIRO_METRICS_TOKEN: SECRET,
    TIRO_LIMITS_REQUESTS_PER_MINUTE: "100000",
  },
});
const administrator = people.add("Ada");
setServerRole(people.deps, administrator.id, "administrator");
browser = strongly(people, administrator);
afterAll(async () => {
  backups[Symbol.dispose]();
});

const send = (path: string) => browser.send(`/v1/administration${path}`, {});

async function call(path: string, method = "GET", body?: object): Promise<[number, Json]> {
  const { status, json } = await browser.call(method, `/administration${path}`, body);
  return [status, json];
}

/** Starts it and waits for its end. */
async function done(path: string, body?: object): Promise<Json> {
  const [status, { id }] = await call(path, "POST", body);
  expect(status).toBe(202);
  const read = async () => (await call(`/tasks/${id}`))[1];
  await eventually(async () => (await read()).ended_at !== null, true);
  return read();
}

const actions = async () =>
  (await call("/audit?limit=10"))[1].data.map(({ action }: Json) => action) as string[];

describe("the audit log", () => {
  test("is verified beside the server, against a head that was kept, and the verification is a line", async () => {
    const [, before] = await call("/audit/head");
    const task = await done("/audit/verify", { expected_head: before.head });
    expect(task).toMatchObject({
      state: "succeeded",
      result: { intact: true, lines: before.lines, head: before.head },
    });
    const [, after] = await call("/audit/head");
    expect(after).toMatchObject({ lines: before.lines + 1, verified_lines: before.lines });
    expect((await actions())[0]).toBe("audit.verified");
    const [status] = await call("/audit/verify", "POST", { expected_head: "1:xyz" });
    expect(status).toBe(400);
    const wrong = await done("/audit/verify", { expected_head: `1:${"0".repeat(64)}` });
    expect(wrong.result).toMatchObject({ intact: false, line: 1 });
  });

  test("is saved whole, as a table without formulas and as lines that the command line would print", async () => {
    people.add("=HYPERLINK(0)");
    const { text: csv, headers } = await send("/audit/export");
    expect(headers.get("content-disposition")).toContain('filename="audit-');
    expect(csv).toContain("'=HYPERLINK");
    expect(csv.split("\r\n")[0]).toContain("line,time,actor,");
    const { text } = await send("/audit/export?format=jsonl");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ sequence }) => sequence)).toEqual(lines.map((_, index) => index + 1));
    expect(lines[1].previous_hash).toBe(lines[0].hash);
    expect(lines.at(-1).action).toBe("audit.exported");
    const { text: few } = await send("/audit/export?format=jsonl&action=audit.exported,audit.verified");
    expect(
      new Set(
        few
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line).action),
      ),
    ).toEqual(new Set(["audit.exported", "audit.verified"]));
  });
});

describe("backups", () => {
  test("one is made now, listed, read again, and found damaged; none can be had by a browser", async () => {
    // The first is due when the server starts.
    await eventually(async () => (await call("/backups"))[1].last !== null, true);
    const [, before] = await call("/backups");
    expect(before).toMatchObject({ folder: backups.path, encrypted: false, failure: null });
    expect(before.data).toHaveLength(1);
    const made = await done("/backups");
    expect(made).toMatchObject({ kind: "backup", state: "succeeded", result: { audit_problem: null } });
    const [, { data, last }] = await call("/backups");
    const { name, bytes } = made.result;
    expect(data).toContainEqual({ name, bytes, made_at: expect.any(String), encrypted: false });
    expect(last.verified).toBe(true);
    const path = `/backups/${name}`;
    const { result } = await done(`${path}/verify`);
    expect(result).toMatchObject({ encrypted: false, authenticated: true, audit_problem: null });
    expect(await actions()).toEqual(expect.arrayContaining(["backup.verified", "backup.started"]));
    for (const address of [path, `${path}/download`]) expect((await send(address)).status).toBe(404);

    const damaged = "tiro-backup-20260101T000000000Z.tar";
    writeFileSync(join(backups.path, damaged), Buffer.alloc(10_240, 7));
    expect(await done(`/backups/${damaged}/verify`)).toMatchObject({
      state: "failed",
      error: { code: "backup_damaged" },
    });
    for (const name of ["..%2Ftiro.db", "tiro.db", "tiro-backup-20250101T000000000Z.tar"])
      expect((await call(`/backups/${name}/verify`, "POST"))[0]).toBe(400);
    expect(readdirSync(people.server.dataDir)).not.toContain("backup");
  });

  test("a folder that is not there is said so", async () => {
    const { path } = backups;
    const [, before] = await call("/backups");
    expect(before.folder_fault).toBeNull();
    backups[Symbol.dispose]();
    const [, { folder_fault, data }] = await call("/backups");
    expect([folder_fault, data]).toEqual(["ENOENT", []]);
    expect(await done("/backups")).toMatchObject({ state: "failed", error: { code: "not_writable" } });
    mkdirSync(path);
  });
});

describe("the installation", () => {
  test("the doctor says what its command says; whoever asks meanwhile gets the same run", async () => {
    expect((await call("/doctor"))[1]).toMatchObject({ checked_at: null, healthy: null, checks: [] });
    const [[, one], [, other]] = await Promise.all([call("/doctor", "POST"), call("/doctor", "POST")]);
    expect(other.id).toBe(one.id);
    await eventually(async () => (await call(`/tasks/${one.id}`))[1].state, "succeeded");
    const [, report] = await call("/doctor");
    const names = report.checks.map(({ name }: Json) => name);
    expect(names).toEqual(expect.arrayContaining(["configuration", "database", "mail", "bucket", "quotas"]));
    // They would load a second recognizer beside the server's.
    expect(names).not.toContain("recognition");
    expect(report.attempts.map(({ name }: Json) => name)).toContain("directory");
  });

  test("the configuration names every setting, and no secret", async () => {
    const { text } = await send("/configuration");
    expect(text).not.toContain(SECRET);
    const { settings } = JSON.parse(text) as Json;
    const setting = (name: string) => settings.find((each: Json) => each.name === name);
    expect(setting("metrics.token")).toEqual({
      name: "metrics.token",
      value: null,
      hidden: true,
      source: "TIRO_METRICS_TOKEN",
    });
    expect(setting("backup.dir")).toMatchObject({ value: backups.path, source: "TIRO_BACKUP_DIR" });
    expect(setting("backup.every_hours")).toMatchObject({ source: "default" });
  });

  test("an upgrade of the same version changes nothing; there is no certificate", async () => {
    const [, upgrade] = await call("/upgrade");
    expect(upgrade).toMatchObject({ steps: [], copy: null, problem: null });
    expect(upgrade.running_version).toBe(upgrade.installed_version);
    expect((await call("/certificate"))[1]).toMatchObject({ names: [], chain: [], days_left: null });
  });

  test("the support bundle holds nobody's data", async () => {
    const person = people.add("Somebody Nameless");
    createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, person, { name: "Telling key name" });
    const headers = { "x-csrf-token": await csrfOf(browser), Origin: people.server.url };
    const answer = await browser.send("/v1/administration/support-bundle", { method: "POST", headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-tar"]);
    const parts: Record<string, string> = {};
    const source = (async function* () {
      yield Buffer.from(answer.text);
    })();
    for await (const { name, content } of untar(source, { entries: 10, nameBytes: 200 }))
      parts[name] = Buffer.concat(await Array.fromAsync(content)).toString();
    expect(Object.keys(parts)).toContain("tiro-support/doctor.json");
    const whole = Object.values(parts).join("\n");
    for (const text of [person.name, person.email, "Telling key name", SECRET])
      expect(whole).not.toContain(text);
    expect(await people.server.context.spool.names()).toEqual([]);
    expect((await actions())[0]).toBe("support_bundle.made");
  });

  test("keys that end soon, by the name of their account", async () => {
    const deps = { ...people.deps, keyPrefixes: ["tiro_"] };
    const key = createKey(deps, administrator, { name: "Soon", expiresInDays: 3 });
    createKey(deps, administrator, { name: "Late", expiresInDays: 300 });
    expect((await call("/expiring"))[1].data).toMatchObject([
      { kind: "key", id: key.id, name: "Soon", account_name: "Ada" },
    ]);
    people.clock.nowMs += 4 * DAY_MS;
    browser = strongly(people, administrator);
    expect((await call("/expiring"))[1].data).toEqual([]);
  });

  test("limits of accounts and groups are set, listed and cleared; nonsense is refused", async () => {
    const at = `/limits/${administrator.id}`;
    const [, set] = await call(`${at}/monthly_audio_seconds`, "PUT", { value: 3600 });
    expect(set.limits.find(({ name }: Json) => name === "monthly_audio_seconds")).toEqual({
      name: "monthly_audio_seconds",
      value: 3600,
      source: "account",
    });
    expect((await call("/limits/group%3AFleet/concurrent_audio", "PUT", { value: 2 }))[0]).toBe(200);
    expect((await call("/limits"))[1].data).toEqual([
      { account_id: "group:Fleet", account_name: null, limits: [{ name: "concurrent_audio", value: 2 }] },
      {
        account_id: administrator.id,
        account_name: "Ada",
        limits: [{ name: "monthly_audio_seconds", value: 3600 }],
      },
    ]);
    for (const [path, body] of [
      [`${at}/requests_per_minute`, { value: "unlimited" }],
      [`${at}/no_such`, { value: 1 }],
      [`${at}/stored_jobs`, { value: "many" }],
      ["/limits/group%3AFleet/stored_jobs", { value: 1 }],
    ] as const)
      expect((await call(path, "PUT", body))[0]).toBe(400);
    expect((await call(`${at}/monthly_audio_seconds`, "DELETE"))[0]).toBe(200);
    expect((await call("/limits"))[1].data).toHaveLength(1);
  });

  test("a test message needs a mail server; the clock is confirmed", async () => {
    expect((await call("/mail/test", "POST", { to: "a@b.test" }))[0]).toBe(400);
    expect((await call("/clock/confirm", "POST"))[1]).toMatchObject({ withheld_seconds: 0 });
    expect((await actions())[0]).toBe("clock.confirmed");
    expect(verifyAudit(people.server.context.db).intact).toBe(true);
  });
});
