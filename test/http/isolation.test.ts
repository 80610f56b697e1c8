/**
 * No tenant sees another's anything: every route of the application, with every kind of caller, against the ids of
 * somebody else. A route that is not in the table fails the test.
 */
import { describe, expect, test } from "bun:test";
import { routesOf } from "../../src/app.ts";
import { listTemplates, ownTemplates, sharedTemplates } from "../../src/dictation/personal/templates.ts";
import { customizationsOf } from "../../src/store/dictation/customizations.ts";
import { settingsOf } from "../../src/store/dictation/settings.ts";
import { folderById } from "../../src/store/recordings/folders.ts";
import { recordingById } from "../../src/store/recordings/recordings.ts";
import type { Route } from "../../src/web/route.ts";
import { type Caller, makeTenants, SECRET_WORD, type Tenants, type Victim } from "../support/tenants.ts";
import { testServer } from "../support/test-servers.ts";
import { API_ROWS } from "./isolation/api-rows.ts";
import { PAGE_ROWS } from "./isolation/page-rows.ts";
import { PEOPLE_ROWS } from "./isolation/people-rows.ts";
import { RECORDING_ROWS } from "./isolation/recording-rows.ts";
import type { Admitted, Row, Seen } from "./isolation/row.ts";

const TABLE: Record<string, Row> = { ...API_ROWS, ...RECORDING_ROWS, ...PAGE_ROWS, ...PEOPLE_ROWS };

let victim: Victim;
let callers: Caller[];
let browsers: Tenants["browsers"];

const server = await testServer({
  environment: { TIRO_SERVER_TRUST_FORWARDED_FOR: "true", TIRO_LIMITS_REQUESTS_PER_MINUTE: "5000" },
});
await server.context.engine.ready();
await server.context.functionalCheck.runOnce();
({ victim, callers, browsers } = await makeTenants(server));

const ROUTES = routesOf(server.context);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

test("the table has every route of the application, and no other", () => {
  expect(Object.keys(TABLE).sort()).toEqual(ROUTES.map(nameOf).sort());
});

test("every route of the API that takes a key names the scope that an OAuth token needs for it", () => {
  const without = ROUTES.filter(
    (route) => route.access === "key" && route.path.startsWith("/v1/") && !route.scope,
  );
  expect(without.map(nameOf)).toEqual([]);
});

describe.each(Object.entries(TABLE))("%s", (name, row) => {
  const { paths, init, stranger, browser, takesNoCookie } = row;
  const route = ROUTES.find((known) => nameOf(known) === name) as Route;
  test("lets nobody see or touch what is another's", async () => {
    for (const caller of callers) {
      const expected = expectation(route, caller, row);
      for (const path of paths(victim)) {
        const answer = await send(path, { method: route.method, ...init?.(victim) }, caller);
        const told = { caller: caller.name, path, status: answer.status };
        expect(told).toEqual({ ...told, status: expected.status });
        if (expected.code && answer.text !== "")
          expect(JSON.parse(answer.text).error.code).toBe(expected.code);
        if (expected.status === stranger.status) stranger.check?.(answer, expected.admitted);
        showsNothing(answer, caller, path, init?.(victim).body);
        if (route.method === "GET") await sameByHead(path, caller, answer.status);
        if (expected.admitted !== null)
          await refusedForAnother(path, { method: route.method, ...init?.(victim) }, caller);
      }
    }
  });

  if (!name.includes(" /v1/")) return;
  test("in a browser, lets nobody see or touch what is another's", async () => {
    const expected = browser ?? stranger;
    const { own, refused } = browsers;
    const { "x-csrf-token": _, ...tokenless } = own.headers;
    for (const path of paths(victim)) {
      const request = { method: route.method, ...init?.(victim) };
      for (const caller of refused) {
        const { status } = await send(path, request, caller);
        expect({ caller: caller.name, status }).toEqual({
          caller: caller.name,
          status: route.access === "public" ? stranger.status : 401,
        });
      }
      if (takesNoCookie) {
        expect((await send(path, request, own)).status).toBe(401);
        continue;
      }
      if (!["GET", "OPTIONS"].includes(route.method)) {
        const foreign = await send(path, request, { ...own, headers: tokenless });
        expect([path, foreign.status]).toEqual([path, 403]);
        expect(JSON.parse(foreign.text).error.code).toBe("foreign_request");
      }
      if (route.access !== "public")
        for (const naming of namings(path, victim.personId)) {
          const answer = await send(naming.path, request, {
            ...own,
            headers: { ...own.headers, ...naming.headers },
          });
          expect([naming.path, answer.status]).toEqual([naming.path, 409]);
          if (answer.text !== "") expect(JSON.parse(answer.text).error.code).toBe("another_person");
          showsNothing(answer, own, naming.path);
        }
      const answer = await send(path, request, own);
      expect([path, answer.status]).toEqual([path, expected.status]);
      if (expected.code && answer.text !== "") expect(JSON.parse(answer.text).error.code).toBe(expected.code);
      const [userId] = "product" in own.admission ? [own.admission.accountId] : [""];
      expected.check?.(answer, { accountId: userId, userId });
      showsNothing(answer, own, path, init?.(victim).body);
    }
  });
});

/** The two ways to say whom a request is for. */
function namings(path: string, personId: string): { path: string; headers: Record<string, string> }[] {
  const separator = path.includes("?") ? "&" : "?";
  return [
    { path, headers: { "Tiro-For": personId } },
    { path: `${path}${separator}for=${personId}`, headers: {} },
  ];
}

/** @param body an answer may name the ids that were sent. */
function showsNothing(answer: Seen, { name }: Caller, path: string, body?: unknown): void {
  const seen = answer.text + JSON.stringify([...answer.headers]);
  const isSent = (mark: string) =>
    path.includes(mark) || (mark !== SECRET_WORD && typeof body === "string" && body.includes(mark));
  const shown = victim.marks.filter((mark) => !isSent(mark) && seen.includes(mark));
  expect({ [name]: shown }).toEqual({ [name]: [] });
}

test("the victim's keys, app and browser session work on", () => {
  const { db } = server.context;
  const count = (sql: string, ...values: string[]) =>
    db
      .prepare(sql)
      .pluck()
      .get(...values);
  for (const id of victim.keyIds)
    expect(count("SELECT count(*) FROM api_keys WHERE id = ? AND revoked_at IS NULL", id)).toBe(1);
  expect(count("SELECT count(*) FROM oauth_grants WHERE id = ? AND revoked_at IS NULL", victim.grantId)).toBe(
    1,
  );
  expect(count("SELECT count(*) FROM browser_sessions WHERE id = ?", victim.browserSessionId)).toBe(1);
});

test("the victim's jobs are as they were", async () => {
  for (const id of victim.jobIds)
    expect(
      server.context.db.prepare("SELECT status FROM transcription_jobs WHERE id = ?").pluck().get(id),
    ).toBe("succeeded");
});

test("the victim's recordings and folders are as they were", () => {
  const { db } = server.context;
  expect(
    victim.recordingIds.map((id) => recordingById(db, { accountId: ownerOf(id) }, id)?.revision),
  ).toEqual([1, 1]);
  expect(victim.folderIds.map((id) => folderById(db, { accountId: ownerOf(id) }, id)?.name)).toEqual([
    SECRET_WORD,
    SECRET_WORD,
  ]);
  expect(db.prepare("SELECT count(*) FROM recording_shares").pluck().get()).toBe(0);
});

/** The person's stand first. */
function ownerOf(id: string): string {
  const { recordingIds, folderIds, personId, organizationId } = victim;
  return id === recordingIds[0] || id === folderIds[0] ? personId : organizationId;
}

test("the victim's dictionary and history are as they were", () => {
  const { db } = server.context;
  const templates = [ownTemplates(victim.personId), sharedTemplates(victim.organizationId)];
  expect(listTemplates(db, templates).map(({ id, revision }) => [id, revision])).toEqual(
    victim.templateIds.map((id) => [id, 1]),
  );
  expect(customizationsOf(db, victim.personId)).toMatchObject({ revision: 1, dictionary: [SECRET_WORD] });
  expect(settingsOf(db, victim.personId)).toEqual({ language: "yi", casualMessaging: null });
  expect(db.prepare("SELECT count(*) FROM session_feedback").pluck().get()).toBe(0);
});

function expectation(
  route: Route,
  { admission, headers }: Caller,
  { stranger, mayNameMember }: Row,
): { status: number; code?: string | undefined; admitted: Admitted } {
  const sendsCredential = headers.Authorization !== undefined;
  if (route.access === "person" && route.path.startsWith("/v1/"))
    return route.refusesKeys && sendsCredential
      ? { status: 403, code: "browser_session_required", admitted: null }
      : { status: 401, code: "invalid_api_key", admitted: null };
  if (route.access !== "key") return { status: stranger.status, admitted: null };
  if ("refused" in admission) return { status: admission.refused, code: admission.code, admitted: null };
  const { accountId, product } = admission;
  const isNamed = mayNameMember && headers["Service-User"] !== undefined;
  if ((route.family !== "transcription" || isNamed) && "refused" in product)
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

/** A key that was let in gets nothing for anybody but the one as whom it acts. */
async function refusedForAnother(path: string, init: RequestInit, caller: Caller): Promise<void> {
  const headers = { ...caller.headers, "Tiro-For": victim.personId };
  const answer = await send(path, init, { ...caller, headers });
  expect([caller.name, path, answer.status]).toEqual([caller.name, path, 409]);
}

async function sameByHead(path: string, { name, headers }: Caller, status: number): Promise<void> {
  const answer = await fetch(server.url + path, {
    method: "HEAD",
    redirect: "manual",
    headers: { ...address(), ...headers },
  });
  expect([name, path, answer.status]).toEqual([name, path, status]);
}
