/**
 * No tenant sees another's anything: every route of the application, with every kind of caller, against the ids of
 * somebody else. A route that is not in the table fails the test.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { routesOf } from "../../src/app.ts";
import { customizationsOf } from "../../src/store/customizations.ts";
import { settingsOf } from "../../src/store/dictation-settings.ts";
import type { Route } from "../../src/web/route.ts";
import { dictation, wav } from "../support/dictation.ts";
import { startServer, type TestServer } from "../support/server.ts";
import {
  type Admission,
  type Caller,
  makeTenants,
  SECRET_WORD,
  upload,
  type Victim,
} from "../support/tenants.ts";

setDefaultTimeout(120_000);

/** How a stranger who was let in asks for what is the victim's, and what they must get. */
interface Row {
  /** With the victim's ids; one address for each that the path can name. */
  paths: (victim: Victim) => string[];
  init?: (victim: Victim) => RequestInit;
  /** Where the caller was let in, or the route is public. */
  stranger: { status: number; code?: string; check?: (answer: Seen, admitted: Admitted) => void };
}

interface Seen {
  status: number;
  headers: Headers;
  text: string;
}
type Admitted = { accountId: string; userId: string | null } | null;

const one = (path: string) => () => [path];
const ofJobs =
  (suffix = "") =>
  ({ jobIds }: Victim) =>
    jobIds.map((id) => `/v1/audio/transcription-jobs/${id}${suffix}`);
const notTheirs = { status: 404, code: "job_not_found" };
const ofSessions =
  (suffix = "") =>
  ({ sessionIds }: Victim) =>
    sessionIds.map((id) => `/v1/sessions/${id}${suffix}`);
const noSession = { status: 404, code: "session_not_found" };
/** No key opens these; people of other organizations are in organizations.test.ts. */
const ofOrganization = (suffix: string): Row => ({
  paths: ({ organizationId }) => [`/v1/organizations/${organizationId}${suffix}`],
  stranger: noSession,
});
const json = (body: unknown) => (): RequestInit => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
const noneFound = ({ text }: Seen) => expect(JSON.parse(text).data).toEqual([]);
const withVictimsKey = ({ idempotencyKey }: Victim): RequestInit => {
  // Other content than the victim's: were the keys shared, this would be a conflict or a replay.
  const { headers, ...rest } = upload("text");
  return { ...rest, headers: { ...(headers as Record<string, string>), "Idempotency-Key": idempotencyKey } };
};
/** An account's first call is never a replay; its second is one of its own. */
function ownAnswers() {
  const seen = new Set<string>();
  return ({ headers }: Seen, admitted: Admitted) => {
    const accountId = admitted?.accountId ?? "";
    expect([accountId, headers.get("idempotent-replayed") === "true"]).toEqual([
      accountId,
      seen.has(accountId),
    ]);
    seen.add(accountId);
  };
}
let logIns = 0;
/** Of an address that was not tried before, since wrong passwords are counted. */
const newLogIn = (): RequestInit => ({ body: new URLSearchParams({ email: `${++logIns}@x.test` }) });
const form: RequestInit = { method: "POST", body: new URLSearchParams({ name: "x" }) };

const toLogIn = {
  status: 303,
  check: ({ headers }: Seen) => expect(headers.get("location")).toStartWith("/login"),
};

const pagesOfPeople = (...names: string[]): Record<string, Row> =>
  Object.fromEntries(
    names.map((name) => {
      const [method, path = ""] = name.split(" ");
      const sent = method === "GET" ? {} : { init: () => form };
      return [name, { paths: one(path), ...sent, stranger: toLogIn }];
    }),
  );
const OAUTH_METADATA = [
  "/.well-known/oauth-protected-resource/v1",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/oauth-authorization-server/v1",
  "/.well-known/openid-configuration",
  "/.well-known/openid-configuration/mcp",
  "/.well-known/openid-configuration/v1",
  "/mcp/.well-known/openid-configuration",
  "/v1/.well-known/openid-configuration",
];

const TABLE: Record<string, Row> = {
  "POST /v1/audio/transcriptions": {
    paths: one("/v1/audio/transcriptions"),
    init: withVictimsKey,
    stranger: { status: 200, check: ownAnswers() },
  },
  "POST /v1/audio/transcription-jobs": {
    paths: one("/v1/audio/transcription-jobs"),
    init: withVictimsKey,
    stranger: { status: 202, check: ownAnswers() },
  },
  "GET /v1/audio/transcription-jobs": {
    paths: one("/v1/audio/transcription-jobs?limit=100"),
    stranger: { status: 200 },
  },
  "GET /v1/audio/transcription-jobs/:job": { paths: ofJobs(), stranger: notTheirs },
  "GET /v1/audio/transcription-jobs/:job/result": { paths: ofJobs("/result"), stranger: notTheirs },
  "POST /v1/audio/transcription-jobs/:job/cancel": { paths: ofJobs("/cancel"), stranger: notTheirs },
  "GET /v1/models": { paths: one("/v1/models"), stranger: { status: 200 } },
  "GET /v1/models/:model": { paths: one("/v1/models/speech-v1.5"), stranger: { status: 200 } },
  "GET /v1/me": {
    paths: one("/v1/me"),
    stranger: {
      status: 200,
      check: ({ text }, admitted) => expect(JSON.parse(text).id).toBe(admitted?.userId),
    },
  },
  "GET /v1/sessions": {
    paths: () => ["/v1/sessions", `/v1/sessions?query=${SECRET_WORD}`],
    stranger: { status: 200, check: noneFound },
  },
  "GET /v1/sessions/:session": { paths: ofSessions(), stranger: noSession },
  "GET /v1/sessions/:session/transcript": { paths: ofSessions("/transcript"), stranger: noSession },
  "POST /v1/sessions/:session/feedback": {
    paths: ofSessions("/feedback"),
    init: json({ feedback_type: "negative" }),
    stranger: noSession,
  },
  "DELETE /v1/sessions/:session/feedback": { paths: ofSessions("/feedback"), stranger: noSession },
  // After the lists, in which a stranger's own dictations would stand.
  "POST /v1/dictations": {
    paths: one("/v1/dictations"),
    init: ({ idempotencyKey }) => dictation(wav(160), {}, { "Idempotency-Key": idempotencyKey }),
    stranger: { status: 200, check: ownAnswers() },
  },
  "GET /v1/customizations": {
    paths: one("/v1/customizations"),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).revision).toBe(0) },
  },
  "PATCH /v1/customizations": {
    paths: one("/v1/customizations"),
    init: json({ operations: [{ type: "dictionary_remove", word: SECRET_WORD }] }),
    stranger: {
      status: 200,
      check: ({ text }) => expect(JSON.parse(text).results[0].status).toBe("unchanged"),
    },
  },
  "GET /v1/settings": {
    paths: one("/v1/settings"),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).language).toBeNull() },
  },
  "PATCH /v1/settings": {
    paths: one("/v1/settings"),
    init: json({ casual_messaging: true }),
    stranger: { status: 200, check: ({ text }) => expect(JSON.parse(text).language).toBeNull() },
  },
  "POST /mcp": {
    paths: one("/mcp"),
    init: ({ sessionIds: [session_id] }) => ({
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get_transcript", arguments: { session_id } },
      }),
    }),
    stranger: { status: 200, check: ({ text }) => expect(text).toContain("(session_not_found)") },
  },
  "OPTIONS /mcp": { paths: one("/mcp"), stranger: { status: 204 } },
  "GET /health": { paths: one("/health"), stranger: { status: 200 } },
  "GET /v1/health": { paths: one("/v1/health"), stranger: { status: 200 } },
  "GET /health/functional": { paths: one("/health/functional"), stranger: { status: 200 } },
  "GET /v1/health/functional": { paths: one("/v1/health/functional"), stranger: { status: 200 } },
  "GET /": { paths: one("/"), stranger: { status: 200 } },
  "GET /docs": { paths: one("/docs"), stranger: { status: 200 } },
  "GET /docs/api": { paths: one("/docs/api"), stranger: { status: 200 } },
  "GET /docs/:page": { paths: one("/docs/install"), stranger: { status: 200 } },
  "GET /docs/search": { paths: one("/docs/search?q=key"), stranger: { status: 200 } },
  "GET /docs/connect": { paths: one("/docs/connect"), stranger: { status: 200 } },
  "GET /docs/errors": { paths: one("/docs/errors"), stranger: { status: 200 } },
  "GET /openapi.json": { paths: one("/openapi.json"), stranger: { status: 200 } },
  // The link is the only way in; whose it is, no other credential tells.
  "GET /setup/:token": { paths: ({ personId }) => [`/setup/${personId}`], stranger: { status: 404 } },
  "POST /setup/:token": {
    paths: ({ personId }) => [`/setup/${personId}`],
    init: () => form,
    stranger: { status: 404 },
  },
  "GET /invitation/:token": {
    paths: ({ organizationId }) => [`/invitation/${organizationId}`],
    stranger: { status: 404 },
  },
  "POST /invitation/:token": {
    paths: ({ organizationId }) => [`/invitation/${organizationId}`],
    init: () => form,
    stranger: { status: 404 },
  },
  "GET /invitation/:token/join": {
    paths: ({ organizationId }) => [`/invitation/${organizationId}/join`],
    stranger: toLogIn,
  },
  "POST /invitation/:token/join": {
    paths: ({ organizationId }) => [`/invitation/${organizationId}/join`],
    init: () => form,
    stranger: toLogIn,
  },
  // Nobody here has a browser session: keys open no page. Sessions of other people are in test/login.
  "GET /login": { paths: one("/login"), stranger: { status: 200 } },
  "POST /login": { paths: one("/login"), init: newLogIn, stranger: { status: 400 } },
  "GET /logout": { paths: one("/logout"), stranger: toLogIn },
  "POST /logout": { paths: one("/logout"), init: () => form, stranger: toLogIn },
  "GET /login/code": { paths: one("/login/code"), stranger: toLogIn },
  "POST /login/code": { paths: one("/login/code"), init: () => form, stranger: toLogIn },
  "GET /login/passkey": { paths: one("/login/passkey"), stranger: { status: 200 } },
  "POST /login/passkey/options": { paths: one("/login/passkey/options"), stranger: { status: 200 } },
  "POST /login/passkey": {
    paths: one("/login/passkey"),
    init: json({ response: { id: "x" } }),
    stranger: { status: 400 },
  },
  // This server has no identity provider.
  "GET /login/company": { paths: one("/login/company"), stranger: { status: 404 } },
  "GET /login/company/callback": { paths: one("/login/company/callback"), stranger: { status: 400 } },
  "PATCH /v1/me": { paths: one("/v1/me"), init: json({ privacy_mode: true }), stranger: noSession },
  "DELETE /v1/sessions/:session": { paths: ofSessions(), stranger: noSession },
  "GET /v1/organizations": { paths: one("/v1/organizations"), stranger: noSession },
  "GET /v1/organizations/:organization": ofOrganization(""),
  "PATCH /v1/organizations/:organization/policy": {
    ...ofOrganization("/policy"),
    init: json({ own_usage_reported: true }),
  },
  "GET /v1/organizations/:organization/members": ofOrganization("/members"),
  "GET /v1/organizations/:organization/usage/report": ofOrganization("/usage/report"),
  "GET /v1/organizations/:organization/invoices": ofOrganization("/invoices"),
  "GET /v1/organizations/:organization/audit": ofOrganization("/audit"),
  ...pagesOfPeople(
    "GET /account",
    "POST /account/privacy",
    "GET /account/password",
    "POST /account/password",
    "GET /account/second-step",
    "POST /account/second-step",
    "POST /account/second-step/off",
    "POST /account/second-step/recovery-codes",
    "GET /account/sessions",
    "POST /account/sessions/end",
    "POST /account/sessions/end-all",
    "GET /account/passkeys",
    "POST /account/passkeys",
    "POST /account/passkeys/options",
    "POST /account/passkeys/remove",
    "GET /account/company",
    "GET /account/company/connect",
    "POST /account/company/disconnect",
    "GET /billing",
    "GET /billing/invoices/:invoice",
    "GET /account/apps",
    "POST /account/apps",
    "GET /oauth/authorize",
    "POST /oauth/authorize",
  ),
  // Who asks is told by the form alone; a Basic header that is no client's is refused with 401.
  "POST /oauth/token": { paths: one("/oauth/token"), init: () => form, stranger: { status: 400 } },
  "POST /oauth/revoke": { paths: one("/oauth/revoke"), init: () => form, stranger: { status: 400 } },
  "POST /oauth/register": {
    paths: one("/oauth/register"),
    init: json({ redirect_uris: ["https://app.example/back"] }),
    stranger: { status: 201 },
  },
  "GET /oauth/jwks.json": { paths: one("/oauth/jwks.json"), stranger: { status: 200 } },
  ...Object.fromEntries(
    OAUTH_METADATA.map((path) => [`GET ${path}`, { paths: one(path), stranger: { status: 200 } }]),
  ),
};

let server: TestServer;
let victim: Victim;
let callers: Caller[];

beforeAll(async () => {
  server = await startServer({ environment: { TIRO_SERVER_TRUST_FORWARDED_FOR: "true" } });
  await server.context.engine.ready();
  await server.context.functionalCheck.runOnce();
  ({ victim, callers } = await makeTenants(server));
});

afterAll(() => server.close());

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

test("the table has every route of the application, and no other", () => {
  expect(Object.keys(TABLE).sort()).toEqual(routesOf(server.context).map(nameOf).sort());
});

test("every route of the API that takes a key names the scope that an OAuth token needs for it", () => {
  const without = routesOf(server.context).filter(
    (route) => route.access === "key" && route.path.startsWith("/v1/") && !route.scope,
  );
  expect(without.map(nameOf)).toEqual([]);
});

describe.each(Object.entries(TABLE))("%s", (name, { paths, init, stranger }) => {
  test("lets nobody see or touch what is another's", async () => {
    const route = routesOf(server.context).find((known) => nameOf(known) === name) as Route;
    for (const caller of callers) {
      const expected = expectation(route, caller.admission, stranger);
      for (const path of paths(victim)) {
        const answer = await send(path, { method: route.method, ...init?.(victim) }, caller);
        const told = { caller: caller.name, path, status: answer.status };
        expect(told).toEqual({ ...told, status: expected.status });
        if (expected.code) expect(JSON.parse(answer.text).error.code).toBe(expected.code);
        if (expected.status === stranger.status) stranger.check?.(answer, expected.admitted);
        const seen = answer.text + JSON.stringify([...answer.headers]);
        for (const mark of victim.marks.filter((mark) => !path.includes(mark)))
          expect([caller.name, seen.includes(mark)]).toEqual([caller.name, false]);
        if (route.method === "GET") await sameByHead(path, caller, answer.status);
      }
    }
  });
});

test("the victim's jobs are as they were", async () => {
  for (const id of victim.jobIds)
    expect(
      server.context.db.prepare("SELECT status FROM transcription_jobs WHERE id = ?").pluck().get(id),
    ).toBe("succeeded");
});

test("the victim's dictionary and history are as they were", () => {
  const { db } = server.context;
  expect(customizationsOf(db, victim.personId)).toMatchObject({ revision: 1, dictionary: [SECRET_WORD] });
  expect(settingsOf(db, victim.personId)).toEqual({ language: "yi", casualMessaging: null });
  expect(db.prepare("SELECT count(*) FROM session_feedback").pluck().get()).toBe(0);
});

function expectation(
  route: Route,
  admission: Admission,
  stranger: Row["stranger"],
): { status: number; code?: string | undefined; admitted: Admitted } {
  if (route.access === "person" && route.path.startsWith("/v1/"))
    return { status: 401, code: "invalid_api_key", admitted: null };
  if (route.access !== "key") return { status: stranger.status, admitted: null };
  if ("refused" in admission) return { status: admission.refused, code: admission.code, admitted: null };
  const { accountId, product } = admission;
  if (route.family !== "transcription" && "refused" in product)
    return { status: product.refused, code: product.code, admitted: null };
  const userId = "userId" in product ? product.userId : null;
  return { status: stranger.status, code: stranger.code, admitted: { accountId, userId } };
}

/** Each request from an address of its own, because wrong links are throttled by address. */
let requests = 0;
const address = () => ({ "X-Forwarded-For": `10.0.${++requests >> 8}.${requests & 255}` });

async function send(path: string, init: RequestInit, { headers }: Caller): Promise<Seen> {
  const own = { Origin: server.url, ...address(), ...(init.headers as Record<string, string>), ...headers };
  const answer = await fetch(server.url + path, { ...init, redirect: "manual", headers: own });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function sameByHead(path: string, { name, headers }: Caller, status: number): Promise<void> {
  const answer = await fetch(server.url + path, {
    method: "HEAD",
    redirect: "manual",
    headers: { ...address(), ...headers },
  });
  expect([name, path, answer.status]).toEqual([name, path, status]);
}
