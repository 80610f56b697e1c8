/** Who may open a stream, with what, from where, and how many. */
import { describe, expect, test } from "bun:test";
import { createKey, revokeKey } from "../../src/accounts/credentials/api-keys.ts";
import { endBrowserSessions } from "../../src/accounts/credentials/browser-sessions.ts";
import { addMember, removeMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { disableUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { browserCalls } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/json.ts";
import { ScriptedLive } from "../support/live.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { tokenHeaders } from "../support/oauth.ts";
import { testPeople } from "../support/test-servers.ts";

const ALLOWED = "https://intranet.example.com";
const live = new ScriptedLive();
const people = await testPeople({
  environment: { TIRO_SERVER_ALLOWED_ORIGINS: ALLOWED, TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000" },
  overrides: { live },
});

const keyDeps = () => ({ ...people.deps, keyPrefixes: ["tiro_"] });
const newKey = (account: { id: string }) => createKey(keyDeps(), account, { name: "live" });
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** The answer to a handshake; 101 if it would be accepted. */
async function answered(headers: Record<string, string>, query = "intent=transcription") {
  const answer = await fetch(`${people.server.url}/v1/realtime?${query}`, {
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
    },
  });
  const text = await answer.text();
  return { status: answer.status, code: text.startsWith("{") ? (JSON.parse(text) as Json).error.code : null };
}

async function secretOf(headers: Record<string, string>, body: object = {}, path = "client_secrets") {
  const answer = await fetch(`${people.server.url}/v1/realtime/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

async function ends(client: LiveClient): Promise<void> {
  expect((await client.next("error")).error.code).toBe("invalid_api_key");
  expect((await client.closed).code).toBe(1008);
}

describe("what is no handshake, or asks for nothing", () => {
  test.each([
    ["", 400, "invalid_request"],
    ["intent=conversation", 400, "invalid_request"],
    ["model=whisper-9", 404, "model_not_found"],
    ["intent=transcription&call_id=x", 400, "invalid_request"],
    ["intent=transcription&stream=sess_1", 400, "invalid_request"],
    [`stream=sess_${"0".repeat(32)}&after=event_1`, 404, "session_not_found"],
  ])("?%s", async (query, status, code) => {
    const { key } = newKey(people.add());
    expect(await answered(bearer(key), query)).toEqual({ status, code });
  });

  test("a plain request is told so", async () => {
    const { key } = newKey(people.add());
    const answer = await fetch(`${people.server.url}/v1/realtime?intent=transcription`, {
      headers: bearer(key),
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Json).error.code).toBe("invalid_request");
  });
});

test("without a credential, and with a cookie alone, nobody is let in", async () => {
  const browser = await browserCalls(people, people.add());
  for (const headers of [{}, browser.headers, { Authorization: "Bearer nonsense" }])
    expect(await answered(headers as Record<string, string>)).toEqual({
      status: 401,
      code: "invalid_api_key",
    });
});

test("pages of other sites, and other names of this server, open nothing", async () => {
  const { key } = newKey(people.add());
  expect(await answered({ ...bearer(key), Origin: "https://evil.example" })).toEqual({
    status: 403,
    code: "origin_not_allowed",
  });
  expect(await answered({ ...bearer(key), Host: "rebound.example" })).toEqual({
    status: 403,
    code: "host_not_allowed",
  });
  for (const origin of [ALLOWED, people.server.url]) {
    const client = await LiveClient.open(people.server.url, { headers: { ...bearer(key), Origin: origin } });
    client.close();
  }
});

test("a token opens streams with the scope write alone", async () => {
  const reading = await tokenHeaders(people.server, ["read"]);
  expect(await answered(reading)).toEqual({ status: 403, code: "insufficient_scope" });
  const writing = await tokenHeaders(people.server, ["read", "write"]);
  const client = await LiveClient.open(people.server.url, { headers: writing });
  client.close();
});

describe("a client secret", () => {
  test("opens streams with its settings, for whom it was made, as often as it likes", async () => {
    const user = people.add();
    const { key } = newKey(user);
    const { status, body } = await secretOf(bearer(key), {
      expires_after: { anchor: "created_at", seconds: 60 },
      session: session({ transcription: { language: "en" } }).session,
    });
    expect([status, body]).toEqual([
      200,
      {
        value: expect.stringMatching(/^ek_[\w-]{43}$/),
        expires_at: expect.any(Number),
        session: expect.objectContaining({
          id: expect.stringMatching(/^sess_/),
          object: "realtime.transcription_session",
          type: "transcription",
        }),
      },
    ]);
    for (const _ of "12") {
      const client = await LiveClient.open(people.server.url, {
        protocols: ["realtime", `openai-insecure-api-key.${body.value}`],
      });
      const { session: shown } = await client.next("session.created");
      expect(shown.audio.input).toMatchObject({
        format: { rate: 16_000 },
        transcription: { language: "en" },
        turn_detection: null,
      });
      client.close();
    }
    expect(JSON.stringify(people.server.log)).not.toContain(body.value);
  });

  test("in the older shape opens a stream of the older shape", async () => {
    const { key } = newKey(people.add());
    const { body } = await secretOf(
      bearer(key),
      { input_audio_format: "g711_alaw", client_secret: { expires_after: { seconds: 10 } } },
      "transcription_sessions",
    );
    const { value } = body.client_secret;
    expect([body.input_audio_format, value]).toEqual(["g711_alaw", expect.stringMatching(/^ek_/)]);
    const client = await LiveClient.open(people.server.url, { headers: bearer(value) });
    expect((await client.next("transcription_session.created")).session.input_audio_format).toBe("g711_alaw");
    client.close();
  });

  test("does nothing else, and makes no other", async () => {
    const { key } = newKey(people.add());
    const { body } = await secretOf(bearer(key));
    const refused = await secretOf(bearer(body.value));
    expect([refused.status, refused.body.error.code]).toEqual([401, "invalid_api_key"]);
    const me = await fetch(`${people.server.url}/v1/me`, { headers: bearer(body.value) });
    expect(me.status).toBe(401);
  });

  test("that is not to be had is refused by name", async () => {
    const { key } = newKey(people.add());
    const codes = await Promise.all(
      [
        { expires_after: { seconds: limits.clientSecretSecondsMin - 1 } },
        { expires_after: { seconds: limits.clientSecretSecondsMax + 1 } },
        { session: { audio: { input: { turn_detection: { type: "semantic_vad" } } } } },
        { session: { audio: { input: { transcription: { language: "de" } } } } },
      ].map(async (body) => (await secretOf(bearer(key), body)).body.error.code),
    );
    expect(codes).toEqual([
      "invalid_request",
      "invalid_request",
      "unsupported_value",
      "language_not_available",
    ]);
  });

  test("made in the app acts as its person, and ends with the log-in", async () => {
    const user = people.add();
    const browser = await browserCalls(people, user);
    const { body } = await secretOf(browser.headers as Record<string, string>);
    const client = await LiveClient.open(people.server.url, { headers: bearer(body.value) });
    await client.next("session.created");
    endBrowserSessions(people.deps, user.id);
    await ends(client);
    expect((await answered(bearer(body.value))).status).toBe(401);
  });
});

describe("a stream ends with", () => {
  test("its key", async () => {
    const user = people.add();
    const { key, id } = newKey(user);
    const client = await LiveClient.open(people.server.url, { headers: bearer(key) });
    revokeKey(people.deps, id);
    await ends(client);
  });

  test("its person", async () => {
    const user = people.add();
    const client = await LiveClient.open(people.server.url, { headers: bearer(newKey(user).key) });
    disableUser(people.deps, user.id);
    await ends(client);
  });

  test("the membership of whom it is for, also through a secret", async () => {
    const [owner, member] = [people.add(), people.add()];
    const organization = addOrganization(people.deps, { name: "Acme", owner });
    addMember(people.deps, organization.id, member.id, "member");
    const { key } = newKey(organization);
    const headers = { ...bearer(key), "Service-User": member.id };
    const { body } = await secretOf(headers);
    const clients = await Promise.all(
      [headers, bearer(body.value)].map((each) => LiveClient.open(people.server.url, { headers: each })),
    );
    const nobodys = await LiveClient.open(people.server.url, { headers: bearer(key) });
    removeMember(people.deps, organization.id, member.id);
    await Promise.all(clients.map(ends));
    nobodys.send(session());
    await nobodys.next("session.updated");
    nobodys.close();
  });

  test("the networks of its organization", async () => {
    const organization = addOrganization(people.deps, { name: "Networks", owner: people.add() });
    const { key } = newKey(organization);
    const client = await LiveClient.open(people.server.url, { headers: bearer(key) });
    setPolicy(people.deps, organization.id, { keyNetworks: ["10.0.0.0/8"] });
    await ends(client);
    expect(await answered(bearer(key))).toEqual({ status: 403, code: "address_not_allowed" });
  });
});

describe("places", () => {
  test("a quarter of them is kept for others, and an account's first stream is always accepted", async () => {
    await eventually(() => people.server.context.liveStreams.size, 0);
    live.places = 8;
    const [greedy, other] = [newKey(people.add()), newKey(people.add())];
    const clients: LiveClient[] = [];
    const open = async (key: string) => {
      clients.push(await LiveClient.open(people.server.url, { headers: bearer(key) }));
    };
    for (const _ of "123456") await open(greedy.key);
    expect(await answered(bearer(greedy.key))).toEqual({ status: 429, code: "concurrency_limit_exceeded" });
    for (const _ of "12") await open(other.key);
    expect(await answered(bearer(other.key))).toMatchObject({ status: 429 });
    await open(newKey(people.add()).key);
    for (const client of clients) client.close();
    await eventually(() => people.server.context.liveStreams.size, 0);
    live.places = 100;
  });

  test("a machine that can do no more says when to come back", async () => {
    const { key } = newKey(people.add());
    const first = await LiveClient.open(people.server.url, { headers: bearer(key) });
    const openLive = live.openLive;
    const { TiroError } = await import("../../src/lib/errors.ts");
    live.openLive = async () => {
      throw new TiroError("engine_unavailable", "Busy.", { retryAfterSeconds: 5 });
    };
    expect(await answered(bearer(key))).toEqual({ status: 503, code: "engine_unavailable" });
    live.openLive = openLive;
    first.close();
  });
});

test("what a stream is told of another's is that there is none", async () => {
  const [own, other] = [newKey(people.add()), newKey(people.add())];
  const client = await LiveClient.open(people.server.url, { headers: bearer(own.key) });
  const { session: shown } = await client.next("session.created");
  expect(await answered(bearer(other.key), `stream=${shown.id}&after=event_1`)).toEqual({
    status: 404,
    code: "session_not_found",
  });
  client.send(session());
  await client.next("session.updated");
  client.close();
});
