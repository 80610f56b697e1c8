/**
 * Zero retention with everything on: mail, webhooks, the company's directory and then its identity provider (a site has one
 * of the two), watched folders, quotas, recordings, backups in a bucket. Neither what was said, nor its sound, its file's
 * name or the caller's hints reach a disk, a mail, the log, the provider or a hook, unless the organization allowed it.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { loadConfig } from "../../src/config/load.ts";
import { mailSetupLink } from "../../src/delivery/mail/links.ts";
import { addHook } from "../../src/delivery/webhooks/hooks.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { setLimit } from "../../src/metering/limits.ts";
import { Bucket, bucketSettings } from "../../src/store/bucket/bucket.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { testAuthority } from "../support/certificates.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { dictation } from "../support/dictation.ts";
import { BASE, hasSlapd, personEntry, SERVICE, startSlapd } from "../support/directory-server.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import {
  companySettings,
  startIdentityProvider,
  type TestIdentityProvider,
  throughProvider,
} from "../support/identity-provider.ts";
import { hasExim, startExim } from "../support/mail-server.ts";
import { CONTENT_TYPE, multipart, type Part } from "../support/multipart.ts";
import { csrfOf } from "../support/people.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { hasSwift, startSwift } from "../support/storage-server.ts";
import { Visitor } from "../support/visitor.ts";

const canTry = hasExim && hasSlapd && hasSwift;
if (!canTry)
  console.warn("skipped: zero retention with everything on needs exim4, slapd and OpenStack Swift");

const SAID = "conference room on the second floor";
const FILE_NAME = "Patient Quirrenbach.wav";
const PROMPT = "Zwingenbergerstrasse";
const recording = readFileSync(join(import.meta.dir, "../audio/synth_04_rms.wav"));
const folder = temporaryFolder();
const place = (name: string) => join(folder.path, name);
const resources = new AsyncDisposableStack();
/** The messages to the hooks, by their paths. */
const told: { path: string; body: string }[] = [];
let environment: Record<string, string>;
let provider: TestIdentityProvider;
let server: ServerProcess;
/** The logs of ended servers. */
let logged = "";
type Headers = Record<string, string>;
/** Of an organization's key, as its owner. */
let headers: { zero: Headers; kept: Headers };

beforeAll(async () => {
  if (!canTry) return;
  // Exim delivers as another user.
  chmodSync(folder.path, 0o711);
  // Files that others put there are not the server's, and not searched.
  for (const name of ["data", "backups", "mail", "ldap", "swift", "inbox"]) mkdirSync(place(name));
  const authority = await testAuthority();
  const ca = place("ca.pem");
  writeFileSync(ca, authority.certificate);
  const mail = resources.use(await startExim(place("mail"), await authority.issue()));
  const slapd = resources.use(
    await startSlapd(place("ldap"), await authority.issue(), personEntry({ uid: "ada" })),
  );
  const swift = resources.use(await startSwift(place("swift")));
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      told.push({ path: new URL(request.url).pathname, body: await request.text() });
      return new Response(null, { status: 204 });
    },
  });
  resources.defer(() => receiver.stop(true));
  provider = await startIdentityProvider();
  resources.defer(() => provider.close());
  const port = freePort();
  environment = {
    TIRO_MODELS_DEFAULT: "starter-en",
    TIRO_SERVER_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...{ TIRO_MAIL_SERVER: `smtp://localhost:${mail.port}`, TIRO_MAIL_CA_FILE: ca },
    ...{ TIRO_MAIL_FROM: "tiro@example.com", TIRO_MAIL_USER: "tiro", TIRO_MAIL_PASSWORD: "open sesame" },
    ...{ TIRO_LDAP_SERVER: slapd.ldaps, TIRO_LDAP_CA_FILE: ca, TIRO_LDAP_BASE_DN: BASE },
    ...{ TIRO_LDAP_BIND_DN: SERVICE.dn, TIRO_LDAP_BIND_PASSWORD: SERVICE.password },
    TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "example.com",
    TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true",
    TIRO_WEBHOOKS_ALLOW: `127.0.0.1:${receiver.port}`,
    TIRO_WEBHOOKS_NETWORKS: "127.0.0.0/8",
    ...{ TIRO_S3_ENDPOINT: swift.endpoint, TIRO_S3_ACCESS_KEY: swift.accessKey },
    ...{ TIRO_S3_SECRET_KEY: swift.secretKey, TIRO_BACKUP_DIR: place("backups") },
    TIRO_BACKUP_BUCKET: "s3://tiro/backups",
    ...{ TIRO_WATCH_EVERY_SECONDS: "1", TIRO_WATCH_SETTLE_SECONDS: "1" },
    TIRO_WATCH_FOLDERS: JSON.stringify([{ dir: place("inbox"), account: "Zero", originals: "remove" }]),
  };
  const { config, secrets } = loadConfig({ environment });
  await new Bucket(bucketSettings(config, secrets), { bucket: "tiro", prefix: "" }).put("", "");
  server = await startServerProcess({ dataDir: place("data"), settings: environment, port });
  const db = openDatabase({ dataDir: place("data"), nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const organization = (name: string) => {
    const owner = addUser(deps, { email: `${name}@example.com`, name });
    const made = addOrganization(deps, { name, owner });
    const url = `http://127.0.0.1:${receiver.port}/${name}`;
    addHook(deps, config, {
      ...{ organizationId: made.id, url, withResult: true },
      events: ["job.succeeded", "job.failed", "person.disabled"],
    });
    setLimit(deps, made.id, "monthly_audio_seconds", "100000");
    mailSetupLink(deps, owner, { publicUrl: config.server.public_url ?? "", validMs: 3_600_000 });
    const { key } = createKey(deps, made, { name: "k" });
    return { id: made.id, headers: { authorization: `Bearer ${key}`, "Service-User": owner.id } };
  };
  const [zero, kept] = [organization("Zero"), organization("Kept")];
  setPolicy(deps, zero.id, { zeroRetention: true });
  headers = { zero: zero.headers, kept: kept.headers };
  db.close();
});
afterAll(async () => {
  await server?.kill();
  await resources.disposeAsync();
  folder[Symbol.dispose]();
});

async function send(who: Headers, path: string, parts: Part[]): Promise<{ status: number; body: string }> {
  const all = { ...who, "Content-Type": CONTENT_TYPE };
  const answer = await fetch(server.url + path, { method: "POST", headers: all, body: multipart(parts) });
  return { status: answer.status, body: await answer.text() };
}

const transcription: Part[] = [
  { name: "model", body: "speech-v1.5" },
  { name: "prompt", body: PROMPT },
  { name: "file", fileName: FILE_NAME, body: recording },
];
const jobOf = async (who: Headers) =>
  JSON.parse((await send(who, "/audio/transcription-jobs", transcription)).body).id as string;
const isTold = (id: string) => eventually(() => told.some(({ body }) => body.includes(id)), true);

/** Every file of the server, its backups, the bucket, the mail server and the directory; the log; the messages to Zero's hook. */
function traces(): string[] {
  const sound = recording.subarray(recording.length >> 1, (recording.length >> 1) + 64);
  const searched = ["data", "backups", "swift", "mail", "ldap"].map(place);
  const heard = told.filter(({ path }) => path === "/Zero").map(({ body }) => body);
  return [SAID, PROMPT, FILE_NAME, sound].flatMap((trace) => [
    ...searched.flatMap((path) => filesHolding(path, trace)),
    ...[logged, server.stderrTail(), ...provider.heard, ...heard].filter(
      (text) => typeof trace === "string" && text.includes(trace),
    ),
  ]);
}

/** The company gives up its directory for an identity provider; the data stays. */
async function changeToProvider(): Promise<void> {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith("TIRO_LDAP_"));
  const domains = { TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "example.com" };
  environment = { ...Object.fromEntries(others), ...companySettings(provider), ...domains };
  await server.stop();
  logged += server.stderrTail();
  const port = Number(new URL(server.url).port);
  server = await startServerProcess({ dataDir: place("data"), settings: environment, port });
}

/** Once the server's own, which it makes after its first start, is done. */
async function backUp(): Promise<void> {
  const command = [...selfCommand(), "backup", "--verify", "--data", place("data")];
  const env = { ...environment, PATH: process.env.PATH ?? "" };
  await eventually(async () => {
    const child = Bun.spawn(command, { env, stderr: "pipe" });
    return [await child.exited, await child.stderr.text()];
  }, [0, ""]);
}

test.skipIf(!canTry)(
  "nothing of it is on a disk, in a mail, in the log, in a hook or in the bucket",
  async () => {
    writeFileSync(join(place("inbox"), FILE_NAME), recording);
    utimesSync(join(place("inbox"), FILE_NAME), new Date(0), new Date(0));
    const ada = new Visitor(new URL(server.url).origin);
    expect((await ada.post("/login", { user_name: "ada", company_password: "right" })).location).toBe(
      "/app/",
    );
    await eventually(() => server.stderrTail().includes("watch_folder_failed"), true);
    await eventually(() => filesHolding(join(place("mail"), "box"), "Zero@example.com").length > 0, true);

    const said = await send(headers.zero, "/audio/transcriptions", transcription);
    expect([said.status, said.body.includes(SAID)]).toEqual([200, true]);
    const dictated = await fetch(`${server.url}/dictations`, dictation(recording, {}, headers.zero));
    expect(await dictated.text()).toContain(SAID);
    await changeToProvider();
    provider.person = { sub: "zero", email: "Zero@example.com", email_verified: true, name: "Zero" };
    const owner = new Visitor(new URL(server.url).origin);
    expect((await throughProvider(owner)).location).toBe("/app/");
    const ofPage = { Origin: new URL(server.url).origin, "x-csrf-token": await csrfOf(owner) };
    const spoken = await owner.send(
      "/v1/dictations",
      dictation(recording, { text_before: `${PROMPT} ` }, ofPage),
    );
    expect([spoken.status, spoken.text]).toEqual([200, expect.stringContaining(SAID)]);
    await isTold(await jobOf(headers.zero));
    const kept = await send(headers.zero, "/recordings", [
      { name: "file", fileName: FILE_NAME, body: recording },
    ]);
    expect([kept.status, kept.body]).toEqual([403, expect.stringContaining("history_unavailable")]);
    const uploaded = await fetch(`${server.url}/uploads`, {
      method: "POST",
      headers: {
        ...{ ...headers.zero, "Tus-Resumable": "1.0.0" },
        ...{ "Upload-Length": "100", "Upload-Metadata": `filename ${btoa(FILE_NAME)}` },
      },
    });
    expect(uploaded.status).toBe(403);
    expect(traces()).toEqual([]);
    await backUp();
    expect(readdirSync(place("backups")).length).toBeGreaterThan(0);
    expect(traces()).toEqual([]);
    // The folder of such an account is left as it is.
    expect(readdirSync(place("inbox"))).toEqual([FILE_NAME]);
  },
);

test.skipIf(!canTry)(
  "the same search finds what another organization keeps, and its hook is told",
  async () => {
    const id = await jobOf(headers.kept);
    await isTold(id);
    const bodies = told.filter(({ path }) => path === "/Kept").map(({ body }) => body);
    expect(bodies.some((body) => body.includes(SAID))).toBe(true);
    await backUp();
    const found = traces();
    for (const name of ["data", "backups", "swift"])
      expect([name, found.some((path) => path.startsWith(place(name)))]).toEqual([name, true]);
    expect(found.filter((path) => path.startsWith(place("mail")))).toEqual([]);
  },
);
