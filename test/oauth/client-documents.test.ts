/** Clients whose id is the address of a document, read by https from a server of the test. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { temporaryFolder, testClock } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import { App, LOOPBACK, loggedIn, newPerson, onward } from "../support/oauth.ts";
import { testServer } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

const clock = testClock();
const folder = temporaryFolder();
let visitor: Visitor;
/** The host's answers, by path, and its number of requests. */
let documents: Record<string, () => Response>;
let asked: string[] = [];

const [key, cert] = [join(folder.path, "key.pem"), join(folder.path, "cert.pem")];
const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
const made = Bun.spawnSync([
  ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
  ...["-nodes", "-days", "2", "-keyout", key, "-out", cert, ...subject],
]);
expect(made.exitCode).toBe(0);
const ca = readFileSync(cert, "utf8");
const host = Bun.serve({
  port: 0,
  tls: { key: readFileSync(key, "utf8"), cert: ca },
  fetch: ({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return documents[pathname]?.() ?? new Response(null, { status: 404 });
  },
});
const server = await testServer({
  overrides: {
    clock,
    engine: endlessEngine,
    fetchDocument: (url, init) => fetch(url, { ...init, tls: { ca } }),
  },
  environment: {
    TIRO_OAUTH_CLIENT_METADATA_HOSTS: `localhost:${host.port}`,
    TIRO_OAUTH_REGISTRATION: "false",
  },
});
/** Consent asks for a fresh log-in, and the clock of these tests goes far. */
beforeEach(() => {
  visitor = loggedIn(server, newPerson(server));
});
afterAll(async () => {
  await host.stop(true);
  folder[Symbol.dispose]();
});

const address = (path: string) => `https://localhost:${host.port}${path}`;
const document = (path: string, fields: object = {}) => ({
  client_id: address(path),
  client_name: "Documented",
  redirect_uris: [LOOPBACK],
  grant_types: ["authorization_code", "refresh_token"],
  token_endpoint_auth_method: "none",
  ...fields,
});
const at = (path: string, fields: object = {}) => ({ [path]: () => Response.json(document(path, fields)) });

test("an app is let in by its document, which is read once an hour", async () => {
  documents = at("/app.json");
  asked = [];
  const app = new App(server, address("/app.json"));
  const page = await visitor.get(app.authorizationPath());
  expect(page.text).toContain("“Documented”");
  const tokens = await app.redeem(await app.code(visitor));
  expect(tokens.status).toBe(200);
  expect(asked).toEqual(["/app.json"]);
  clock.nowMs += limits.oauthClientDocumentAgeMs - 1;
  const next = await app.refresh(tokens.body.refresh_token);
  expect([next.status, asked.length]).toEqual([200, 1]);
  documents = at("/app.json", { client_name: "Renamed" });
  clock.nowMs += 1;
  visitor = loggedIn(server, newPerson(server));
  expect((await visitor.get(app.authorizationPath())).text).toContain("“Renamed”");
  expect(asked).toHaveLength(2);
});

test("an app that is known goes on while its host is away", async () => {
  documents = at("/away.json");
  const app = new App(server, address("/away.json"));
  const tokens = await app.redeem(await app.code(visitor));
  documents = {};
  clock.nowMs += limits.oauthClientDocumentAgeMs;
  expect((await app.refresh(tokens.body.refresh_token)).status).toBe(200);
});

describe("is not let in:", () => {
  const padding = "x".repeat(limits.oauthClientDocumentBytes);
  const CASES: [
    what: string,
    id: () => string,
    documents: () => Record<string, () => Response>,
    asked: boolean,
  ][] = [
    ["a host that is not on the list", () => "https://elsewhere.test/app.json", () => ({}), false],
    ["another port of the host", () => "https://localhost:1/app.json", () => ({}), false],
    ["without TLS", () => `http://localhost:${host.port}/app.json`, () => at("/app.json"), false],
    ["the host's first page", () => address("/"), () => at("/"), false],
    ["a fragment", () => `${address("/app.json")}#x`, () => at("/app.json"), false],
    ["a user name", () => `https://a@localhost:${host.port}/app.json`, () => at("/app.json"), false],
    ["dots in the path", () => address("/a/../app.json"), () => at("/app.json"), false],
    [
      "an address that is too long",
      () => address(`/${"x".repeat(limits.oauthClientIdChars)}`),
      () => ({}),
      false,
    ],
    [
      "a document that names another",
      () => address("/b.json"),
      () => at("/b.json", { client_id: "x" }),
      true,
    ],
    ["no document", () => address("/none.json"), () => ({}), true],
    ["no JSON", () => address("/c.json"), () => ({ "/c.json": () => new Response("<html>") }), true],
    [
      "JSON that is no object",
      () => address("/n.json"),
      () => ({ "/n.json": () => Response.json(null) }),
      true,
    ],
    ["a document that is too large", () => address("/l.json"), () => at("/l.json", { padding }), true],
    [
      "a redirect",
      () => address("/r.json"),
      () => ({ "/r.json": () => Response.redirect(address("/app.json")), ...at("/app.json") }),
      true,
    ],
    [
      "a secret",
      () => address("/s.json"),
      () => at("/s.json", { token_endpoint_auth_method: "client_secret_post" }),
      true,
    ],
    [
      "a redirect URI that nobody may have",
      () => address("/j.json"),
      () => at("/j.json", { redirect_uris: ["javascript:x"] }),
      true,
    ],
  ];
  test.each(CASES)("a client is not let in by its document: %s", async (_, id, found, isAsked) => {
    documents = found();
    asked = [];
    const page = await visitor.get(new App(server, id()).authorizationPath());
    expect([page.status, onward(page), asked.length > 0]).toEqual([400, null, isAsked]);
    expect(asked.filter((path) => path === "/app.json")).toEqual([]);
  });
});

test("a document may be as large as its bound", async () => {
  const size = limits.oauthClientDocumentBytes;
  const padded = (path: string, bytes: number) => {
    const short = JSON.stringify(document(path, { padding: "" }));
    return {
      [path]: () =>
        new Response(JSON.stringify(document(path, { padding: "x".repeat(bytes - short.length) }))),
    };
  };
  documents = { ...padded("/max.json", size), ...padded("/over.json", size + 1) };
  const statusOf = async (path: string) =>
    (await visitor.get(new App(server, address(path)).authorizationPath())).status;
  expect([await statusOf("/max.json"), await statusOf("/over.json")]).toEqual([200, 400]);
});

test("an address may be as long as its bound", async () => {
  const path = (chars: number) => `/${"p".repeat(chars - address("/").length)}`;
  const statusOf = async (chars: number) => {
    documents = at(path(chars));
    return (await visitor.get(new App(server, address(path(chars))).authorizationPath())).status;
  };
  expect(await statusOf(limits.oauthClientIdChars)).toBe(200);
  expect(await statusOf(limits.oauthClientIdChars + 1)).toBe(400);
});

test("a host that begins to answer and does not end is waited for so long", async () => {
  documents = {
    "/slow.json": () => new Response(new ReadableStream({ start: (body) => body.enqueue("{") })),
  };
  const begin = performance.now();
  const page = await visitor.get(new App(server, address("/slow.json")).authorizationPath());
  expect(page.status).toBe(400);
  expect(performance.now() - begin).toBeGreaterThanOrEqual(limits.oauthClientDocumentMs - 1);
});

test("nobody who is not logged in makes the server read one", async () => {
  documents = at("/unseen.json");
  asked = [];
  const app = new App(server, address("/unseen.json"));
  for (const path of ["/oauth/token", "/oauth/revoke"]) {
    const form = new URLSearchParams({
      client_id: app.id,
      grant_type: "refresh_token",
      refresh_token: "x",
      token: "x",
    });
    const answer = await fetch(server.url + path, { method: "POST", body: form });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      401,
      "invalid_client",
    ]);
  }
  await fetch(server.url + app.authorizationPath(), { redirect: "manual" });
  expect(asked).toEqual([]);
});

test("says so in its metadata, and that nobody may register", async () => {
  const metadata = (await (
    await fetch(`${server.url}/.well-known/oauth-authorization-server`)
  ).json()) as object;
  expect(metadata).toMatchObject({ client_id_metadata_document_supported: true });
  expect(metadata).not.toHaveProperty("registration_endpoint");
  const answer = await fetch(`${server.url}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ redirect_uris: [LOOPBACK] }),
  });
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([403, "access_denied"]);
});
