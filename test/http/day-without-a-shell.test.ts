/**
 * A day of an administrator who has a browser and no shell: from the set-up link over 200 people, two organizations, a
 * policy, a pack and a leaver to a verified log and a backup. The server is `tiro serve` in a process of its own.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateSync } from "otplib";
import { tar } from "../packs/tar.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { installPack } from "../support/packs.ts";
import { csrfOf, PASSWORD } from "../support/people.ts";
import type { Json } from "../support/server.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { Visitor } from "../support/visitor.ts";

const PEOPLE = 200;
const folder = temporaryFolder();
const dataDir = join(folder.path, "data");
let server: ServerProcess;
let url: string;
let ida: Visitor;

beforeAll(async () => {
  const backups = join(folder.path, "backups");
  mkdirSync(backups);
  // Waiting asks again and again.
  const settings = { TIRO_BACKUP_DIR: backups, TIRO_LIMITS_REQUESTS_PER_MINUTE: "100000" };
  server = await startServerProcess({ dataDir, settings });
  url = server.url.replace(/\/v1$/, "");
  ida = new Visitor(url);
});
afterAll(async () => {
  await server.stop();
  folder[Symbol.dispose]();
});

async function call(method: string, path: string, body?: unknown): Promise<Json> {
  const { status, json } = await ida.call(method, `/administration${path}`, body);
  expect([method, path, status < 300 ? "ok" : json]).toEqual([method, path, "ok"]);
  return json;
}

async function send(method: string, path: string, headers: Record<string, string>, body: string | Buffer) {
  const own = { Origin: url, "x-csrf-token": await csrfOf(ida), ...headers };
  const page = await ida.send(path, { method, headers: own, body });
  expect([path, page.status < 300 ? "ok" : page.text]).toEqual([path, "ok"]);
  return page;
}

/** Of a task: its result, once it has one. */
async function done({ id }: Json): Promise<Json> {
  await eventually(async () => (await call("GET", `/tasks/${id}`)).ended_at !== null, true);
  const { state, error, result } = await call("GET", `/tasks/${id}`);
  expect([state, error]).toEqual(["succeeded", null]);
  return result;
}

async function setUp(visitor: Visitor, link: string, email: string): Promise<string> {
  const fields = { email, name: email, password: PASSWORD, password_again: PASSWORD };
  return (await visitor.submit(new URL(link).pathname, fields)).text;
}

function packArchive(): Buffer {
  installPack(folder.path, "trial-en", ["en"]);
  const place = join(folder.path, "trial-en-1.0.0");
  return tar(
    readdirSync(place).map((name) => ({ name: `trial/${name}`, content: readFileSync(join(place, name)) })),
  );
}

test("in by the set-up link, with a second step, led by the guide", async () => {
  const file = join(dataDir, "first-run.txt");
  const [link = ""] = /http\S+\/setup\/\S+/.exec(readFileSync(file, "utf8")) ?? [];
  expect(await setUp(ida, link, "ida@acme.test")).toContain('href="/app/welcome"');
  expect(existsSync(file)).toBe(false);
  const { secret, enrolment } = (await ida.call("POST", "/me/second-step/enrolment")).json;
  const on = await ida.call("PUT", "/me/second-step", { enrolment, code: generateSync({ secret }) });
  expect(on.status).toBe(200);
  const { open, steps } = await call("GET", "/first-run");
  expect([open, steps.find(({ done }: Json) => !done).name]).toEqual([true, "site"]);
});

test("two organizations, 200 people from a table, links for them, and a policy", async () => {
  const [bank, legal] = await Promise.all(
    ["Bank", "Legal"].map((name) => call("POST", "/organizations", { name, owner_email: "ida@acme.test" })),
  );
  const lines = Array.from(
    { length: PEOPLE },
    (_, i) => `p${i}@acme.test,Person ${i},${i % 2 === 0 ? "Bank" : "Legal"}`,
  );
  const table = ["email,name,organization", ...lines].join("\n");
  const csv = { "Content-Type": "text/csv" };
  const at = "/v1/administration/people/import";
  const report = JSON.parse((await send("POST", `${at}/check`, csv, table)).text);
  expect(report).toMatchObject({ added: PEOPLE, faults: 0 });
  const task = JSON.parse((await send("POST", at, csv, table)).text);
  expect(await done(task)).toEqual({ added: PEOPLE, joined: 0, unchanged: 0 });
  const { data } = await call("POST", "/people/setup-links", { organization_id: bank.id });
  expect(data).toHaveLength(PEOPLE / 2);
  await setUp(new Visitor(url), data[0].url, data[0].email);
  const policy = { retention_days: 30 };
  await call("POST", `/organizations/${legal.id}/policy/effect`, policy);
  const { policy: now, members } = await call("PATCH", `/organizations/${legal.id}`, { policy });
  expect([now.retention_days, members]).toEqual([30, PEOPLE / 2 + 1]);
});

test("a pack is sent and used once its check recording was recognized", async () => {
  const archive = packArchive();
  const tus = { "Tus-Resumable": "1.0.0" };
  const name = Buffer.from("trial.tar").toString("base64");
  const created = await send(
    "POST",
    "/v1/uploads",
    { ...tus, "Upload-Length": String(archive.length), "Upload-Metadata": `filename ${name}` },
    "",
  );
  const place = new URL(created.headers.get("location") ?? "", url).pathname;
  const part = { ...tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" };
  await send("PATCH", place, part, archive);
  const task = await call("POST", "/packs/install-upload", { upload_id: place.split("/").at(-1) });
  expect(await done(task)).toEqual({ pack: "trial-en@1.0.0" });
  const { data } = await call("GET", "/packs");
  expect(data.find(({ id }: Json) => id === "trial-en@1.0.0").used_for).toEqual(["en"]);
});

test("somebody leaves; the log is verified, a backup made and read again, and the guide is over", async () => {
  const [leaver] = (await call("GET", "/people?query=p0@")).data;
  const one = `/people/${leaver.id}`;
  expect(await call("GET", one)).toMatchObject({ state: "active", has: { dictations: 0 } });
  await call("POST", `${one}/disable`, { reason: "Left the company" });
  await done(await call("POST", `${one}/erase`, { email: leaver.email }));
  expect((await call("GET", "/people?query=p0@")).total).toBe(0);

  const { head } = await call("GET", "/audit/head");
  expect(await done(await call("POST", "/audit/verify", { expected_head: head }))).toMatchObject({
    intact: true,
  });
  const { name } = await done(await call("POST", "/backups"));
  expect(await done(await call("POST", `/backups/${name}/verify`))).toMatchObject({ audit_problem: null });
  const { open } = await call("POST", "/first-run/end");
  expect(open).toBe(false);
});
