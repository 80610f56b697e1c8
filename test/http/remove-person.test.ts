/** A person who is removed while the server runs: nothing of theirs stays but what must. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateSync } from "otplib";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { enableTotp, newTotpSecret } from "../../src/accounts/log-in/totp.ts";
import { makeSetupLink } from "../../src/accounts/onboarding/setup-links.ts";
import { addMember, setMemberRole } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser, setUserPlan } from "../../src/accounts/people/users.ts";
import { removePerson } from "../../src/dictation/remove-person.ts";
import { newId } from "../../src/lib/ids.ts";
import { reclaim } from "../../src/store/database/reclaim.ts";
import { addScimGroupMembers, upsertScimGroup } from "../../src/store/directory/groups.ts";
import { upsertScimUser } from "../../src/store/directory/users.ts";
import { setGroupMembership } from "../../src/store/organizations/group-memberships.ts";
import type { User } from "../../src/store/people/users.ts";
import { recordingById } from "../../src/store/recordings/recordings.ts";
import { putShare } from "../../src/store/recordings/shares.ts";
import { removeSpooled } from "../../src/store/uploads/spool.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { historyOf } from "../support/history.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { addRecording } from "../support/recordings.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING, until } from "../support/transcription.ts";
import { Visitor } from "../support/visitor.ts";

const WORD = "zanzibarite";
/** Where the person's id stays: what was billed and what was done. */
const LEDGER = ["usage", "usage_sums", "billing_accounts", "audit_log"];

const server = await testServer();
await server.context.engine.ready();

const deps = () => {
  const { db, clock } = server.context;
  return { db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
};

/** As a directory would: with a group that gives the place in the organization. */
function provision({ id: userId, email }: User, organizationId: string): void {
  const { db } = server.context;
  const said = { userId, userName: email, externalId: email, name: { formatted: email } };
  upsertScimUser(db, { ...said, updatedAt: 1, deactivated: false, removedAt: null });
  const group = { id: newId("grp"), displayName: `Group of ${organizationId}`, externalId: null };
  upsertScimGroup(db, { ...group, createdAt: 1, updatedAt: 1 });
  addScimGroupMembers(db, group.id, [userId]);
  setGroupMembership(db, { organizationId, userId });
}

/** Somebody with something in every table that can name a person. */
function fullPerson(name: string): { user: User; key: string; browser: Visitor } {
  const { db, clock } = server.context;
  const [email, owners] = [`${name}@leaver.test`, `${name}.owner@leaver.test`];
  const user = addUser(deps(), { email, name });
  const owner = addUser(deps(), { email: owners, name: "Owner" });
  const acme = addOrganization(deps(), { name: `Acme of ${name}`, owner });
  addMember(deps(), acme.id, user.id, "admin");
  const { key } = createKey(deps(), user, { name: "k" });
  const secret = newTotpSecret();
  const code = generateSync({ secret, epoch: Math.floor(clock.now() / 1000) });
  enableTotp(deps(), user.id, secret, code);
  makeSetupLink(deps(), user, "https://x.test");
  const { keep } = historyOf(server, email);
  keep(`${WORD} alone`);
  keep(`${WORD} at work`, { organizationId: acme.id });
  historyOf(server, owners).keep("the owner's own");
  const [client, hash] = [newId("app"), (fill: number) => Buffer.alloc(32, fill)];
  const row = (table: string, values: Record<string, unknown>) => {
    const names = Object.keys(values);
    db.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(values);
  };
  const [user_id, created_at] = [user.id, clock.now()];
  row("passwords", { user_id, hash: "$argon2id$x", changed_at: 1 });
  row("passkeys", {
    ...{ id: `passkey of ${email}`, user_id, name: "k", public_key: hash(1), counter: 0 },
    ...{ transports: "[]", created_at, last_used_at: null },
  });
  row("draft_keys", {
    ...{ id: newId("drk"), user_id, browser_hash: hash(1), sealed_key: hash(1), used_at: created_at },
  });
  row("company_identities", { issuer: "https://id.test", subject: email, user_id, created_at });
  row("customizations", {
    ...{ user_id, revision: 1, updated_at: 1, custom_instructions: "" },
  });
  row("customization_lists", { user_id, list: "dictionary", number: 0, entries: `["${WORD}"]` });
  row("templates", {
    ...{ id: newId("tpl"), user_id, organization_id: null, kind: "note", name: WORD, spoken_name: WORD },
    ...{ text: WORD, revision: 1, created_at, updated_at: created_at },
  });
  row("dictation_settings", { user_id, language: "de", casual_messaging: 1 });
  const [, theirs] = [addRecording(db, user_id, { name: WORD }), addRecording(db, owner.id)];
  const unfinished = `upload-${user_id.slice("usr_".length)}`;
  const number = recordingById(db, { accountId: owner.id }, theirs)?.number ?? 0;
  putShare(db, { recording: number }, { userId: user_id, role: "editor", at: 1 });
  row("recording_edits", {
    recording: number,
    revision: 2,
    person: user_id,
    at: 1,
    changes: "[]",
    inverses: "[]",
  });
  const at = created_at + 1e9;
  row("recording_saves", { number: number * 4096, person: user_id, at, words: 0, segments: "[]" });
  row("uploads", {
    ...{ id: crypto.getRandomValues(Buffer.alloc(16)), account_id: user_id, user_id, length: 1, received: 0 },
    ...{ metadata: "{}", file_name: unfinished, created_at, expires_at: created_at + 1e9 },
  });
  writeFileSync(join(server.dataDir, "spool", unfinished), WORD);
  row("stream_sounds", {
    ...{ file_name: `audio of ${email}`, sealed_key: hash(1), account_id: user_id, user_id },
    ...{ credential: "{}", wishes: "{}" },
  });
  row("dictionary_proposals", {
    ...{ id: newId("prop"), organization_id: acme.id, user_id, word: WORD, heard: WORD, created_at },
  });
  row("oauth_clients", {
    ...{ id: client, name: "App", redirect_uris: "[]", scopes: "[]", auth_method: "none" },
    ...{ secret_hash: null, refreshes: 1, created_at, used_at: null },
  });
  const grant = newId("gra");
  row("oauth_grants", {
    ...{ id: grant, client_id: client, user_id, scopes: "[]", resources: "[]", redirect_uri: "x:" },
    ...{ created_at, last_used_at: null, expires_at: created_at + 1e9, revoked_at: null },
  });
  const token = crypto.getRandomValues(Buffer.alloc(32));
  row("oauth_refresh_tokens", { hash: token, grant_id: grant, expires_at: created_at + 1e9 });
  row("account_limits", { account_id: user_id, name: "stored_jobs", value: 50 });
  row("idempotency_answers", {
    ...{ account_id: user_id, route: "r", key: "k", fingerprint: "f", status: 200, content_type: "t" },
    ...{ body: WORD, expires_at: created_at + 1e9 },
  });
  row("invitations", {
    ...{ organization_id: acme.id, email, role: "member", hash: crypto.getRandomValues(Buffer.alloc(32)) },
    ...{ created_at, expires_at: created_at + 1e9 },
  });
  provision(user, acme.id);
  const company = { issuer: "https://id.test", subject: email, sid: "s" };
  const entry = { methods: ["passkey"] as const, address: "::1", userAgent: null, company };
  const browser = new Visitor(server.url);
  browser.cookies.set("tiro_session", beginBrowserSession(server.context, user, entry));
  return { user, key, browser };
}

const createJob = (key: string) =>
  server.call("/audio/transcription-jobs", {
    method: "POST",
    headers: { "Content-Type": CONTENT_TYPE, Authorization: `Bearer ${key}` },
    body: multipart([
      { name: "model", body: "speech-v1.5" },
      { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
    ]),
  });

const tables = () =>
  server.context.db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_terms%' AND name NOT LIKE 'sqlite%'",
    )
    .pluck()
    .all();

/** Tables in any column of which the text stands. */
const holding = (text: string) =>
  tables().filter((table) => {
    const { db } = server.context;
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all();
    return rows.some((row) =>
      Object.values(row).some(
        (value) => typeof value === "string" && value.toLowerCase().includes(text.toLowerCase()),
      ),
    );
  });

const removeAll = (email: string) => {
  const slices = removePerson({ ...deps(), dataDir: server.dataDir }, email);
  for (;;) {
    const slice = slices.next();
    if (!slice.done) continue;
    removeSpooled(join(server.dataDir, "spool"), slice.value.spoolNames);
    return slice.value;
  }
};

test("leaves the ledger and the audit log alone, under an id", async () => {
  const { db } = server.context;
  const { user, key, browser } = fullPerson("ada");
  expect((await createJob(key)).status).toBe(202);
  const queued = () => db.prepare("SELECT count(*) FROM usage WHERE account_id = ?").pluck().get(user.id);
  await until(() => queued() === 1);
  setUserPlan(deps(), user.id, "pro");

  // So that this test grows with the schema.
  const naming = tables().filter((table) =>
    (db.pragma(`foreign_key_list("${table}")`) as { table: string }[]).some(({ table }) => table === "users"),
  );
  const empty = naming.filter((table) => !holding(user.id).includes(table));
  expect(empty).toEqual([]);

  const removed = removeAll("ada@leaver.test");
  expect(removed).toMatchObject({
    keys: 1,
    grants: 1,
    browserSessions: 0,
    jobs: 1,
    sessions: 2,
    spoolNames: [`upload-${user.id.slice("usr_".length)}`],
  });
  expect(holding(user.id).sort()).toEqual([...LEDGER].sort());
  expect(holding("ada@leaver.test")).toEqual(["audit_log"]);
  expect(db.pragma("foreign_key_check")).toEqual([]);
  expect(db.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(1);
  for (let done = false; !done; ) {
    const slice = reclaim(db).next();
    done = slice.done === true;
  }
  expect(filesHolding(server.dataDir, WORD)).toEqual([]);

  const headers = { Authorization: `Bearer ${key}` };
  expect((await server.call("/me", { headers })).status).toBe(401);
  expect((await browser.get("/account")).location).toStartWith("/login");
  const again = addUser(deps(), { email: "ada@leaver.test", name: "Another Ada" });
  expect(again.id).not.toBe(user.id);
});

test("while their jobs wait or run: nothing comes of them, and no recording stays", async () => {
  const { db } = server.context;
  const { user, key } = fullPerson("bo");
  const jobs = await Promise.all(Array.from({ length: 8 }, () => createJob(key)));
  expect(jobs.map(({ status }) => status)).toEqual(Array(8).fill(202));
  removeAll("bo@leaver.test");
  await server.spoolEmpty();
  expect(
    db.prepare("SELECT count(*) FROM transcription_jobs WHERE account_id = ?").pluck().get(user.id),
  ).toBe(0);
  await until(() => server.context.queue().waiting === 0);
  expect(server.log.filter(({ level }) => level === "error")).toEqual([]);
});

test("not who is needed: an organization's last owner, the last administrator", () => {
  const { db } = server.context;
  const zoe = addUser(deps(), { email: "zoe@leaver.test", name: "Zoe" });
  const beta = addOrganization(deps(), { name: "Beta", owner: zoe });
  expect(() => removeAll(zoe.email)).toThrow("the last owner of Beta");
  expect(db.prepare("SELECT disabled_at FROM users WHERE id = ?").pluck().get(zoe.id)).toBeNull();
  const bo = addUser(deps(), { email: "bo2@leaver.test", name: "Bo" });
  addMember(deps(), beta.id, bo.id, "member");
  setMemberRole(deps(), beta.id, bo.id, "owner");
  db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(zoe.id);
  expect(() => removeAll(zoe.email)).toThrow("The last administrator");
  db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(bo.id);
  expect(removeAll(zoe.email).user.id).toBe(zoe.id);
  expect(() => removeAll(zoe.email)).toThrow("No such user");
});
