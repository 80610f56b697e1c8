/** Two tenants on one server: a victim with a person, an organization and a finished job each, and strangers to it. */
import { readFileSync } from "node:fs";
import { createKey, type KeyDeps, revokeKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession, endBrowserSessions } from "../../src/accounts/credentials/browser-sessions.ts";
import { addMember, removeMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, disableOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser, disableUser } from "../../src/accounts/people/users.ts";
import { keepSession } from "../../src/dictation/history/keep-session.ts";
import { addTemplate, ownTemplates, sharedTemplates } from "../../src/dictation/personal/templates.ts";
import { newId } from "../../src/lib/ids.ts";
import { newSecret } from "../../src/lib/secrets.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { inTransaction } from "../../src/store/db.ts";
import { insertOAuthGrant } from "../../src/store/oauth/grants.ts";
import { folderById, insertFolder } from "../../src/store/recordings/folders.ts";
import { insertUpload } from "../../src/store/uploads/resumable.ts";
import { TEST_ACTOR, testClock } from "./database.ts";
import { eventually } from "./eventually.ts";
import { CONTENT_TYPE, multipart } from "./multipart.ts";
import { addRecording, spoken } from "./recordings.ts";
import type { Json, TestServer } from "./server.ts";
import { RECORDING } from "./transcription.ts";

/** The answer to a caller of this kind if a key is needed. */
export type Admission =
  | { refused: 401 | 403; code: string }
  /** Let in as this account on transcription routes; on product routes as this person, or refused. */
  | { accountId: string; product: { userId: string } | { refused: 400 | 403; code: string } };

export interface Caller {
  name: string;
  headers: Record<string, string>;
  admission: Admission;
}

export interface Victim {
  recordingIds: string[];
  folderIds: string[];
  uploadIds: string[];
  personId: string;
  organizationId: string;
  jobIds: string[];
  /** In the person's history, dictated with a key of their own and with the organization's. */
  sessionIds: string[];
  /** A template of the person and one of the organization. */
  templateIds: string[];
  /** API keys of the person and of the organization. */
  keyIds: string[];
  /** Of an app that the person let in. */
  grantId: string;
  browserSessionId: string;
  /** The idempotency key under which its jobs were made. */
  idempotencyKey: string;
  /** Nothing of this may ever be in an answer to somebody else. */
  marks: string[];
}

export const upload = (format: string): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": CONTENT_TYPE },
  body: multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "response_format", body: format },
    { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
  ]),
});

const bearer = ({ key }: { key: string }, serviceUser?: string) => ({
  Authorization: `Bearer ${key}`,
  ...(serviceUser !== undefined && { "Service-User": serviceUser }),
});

const unknown: Admission = { refused: 401, code: "invalid_api_key" };

const disabled: Admission = { refused: 403, code: "account_disabled" };

const as = (accountId: string, userId: string): Admission => ({ accountId, product: { userId } });

export interface Tenants {
  victim: Victim;
  callers: Caller[];
  /** Another person's, with which they are logged in; the others are let in nowhere. */
  browsers: { own: Caller; refused: Caller[] };
}

export async function makeTenants(server: TestServer): Promise<Tenants> {
  const { context } = server;
  const keyPrefixes = context.config.auth.key_prefixes;
  const deps: KeyDeps = { db: context.db, clock: context.clock, actor: TEST_ACTOR, keyPrefixes };
  const person = (name: string) => addUser(deps, { email: `${name}@tenants.test`, name });
  const keyOf = (account: { id: string }) => createKey(deps, account, { name: "k" });

  const [ada, former, bob, bea, off] = ["ada", "former", "bob", "bea", "off"].map(person) as [P, P, P, P, P];
  const acme = addOrganization(deps, { name: "Acme", owner: ada });
  const beta = addOrganization(deps, { name: "Beta", owner: bea });
  const gone = addOrganization(deps, { name: "Gone", owner: bob });
  const [adaKey, acmeKey, bobKey, betaKey, offKey, goneKey] = [ada, acme, bob, beta, off, gone].map(
    keyOf,
  ) as [K, K, K, K, K, K];
  const disabledMember = person("disabled.member");
  for (const { id } of [disabledMember, off]) addMember(deps, beta.id, id, "member");
  addMember(deps, acme.id, former.id, "member");
  removeMember(deps, acme.id, former.id);
  for (const { id } of [off, disabledMember]) disableUser(deps, id);
  disableOrganization(deps, gone.id);
  const revoked = keyOf(bob);
  revokeKey(deps, revoked.id);
  const past = { ...deps, clock: testClock(context.clock.now() - 2 * DAY_MS) };
  const expired = createKey(past, bob, { name: "expired", expiresInDays: 1 });

  const jobIds = [await finishedJob(server, adaKey.key), await finishedJob(server, acmeKey.key)];
  const sessionIds = await giveHistory(server, ada, acme, adaKey);
  const templateIds = giveTemplates(server, ada, acme);
  const recorded = await giveRecordings(server, [ada.id, acme.id]);
  const without = (code: string, status: 400 | 403 = 403): Admission => ({
    accountId: beta.id,
    product: { refused: status, code },
  });
  const table: [name: string, headers: Record<string, string>, admission: Admission][] = [
    ["nobody", {}, unknown],
    ["garbage", { Authorization: "Bearer \u00ff\u00fe" }, unknown],
    ["another scheme", { Authorization: `Basic ${btoa(`${ada.email}:x`)}` }, unknown],
    ["an unknown key", bearer({ key: newSecret("tiro_") }), unknown],
    ["the victim's key id", bearer({ key: adaKey.id }), unknown],
    ["a revoked key", bearer(revoked), unknown],
    ["an expired key", bearer(expired), unknown],
    ["a disabled person", bearer(offKey), disabled],
    ["a disabled organization", bearer(goneKey, bob.id), disabled],
    ["another person", bearer(bobKey), as(bob.id, bob.id)],
    ["another person who names the victim", bearer(bobKey, ada.id), as(bob.id, bob.id)],
    ["an organization without a member", bearer(betaKey), without("user_required", 400)],
    ["an organization and the victim", bearer(betaKey, ada.id), without("user_not_member")],
    ["an organization and nonsense", bearer(betaKey, "' OR 1=1 --"), without("user_not_member")],
    ["an organization and itself", bearer(betaKey, beta.id), without("user_not_member")],
    [
      "an organization and its disabled member",
      bearer(betaKey, disabledMember.id),
      without("account_disabled"),
    ],
    ["another organization's member", bearer(betaKey, bea.id), as(beta.id, bea.id)],
  ];
  const ids = { personId: ada.id, organizationId: acme.id, keyIds: [adaKey.id, acmeKey.id] };
  const ways = {
    grantId: giveGrant(server, ada),
    browserSessionId: (await browserOf(server, "the victim's", ada)).id,
  };
  const made = { ...ids, ...ways, jobIds, sessionIds, templateIds, ...recorded };
  const marks = [...Object.values(made).flat(), ada.email, former.id, SECRET_WORD];
  return {
    victim: { ...made, marks, idempotencyKey: IDEMPOTENCY_KEY },
    callers: table.map(([name, headers, admission]) => ({ name, headers, admission })),
    browsers: await browsersOf(server, { stranger: bob, ended: bea, off }),
  };
}

async function browsersOf(
  server: TestServer,
  { stranger, ended, off }: Record<"stranger" | "ended" | "off", P>,
): Promise<Tenants["browsers"]> {
  const own = await browserOf(server, "another person's browser", stranger);
  const over = await browserOf(server, "a browser that logged out", ended);
  const { db, clock } = server.context;
  endBrowserSessions({ db, clock, actor: TEST_ACTOR }, ended.id);
  const disabledPersons = await browserOf(server, "a disabled person's browser", off);
  return { own, refused: [over, disabledPersons] };
}

/** Logged in, with the CSRF token that pages of the session have. */
async function browserOf(server: TestServer, name: string, user: P): Promise<Caller & { id: string }> {
  const entry = { methods: ["password"], address: "::1", userAgent: null } as const;
  const Cookie = `tiro_session=${beginBrowserSession(server.context, user, entry)}`;
  const answer = await fetch(`${server.url}/v1/me/profile`, { headers: { Cookie } });
  const { browser_session } = (await answer.json()) as Json;
  const headers = { Cookie, "x-csrf-token": browser_session?.csrf_token ?? "" };
  return { name, id: browser_session?.id ?? "", headers, admission: as(user.id, user.id) };
}

/** An app that the person let in. */
function giveGrant({ context: { db, clock } }: TestServer, { id: userId }: P): string {
  const [id, clientId, now] = [newId("gra"), newId("app"), clock.now()];
  const redirectUri = "https://app.example/back";
  db.prepare(
    `INSERT INTO oauth_clients VALUES (?, 'App', '[]', '["read"]', 'none', NULL, 1, ${now}, NULL)`,
  ).run(clientId);
  const times = { createdAt: now, lastUsedAt: null, expiresAt: now + DAY_MS, revokedAt: null };
  insertOAuthGrant(db, { id, clientId, userId, scopes: ["read"], resources: ["api"], redirectUri, ...times });
  return id;
}

/** Sessions of the person, a word in their dictionary and a language. */
async function giveHistory(
  { context, url }: TestServer,
  ada: P,
  acme: { id: string },
  adaKey: K,
): Promise<string[]> {
  const { dictation, db, clock } = context;
  const sessionIds = [null, acme.id].map((organizationId) => {
    const id = newId("ses");
    const texts = { finalText: `${SECRET_WORD} it is`, rawText: `${SECRET_WORD} it is` };
    const session = { id, userId: ada.id, organizationId, app: null, durationSeconds: 2, ...texts };
    inTransaction(db, () => keepSession(db, session, clock.now()));
    return id;
  });
  const asked = { publicUrl: url, resource: "api" } as const;
  const principal = await context.authenticate(`Bearer ${adaKey.key}`, asked, () => "::1");
  dictation.updateCustomizations(principal, {
    operations: [{ type: "dictionary_add", word: SECRET_WORD }],
    expectedRevision: null,
    dryRun: false,
  });
  dictation.updateSettings(principal, { language: "yi" });
  return sessionIds;
}

/** One of the person and one of the organization. */
function giveTemplates({ context }: TestServer, ada: P, acme: { id: string }): string[] {
  const input = { kind: "note", name: "The zanzibarite", text: SECRET_WORD } as const;
  return [ownTemplates(ada.id), sharedTemplates(acme.id)].map(
    (owner) => addTemplate(context, owner, input).id,
  );
}

/** One of each account, in a folder of its own. */
async function giveRecordings(
  { context }: TestServer,
  accountIds: readonly string[],
): Promise<Pick<Victim, "recordingIds" | "folderIds" | "uploadIds">> {
  const { db, clock, recordings } = context;
  const folderIds = accountIds.map((accountId) => {
    const id = newId("fld");
    inTransaction(db, () => insertFolder(db, { id, accountId, name: SECRET_WORD, nowMs: clock.now() }));
    return id;
  });
  const recordingIds = accountIds.map((accountId, index) => {
    const folder = folderById(db, { accountId }, folderIds[index] ?? "")?.number ?? null;
    const spokenWords = spoken(`${SECRET_WORD} is here`);
    const source = index === 0 ? ("live" as const) : ("upload" as const);
    const what = { name: SECRET_WORD, folder, segments: [spokenWords], source };
    return addRecording(db, accountId, { ...what, createdAt: 0 });
  });
  await recordings.upkeep.indexDue();
  const userId = accountIds[0] ?? "";
  const uploadIds = accountIds.map((accountId) => {
    const [id, createdAt] = [newId("upl"), clock.now()];
    const file = { length: 10, received: 0, metadata: {}, fileName: id };
    insertUpload(db, { id, accountId, userId, ...file, createdAt, expiresAt: createdAt + DAY_MS });
    return id;
  });
  return { recordingIds, folderIds, uploadIds };
}

type P = ReturnType<typeof addUser>;
type K = ReturnType<typeof createKey>;

/** Stands in the victim's history and dictionary only. */
export const SECRET_WORD = "zanzibarite";
const IDEMPOTENCY_KEY = "the-same-for-all";

async function finishedJob(server: TestServer, key: string): Promise<string> {
  const { headers, ...rest } = upload("json");
  const path = `${server.url}/v1/audio/transcription-jobs`;
  const authorization = { Authorization: `Bearer ${key}` };
  const created = await fetch(path, {
    ...rest,
    headers: { ...(headers as Record<string, string>), ...authorization, "Idempotency-Key": IDEMPOTENCY_KEY },
  });
  const { id } = (await created.json()) as Json;
  const job = async () => (await (await fetch(`${path}/${id}`, { headers: authorization })).json()) as Json;
  await eventually(async () => (await job()).status, "succeeded");
  return id;
}
