/** The contract's table of errors: each code that a caller can meet, caused for real, in the shape of its family. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { beginBrowserSession } from "../../src/accounts/browser-sessions.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { addMember } from "../../src/accounts/members.ts";
import { addOrganization, disableOrganization, setPolicy } from "../../src/accounts/organizations.ts";
import { addUser, disableUser, setUserPlan } from "../../src/accounts/users.ts";
import { limits } from "../../src/config/limits.ts";
import { type ErrorCode, errorCatalogue } from "../../src/lib/errors.ts";
import { newId } from "../../src/lib/ids.ts";
import { wavFile } from "../audio/support/wav-file.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { brokenEngine, endlessEngine } from "../support/engines.ts";
import { oweInvoice } from "../support/invoices.ts";
import { BOUNDARY, CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";
import { RECORDING } from "../support/transcription.ts";

setDefaultTimeout(120_000);

/** Asks for the code and returns the answer. */
type Cause = () => Promise<Response>;
interface Line {
  family: "transcription" | "product";
  cause: Cause;
  /** What else the contract says of this answer. */
  param?: string;
  headers?: Record<string, string>;
}

const recording = readFileSync(RECORDING);
const TRANSCRIPTIONS = "/audio/transcriptions";
const JOBS = "/audio/transcription-jobs";

type Fields = Record<string, string>;
const form = (fields: Fields, file: Uint8Array | null = recording, fileName = "talk.wav") =>
  multipart([
    ...Object.entries({ model: "speech-v1.5", ...fields }).map(([name, body]) => ({ name, body })),
    ...(file ? [{ name: "file", fileName, body: file }] : []),
  ]);
const post = (body: NonNullable<RequestInit["body"]>, headers: Fields = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": CONTENT_TYPE, ...headers },
  body,
});
const servers: Record<string, TestServer> = {};
const at = (name: string): TestServer => servers[name] as TestServer;

beforeAll(async () => {
  servers.plain = await startServer();
  servers.slow = await startServer({
    environment: { TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "1000", TIRO_LIMITS_CONCURRENT_AUDIO: "1" },
    overrides: { engine: endlessEngine },
  });
  servers.broken = await startServer({ overrides: { engine: brokenEngine } });
  servers.tight = await startServer({ environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1" } });
  servers.enforcing = await startServer({
    environment: {
      TIRO_BILLING_MODE: "enforce",
      TIRO_BILLING_FREE_USD: "0",
      TIRO_BILLING_PLANS_WITHOUT_API: "team",
    },
  });
  servers.failing = await startServer({ overrides: { engine: endlessEngine } });
  servers.full = await startServer({ overrides: { engine: endlessEngine } });
  servers.stopping = await startServer({ overrides: { engine: endlessEngine } });
  await at("plain").context.engine.ready();
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
});

const deps = ({ context: { db, clock } }: TestServer) => ({
  db,
  clock,
  actor: TEST_ACTOR,
  keyPrefixes: ["tiro_"],
});
let people = 0;
const person = (server: TestServer) =>
  addUser(deps(server), { email: `e${++people}@errors.test`, name: "E" });
const organization = (server: TestServer) =>
  addOrganization(deps(server), { name: `Errors ${++people}`, owner: person(server) });
const keyOf = (server: TestServer, account: { id: string }) => ({
  Authorization: `Bearer ${createKey(deps(server), account, { name: "k" }).key}`,
});

/** A job of the server's own account in a state that would take hours to come about. */
async function jobThat(server: TestServer, change: string): Promise<string> {
  const answer = await server.call(JOBS, post(form({})));
  const { id } = (await answer.json()) as Json;
  while (((await (await server.call(`${JOBS}/${id}`)).json()) as Json).status === "queued")
    await Bun.sleep(10);
  server.context.db.prepare(`UPDATE transcription_jobs SET ${change} WHERE id = ?`).run(id);
  return `${JOBS}/${id}/result`;
}

const plain =
  (path: string, init?: RequestInit): Cause =>
  () =>
    at("plain").call(path, init);
const transcribe = (fields: Fields, file: Uint8Array = recording, fileName = "talk.wav"): Cause =>
  plain(TRANSCRIPTIONS, post(form(fields, file, fileName)));
const toMcp = (headers: Record<string, string>) => () =>
  fetch(`${at("plain").url}/mcp`, { method: "POST", headers });
const result =
  (change: string): Cause =>
  async () =>
    at("plain").call(await jobThat(at("plain"), change));
const transcription = (cause: Cause, more: Partial<Line> = {}): Line => ({
  family: "transcription",
  cause,
  ...more,
});
const product = (cause: Cause, more: Partial<Line> = {}): Line => ({ family: "product", cause, ...more });
/** A member of an organization, in their browser. */
const inBrowser = (path: string | ((joined: { id: string }) => string), init: RequestInit = {}) =>
  product(() => {
    const { url, context } = at("plain");
    const [user, joined] = [person(at("plain")), organization(at("plain"))];
    addMember(deps(at("plain")), joined.id, user.id, "member");
    const entry = { methods: [], address: "::1", userAgent: null };
    const headers = { Cookie: `tiro_session=${beginBrowserSession(context, user, entry)}`, ...init.headers };
    return fetch(`${url}/v1${typeof path === "string" ? path : path(joined)}`, { ...init, headers });
  });
const json = (method: string, body: string): RequestInit => ({
  method,
  headers: { "Content-Type": "application/json" },
  body,
});

const LINES: Partial<Record<ErrorCode, Line[]>> = {
  invalid_request: [
    transcription(transcribe({ colour: "blue" }), { param: "colour" }),
    product(
      plain("/me", { headers: { "X-Client-Request-Id": "x".repeat(limits.clientRequestIdChars + 1) } }),
    ),
  ],
  invalid_json: [product(plain("/settings", json("PATCH", "{")))],
  invalid_cursor: [
    transcription(plain(`${JOBS}?cursor=abc`), { param: "cursor" }),
    product(plain("/sessions?cursor=abc")),
  ],
  invalid_audio: [transcription(transcribe({}, recording.subarray(0, 5_000)), { param: "file" })],
  audio_too_short: [
    transcription(transcribe({}, wavFile({ seconds: 0.005, sampleRate: 16_000 })), { param: "file" }),
  ],
  audio_too_long: [
    transcription(
      transcribe({}, wavFile({ seconds: limits.transcriptionDurationSeconds + 1, sampleRate: 1_000 })),
      {
        param: "file",
      },
    ),
  ],
  unsupported_value: [transcription(transcribe({ temperature: "1" }), { param: "temperature" })],
  language_not_available: [transcription(transcribe({ language: "de" }), { param: "language" })],
  user_required: [
    product(() => at("plain").call("/me", { headers: keyOf(at("plain"), organization(at("plain"))) })),
  ],
  user_not_member: [
    product(() => {
      const headers = {
        ...keyOf(at("plain"), organization(at("plain"))),
        "Service-User": person(at("plain")).id,
      };
      return at("plain").call("/me", { headers });
    }),
  ],
  host_not_allowed: [product(toMcp({ Host: "evil.example" }))],
  origin_not_allowed: [product(toMcp({ Origin: "https://evil.example" }))],
  account_disabled: [
    transcription(() => {
      const account = person(at("plain"));
      const headers = keyOf(at("plain"), account);
      disableUser(deps(at("plain")), account.id);
      return at("plain").call("/models", { headers });
    }),
    product(() => {
      const account = organization(at("plain"));
      const headers = keyOf(at("plain"), account);
      disableOrganization(deps(at("plain")), account.id);
      return at("plain").call("/me", { headers });
    }),
  ],
  invalid_api_key: [
    transcription(() => fetch(`${at("plain").url}/v1/models`), {
      headers: { "www-authenticate": 'Bearer realm="tiro", scope="read write"' },
    }),
    product(plain("/me", { headers: { Authorization: "Bearer tiro_x" } }), {
      headers: { "www-authenticate": 'Bearer realm="tiro", error="invalid_token"' },
    }),
  ],
  payment_method_required: [transcription(() => at("enforcing").call(TRANSCRIPTIONS, post(form({}))))],
  billing_past_due: [
    transcription(() => {
      const server = at("enforcing");
      const { id } = person(server);
      const headers = keyOf(server, { id });
      oweInvoice(server, id);
      return server.call(TRANSCRIPTIONS, post(form({}), headers));
    }),
  ],
  subscription_required: [
    product(() => {
      const { id } = person(at("enforcing"));
      setUserPlan(deps(at("enforcing")), id, "team");
      return at("enforcing").call("/me", { headers: keyOf(at("enforcing"), { id }) });
    }),
  ],
  history_unavailable: [
    product(() => {
      const owner = person(at("plain"));
      const { id } = addOrganization(deps(at("plain")), { name: "Silent", owner });
      setPolicy(deps(at("plain")), id, { historyAllowed: false });
      return at("plain").call("/sessions", { headers: keyOf(at("plain"), owner) });
    }),
  ],
  foreign_request: [
    inBrowser("/me", { method: "PATCH", body: "{}", headers: { Origin: "https://elsewhere.test" } }),
  ],
  organization_not_found: [inBrowser(`/organizations/${newId("org")}`)],
  role_required: [inBrowser(({ id }) => `/organizations/${id}/members`)],
  second_step_required: [
    inBrowser(({ id }) => {
      setPolicy(deps(at("plain")), id, { secondStepRequired: true });
      return "/organizations";
    }),
  ],
  address_not_allowed: [
    transcription(() => {
      const account = organization(at("plain"));
      setPolicy(deps(at("plain")), account.id, { keyNetworks: ["192.0.2.0/24"] });
      return at("plain").call("/models", { headers: keyOf(at("plain"), account) });
    }),
  ],
  session_not_found: [product(plain(`/sessions/${newId("ses")}`))],
  job_not_found: [transcription(plain(`${JOBS}/${newId("req")}`), { param: "job_id" })],
  model_not_found: [transcription(plain("/models/whisper-1"))],
  route_not_found: [transcription(plain("/audio/translations")), product(plain("/nowhere"))],
  method_not_allowed: [
    transcription(plain("/models", { method: "DELETE" }), { headers: { allow: "GET, HEAD" } }),
  ],
  idempotency_conflict: [
    transcription(async () => {
      const headers = { "Idempotency-Key": "errors" };
      await (await at("plain").call(TRANSCRIPTIONS, post(form({}), headers))).text();
      return at("plain").call(TRANSCRIPTIONS, post(form({ response_format: "text" }), headers));
    }),
  ],
  transcript_customizations_conflict: [
    product(
      plain(
        "/customizations",
        json("PATCH", '{"expected_revision":99,"operations":[{"type":"dictionary_add","word":"tiro"}]}'),
      ),
    ),
  ],
  job_not_complete: [
    transcription(async () => {
      const { id } = (await (await at("failing").call(JOBS, post(form({})))).json()) as Json;
      return at("failing").call(`${JOBS}/${id}/result`);
    }),
  ],
  job_failed: [
    transcription(
      result(
        "status = 'failed', body = NULL, content_type = NULL, error_code = 'invalid_audio', error_message = 'It is damaged.'",
      ),
    ),
  ],
  job_cancelled: [transcription(result("status = 'cancelled', body = NULL, content_type = NULL"))],
  job_abandoned: [
    transcription(
      result(
        "status = 'abandoned', body = NULL, content_type = NULL, error_message = 'The job was given up.'",
      ),
    ),
  ],
  job_expired: [transcription(result("completed_at = 1"))],
  file_too_large: [
    transcription(
      () => {
        const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.wav"\r\n\r\n`;
        const block = new Uint8Array(1024 * 1024);
        const blocks = async function* () {
          yield new TextEncoder().encode(head);
          for (let sent = 0; sent <= limits.transcriptionFileBytes; sent += block.length) yield block;
        };
        return at("plain").call(TRANSCRIPTIONS, post(blocks() as unknown as ReadableStream));
      },
      { param: "file" },
    ),
  ],
  payload_too_large: [
    transcription(transcribe({ prompt: "x".repeat(limits.fieldBytes + 1) }), { param: "prompt" }),
  ],
  unsupported_media_type: [
    transcription(plain(TRANSCRIPTIONS, json("POST", "{}"))),
    product(plain("/settings", { method: "PATCH", headers: { "Content-Type": "text/plain" }, body: "{}" })),
  ],
  rate_limit_exceeded: [
    product(async () => {
      await (await at("tight").call("/me")).text();
      return at("tight").call("/me");
    }),
  ],
  concurrency_limit_exceeded: [
    transcription(async () => {
      const leaving = new AbortController();
      const first = at("slow")
        .call(TRANSCRIPTIONS, { ...post(form({})), signal: leaving.signal })
        .catch(() => null);
      while (at("slow").context.audioPlaces.underWay(await ownAccount(at("slow"))) === 0) await Bun.sleep(5);
      const second = await at("slow").call(TRANSCRIPTIONS, post(form({})));
      leaving.abort();
      await first;
      return second;
    }),
  ],
  internal_error: [
    product(() => {
      at("failing").context.db.exec("ALTER TABLE sessions RENAME TO sessions_elsewhere");
      return at("failing").call("/sessions");
    }),
  ],
  engine_unavailable: [transcription(() => at("broken").call(TRANSCRIPTIONS, post(form({}))))],
  storage_full: [
    transcription(() => {
      const { db } = at("full").context;
      db.pragma(`max_page_count = ${db.pragma("page_count", { simple: true })}`);
      return at("full").call(JOBS, post(form({ prompt: "x".repeat(16_000) })));
    }),
  ],
  storage_unavailable: [
    product(() => {
      at("full").context.db.pragma("query_only = ON");
      return at("full").call("/settings", json("PATCH", '{"language":"en"}'));
    }),
  ],
  shutting_down: [
    transcription(async () => {
      await at("stopping").context.running.stop(0);
      return at("stopping").call("/models");
    }),
  ],
  request_timeout: [transcription(() => at("slow").call(TRANSCRIPTIONS, post(form({}))))],
};

const NOT_OVER_HTTP: Partial<Record<ErrorCode, string>> = {
  insufficient_scope: "keys with one scope are in key-access.test.ts, tokens in test/oauth",
  upload_too_slow: "uploads that last for seconds are in test/http/fairness",
  no_model_installed: "the start ends with it, before anything is served",
};

test("every code of the catalogue is caused here, or cannot be", () => {
  const covered = [...Object.keys(LINES), ...Object.keys(NOT_OVER_HTTP)];
  const catalogued: string[] = errorCatalogue().map(({ code }) => code);
  expect(covered.sort()).toEqual(catalogued.sort());
});

const TYPES: Record<number, string> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  429: "rate_limit_error",
  500: "server_error",
  503: "server_error",
  504: "timeout_error",
};

describe.each(Object.entries(LINES))("%s", (code, lines) => {
  const known = errorCatalogue().find((entry) => entry.code === code);
  for (const [index, { family, cause, param, headers }] of lines.entries())
    test(`${known?.status}, on a ${family} route${index > 1 ? ` (${index})` : ""}`, async () => {
      const answer = await cause();
      const text = await answer.text();
      const { error } = JSON.parse(text) as Json;
      expect({ code: error.code, status: answer.status }).toEqual({ code, status: known?.status ?? 0 });
      expect(answer.headers.get("x-should-retry")).toBe(String(known?.retryable));
      expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
      expect(error.docs_url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/docs/errors#${code}$`));
      expect(error.message).toMatch(/^\S.{9,}[.)]$/);
      expect("billing_url" in error).toBe([402].includes(answer.status) || code === "subscription_required");
      if (known?.retryable) {
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        expect(Number(answer.headers.get("retry-after-ms"))).toBeGreaterThanOrEqual(1);
      }
      if (family === "product") expect(error.details).toBeObject();
      else expect(error.type).toBe(TYPES[answer.status] ?? "invalid_request_error");
      if (param !== undefined) expect(error.param).toBe(param);
      for (const name in headers) expect(answer.headers.get(name)).toStartWith(headers[name] ?? name);
      expect(text).not.toMatch(/sqlite|SELECT|no such table|\.ts\b|node_modules|\/tmp\/|stack/i);
    });
});

const ownAccount = async (server: TestServer): Promise<string> =>
  ((await (await server.call("/me")).json()) as Json).id;
