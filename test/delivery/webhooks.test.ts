/** Webhooks: who hears of what, signed, once, and nowhere that the operator did not allow. */
import { afterAll, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser, disableUser } from "../../src/accounts/people/users.ts";
import { checkWebhooks } from "../../src/cli/doctor/webhook-check.ts";
import { loadConfig } from "../../src/config/load.ts";
import { Notices } from "../../src/delivery/notices.ts";
import { resolveHook } from "../../src/delivery/webhooks/address.ts";
import { addHook, renewHookSecret } from "../../src/delivery/webhooks/hooks.ts";
import { newId } from "../../src/lib/ids.ts";
import type { Webhook, WebhookEvent } from "../../src/store/delivery/webhooks.ts";
import { insertJob, setJobEnded, setJobSucceeded } from "../../src/store/transcription/jobs.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { oweInvoice } from "../support/invoices.ts";
import { testServer } from "../support/test-servers.ts";

interface Heard {
  headers: Headers;
  body: string;
}

const heard: Heard[] = [];
/** The receiver's answers, by path; 204 by default. */
const answers: Record<string, () => Response> = {};
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    heard.push({ headers: request.headers, body: await request.text() });
    return answers[new URL(request.url).pathname]?.() ?? new Response(null, { status: 204 });
  },
});
const at = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
const environment = {
  TIRO_WEBHOOKS_ALLOW: `127.0.0.1:${receiver.port},hooks.example.com`,
  TIRO_WEBHOOKS_NETWORKS: "127.0.0.0/8",
};

const server = await testServer({ environment });

afterAll(async () => {
  await receiver.stop(true);
});

const deps = () => ({ db: server.context.db, clock: server.context.clock, actor: TEST_ACTOR });

/** An organization with a hook, and jobs of it. */
function organizationWith(name: string, path: string, { withResult = false } = {}) {
  const owner = addUser(deps(), { email: `${name}@example.com`, name });
  const { id } = addOrganization(deps(), { name, owner });
  const { db, config } = server.context;
  const events = ["job.succeeded", "job.failed", "person.disabled"] as const;
  const { hook, secret } = addHook(deps(), config, { organizationId: id, url: at(path), events, withResult });
  const newJob = () => {
    const job = { id: newId("req"), accountId: id, keyId: newId("key"), attempts: 0, createdAt: Date.now() };
    insertJob(db, { ...job, parameters: "{}", spoolName: null, spoolSha256: null, spoolBytes: 1 });
    return job.id;
  };
  return { id, owner, hook, secret, newJob };
}

const succeed = (job: string, body: string) =>
  setJobSucceeded(
    server.context.db,
    job,
    { contentType: "text/plain", body },
    { audioDurationSeconds: 1, completedAt: Date.now() },
  );
const about = (id: string) => heard.filter(({ body }) => body.includes(id));
const isHeard = (id: string) => eventually(() => about(id).length, 1);
const outcomes = ({ id }: Webhook) =>
  server.context.db.prepare("SELECT outcome FROM deliveries WHERE lane = ? ORDER BY rowid").pluck().all(id);

function signatureOf({ headers, body }: Heard, secret: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

test("a job's end is told once, signed by the secret and for a day by the one before, without its text", async () => {
  const acme = organizationWith("acme", "/acme");
  const [done, failed] = [acme.newJob(), acme.newJob()];
  succeed(done, "what was said");
  await isHeard(done);
  const [call] = about(done) as [Heard];
  expect(JSON.parse(call.body)).toMatchObject({
    type: "job.succeeded",
    data: { id: done, account_id: acme.id, status: "succeeded", error_code: null },
  });
  expect(call.body).not.toContain("what was said");
  expect(call.headers.get("webhook-id")).toStartWith("dlv_");
  expect(call.headers.get("webhook-signature")).toBe(signatureOf(call, acme.secret));
  const renewed = renewHookSecret(deps(), acme.id, acme.hook.id);
  setJobEnded(server.context.db, failed, "failed", { code: "invalid_audio", message: "m" }, Date.now());
  await isHeard(failed);
  const [second] = about(failed) as [Heard];
  expect(second.headers.get("webhook-signature")).toBe(
    `${signatureOf(second, renewed)} ${signatureOf(second, acme.secret)}`,
  );
  expect(JSON.parse(second.body)).toMatchObject({
    type: "job.failed",
    data: { error_code: "invalid_audio" },
  });
  await eventually(() => outcomes(acme.hook), ["sent", "sent"]);
  const stored = server.context.db.prepare("SELECT sealed_secrets FROM webhooks").pluck().all();
  expect(Buffer.concat(stored as Buffer[]).includes(acme.secret)).toBe(false);
});

test("a result is told where the hook asks for it, and never under zero retention", async () => {
  const open = organizationWith("open", "/open", { withResult: true });
  const zero = organizationWith("zero", "/zero", { withResult: true });
  setPolicy(deps(), zero.id, { zeroRetention: true });
  const [told, kept] = [open.newJob(), zero.newJob()];
  succeed(told, "what was said");
  succeed(kept, "what was said in private");
  await isHeard(told);
  await isHeard(kept);
  expect(JSON.parse(about(told)[0]?.body ?? "").data.result).toMatchObject({ body: "what was said" });
  expect(JSON.parse(about(kept)[0]?.body ?? "").data.result).toBeNull();
});

test("a person who was disabled is told to their organizations alone", async () => {
  const [one, other] = [organizationWith("one", "/one"), organizationWith("other", "/other")];
  const eve = addUser(deps(), { email: "eve@example.com", name: "Eve" });
  addMember(deps(), one.id, eve.id, "member");
  disableUser(deps(), eve.id);
  await isHeard(eve.id);
  expect(JSON.parse(about(eve.id)[0]?.body ?? "")).toMatchObject({ type: "person.disabled" });
  expect(outcomes(other.hook)).toEqual([]);
});

test("invoices are told to their organization and the site, a failed backup to the site once a day", async () => {
  const { db, clock, config, logger } = server.context;
  const [acme, other] = [organizationWith("billed", "/billed"), organizationWith("unbilled", "/unbilled")];
  const hookOf = (organizationId: string | null, path: string, events: readonly WebhookEvent[]) =>
    addHook(deps(), config, { organizationId, url: at(path), events, withResult: false }).hook;
  const own = hookOf(acme.id, "/invoices", ["invoice.issued"]);
  const others = hookOf(other.id, "/others", ["invoice.issued"]);
  const site = hookOf(null, "/site", ["invoice.issued", "backup.failed"]);
  oweInvoice(server, acme.id);
  await eventually(() => about(acme.id).length, 2);
  expect(about(acme.id).map(({ body }) => JSON.parse(body))).toEqual(
    Array(2).fill(
      expect.objectContaining({
        type: "invoice.issued",
        data: expect.objectContaining({ object: "invoice", account_id: acme.id, month: "2026-01" }),
      }),
    ),
  );
  const notices = new Notices({
    ...{ db, clock, logger, sends: { mail: false, webhooks: true } },
    backupHealth: () => ({ failure: "disk_full", isOverdue: true }),
    certificateDaysLeft: () => null,
  });
  for (let look = 0; look < 2; look += 1) await notices.lookAtSite();
  await eventually(() => outcomes(site), ["sent", "sent"]);
  expect(about("disk_full").map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: "backup.failed", data: { object: "backup", error_code: "disk_full" } },
  ]);
  expect([outcomes(own), outcomes(others)]).toEqual([["sent"], []]);
});

test("a redirect is not followed, a refusal is tried again, and 410 ends it", async () => {
  const led = organizationWith("led", "/led");
  const gone = organizationWith("gone", "/gone");
  answers["/led"] = () => new Response(null, { status: 302, headers: { Location: at("/elsewhere") } });
  answers["/gone"] = () => new Response(null, { status: 410 });
  const [first, second] = [led.newJob(), gone.newJob()];
  succeed(first, "x");
  succeed(second, "x");
  await isHeard(first);
  await eventually(() => outcomes(gone.hook), ["given_up"]);
  expect(outcomes(led.hook)).toEqual([null]);
  expect(about(first)).toHaveLength(1);
  delete answers["/led"];
  await eventually(() => outcomes(led.hook), ["sent"]);
  const ids = about(first).map(({ headers }) => headers.get("webhook-id"));
  expect(new Set(ids).size).toBe(1);
});

test("hooks lead to hosts that the operator named, at addresses that are public or named", async () => {
  const { config } = loadConfig({ environment });
  const set = (url: string) => () =>
    addHook(deps(), config, { organizationId: null, url, events: ["person.disabled"], withResult: false });
  for (const url of [
    "http://hooks.example.com/",
    "https://hooks.example.com:8443/",
    "https://hooks.example.com.evil.test/",
    "https://user:pass@hooks.example.com/",
    "https://169.254.169.254/latest/meta-data",
    `http://127.0.0.1:${(receiver.port as number) + 1}/`,
    "file:///etc/passwd",
    "no address",
  ])
    expect(set(url)).toThrow();
  // A name that leads inward when it is called, whatever it did when the hook was set.
  const inward = loadConfig({
    environment: { TIRO_WEBHOOKS_ALLOW: "localhost:1,[::ffff:10.0.0.1]:1,10.0.0.1" },
  });
  for (const url of ["https://localhost:1/", "https://10.0.0.1/"])
    await expect(resolveHook(inward.config, new URL(url))).rejects.toMatchObject({ reason: "not_allowed" });
  expect(await resolveHook(config, new URL(at("/")))).toBe("127.0.0.1");
});

test("the doctor calls each host that has a hook, and names one that cannot be reached", async () => {
  organizationWith("doctored", "/doctored");
  const site = { ...environment, TIRO_DATA: server.dataDir };
  const { config } = loadConfig({ environment: site });
  const before = heard.length;
  expect(await checkWebhooks(config, { data: server.dataDir })).toMatchObject({
    status: "ok",
    detail: "1 host reached",
  });
  // Without an event, and unsigned.
  expect(heard.slice(before).map(({ body, headers }) => [body, headers.get("webhook-signature")])).toEqual([
    ["{}", null],
  ]);
  const { config: narrowed } = loadConfig({ environment: { ...site, TIRO_WEBHOOKS_NETWORKS: "" } });
  expect(await checkWebhooks(narrowed, { data: server.dataDir })).toMatchObject({
    status: "warn",
    detail: expect.stringContaining(`127.0.0.1:${receiver.port}: `),
    advice: expect.stringContaining("webhooks.networks"),
  });
  const { config: none } = loadConfig({ environment: {} });
  expect(await checkWebhooks(none, {})).toMatchObject({ status: "ok", detail: "none allowed" });
});
