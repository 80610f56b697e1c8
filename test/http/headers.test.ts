/** Everything around the bodies: identifiers, limits, idempotency, methods, security headers, the log. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { routesOf } from "../../src/app.ts";
import { limits } from "../../src/config/limits.ts";
import { eventually } from "../support/eventually.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING } from "../support/transcription.ts";

const REQUESTS_A_MINUTE = 60;
const CONCURRENT_AUDIO = 2;

const server = await testServer({
  environment: {
    TIRO_LIMITS_REQUESTS_PER_MINUTE: String(REQUESTS_A_MINUTE),
    TIRO_LIMITS_CONCURRENT_AUDIO: String(CONCURRENT_AUDIO),
  },
});
await server.context.engine.ready();

const upload = multipart([
  { name: "model", body: "speech-v1.5" },
  { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
]);

/** As a person of their own, so that limits start afresh. */
function call(path: string, init: RequestInit = {}, key = server.newKey()): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) };
  return fetch(`${server.url}/v1${path}`, { ...init, headers });
}

function transcribe(headers: Record<string, string> = {}, key = server.newKey(), body: Buffer = upload) {
  const init = { method: "POST", headers: { "Content-Type": CONTENT_TYPE, ...headers }, body };
  return call("/audio/transcriptions", init, key);
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { error: { code: string } }).error.code;
}

describe("authentication", () => {
  test("every route but health and documentation asks for a key, before anything else", async () => {
    for (const { method, path, access } of routesOf(server.context)) {
      const answer = await fetch(server.url + path.replace(/:\w+/, "x"), { method });
      const asks =
        access === "key" || path.startsWith("/scim/") || (access === "person" && path.startsWith("/v1/"));
      expect([method, path, answer.status === 401]).toEqual([method, path, asks]);
      if (access === "key") expect(answer.headers.get("www-authenticate")).toStartWith("Bearer");
      await answer.text();
    }
  });

  test("an answer without authentication has no rate-limit headers", async () => {
    const answer = await fetch(`${server.url}/v1/models`);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
  });
});

describe("methods and paths", () => {
  test.each([
    ["DELETE", "/v1/models", 405, "GET, HEAD"],
    ["GET", "/v1/audio/transcriptions", 405, "POST"],
    ["PUT", "/v1/audio/transcription-jobs", 405, "POST, GET, HEAD"],
    ["OPTIONS", "/v1/audio/transcription-jobs/req_1/cancel", 405, "POST"],
    ["POST", "/health", 405, "GET, HEAD"],
    ["GET", "/v1/audio/translations", 404, null],
    ["GET", "/v1/models/", 404, null],
    ["GET", "/V1/models", 404, null],
    ["GET", "/v1//models", 404, null],
    ["GET", "/..%2f..%2fetc/passwd", 404, null],
    ["PROPFIND", "/", 405, "GET, HEAD"],
  ])("%s %s is %p", async (method, path, status, allow) => {
    const answer = await fetch(server.url + path, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
    expect(await codeOf(answer)).toBe(status === 405 ? "method_not_allowed" : "route_not_found");
  });

  test("the family decides the shape, also where there is no route", async () => {
    const error = async (path: string) => {
      const body = (await (await fetch(server.url + path)).json()) as { error: object };
      return Object.keys(body.error);
    };
    expect(await error("/v1/audio/nothing")).toEqual(["message", "type", "param", "code", "docs_url"]);
    expect(await error("/v1/nothing")).toEqual(["code", "message", "details", "docs_url"]);
  });

  test("HEAD answers as GET, without a body", async () => {
    const answer = await fetch(`${server.url}/health`, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(100);
  });

  test("a model's id and a job's id are taken as they are, however odd", async () => {
    for (const id of ["%E0%A4%A", "a%2Fb", "x".repeat(5_000)]) {
      const key = server.newKey();
      expect(await codeOf(await call(`/models/${id}`, {}, key))).toBe("model_not_found");
      expect(await codeOf(await call(`/audio/transcription-jobs/${id}`, {}, key))).toBe("job_not_found");
    }
  });
});

describe("x-request-id", () => {
  test("is fresh on every answer and stands in the log", async () => {
    const ids = [];
    for (const path of ["/health", "/v1/models", "/nothing"]) {
      ids.push((await fetch(server.url + path)).headers.get("x-request-id"));
    }
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) {
      expect(id).toMatch(/^req_[0-9a-f]{32}$/);
      expect(server.log.filter((line) => line.requestId === id && line.event === "request")).toHaveLength(1);
    }
  });
});

describe("X-Client-Request-Id", () => {
  test.each([
    ["empty", "", 200],
    ["the longest", "~".repeat(limits.clientRequestIdChars), 200],
    ["one too long", "~".repeat(limits.clientRequestIdChars + 1), 400],
    ["not ASCII", "caf\u00e9", 400],
    ["a tab inside", "a\tb", 400],
  ])("X-Client-Request-Id: %s", async (_, value, status) => {
    const answer = await call("/models", { headers: { "X-Client-Request-Id": value } });
    expect(answer.status).toBe(status);
    const requestId = answer.headers.get("x-request-id");
    const line = server.log.find((each) => each.requestId === requestId && each.event === "request");
    expect(line?.clientRequestId).toBe(status === 200 ? value : undefined);
  });
});

describe("Idempotency-Key", () => {
  test.each([
    ["one character", "x", 200],
    ["the longest", `${" ~".repeat(127)}~`, 200],
    ["one too long", "x".repeat(limits.idempotencyKeyChars + 1), 400],
    ["empty", "", 400],
    ["not ASCII", "caf\u00e9", 400],
  ])("Idempotency-Key: %s", async (_, value, status) => {
    const answer = await transcribe({ "Idempotency-Key": value });
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(await answer.json()).toMatchObject({
        error: { code: "invalid_request", param: "Idempotency-Key" },
      });
    }
  });

  test("a replay is the same letter by letter and says so; other content is a conflict", async () => {
    const key = server.newKey();
    const once = { "Idempotency-Key": "once" };
    const first = await transcribe(once, key);
    const second = await transcribe(once, key);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await second.text()).toBe(await first.text());
    const other = multipart([
      { name: "model", body: "speech-v1.5" },
      { name: "file", fileName: "a", body: "other" },
    ]);
    expect(await codeOf(await transcribe(once, key, other))).toBe("idempotency_conflict");
    // Another account's keys are its own.
    expect((await transcribe(once)).headers.get("idempotent-replayed")).toBeNull();
  });

  test("is not looked at where it has no meaning", async () => {
    expect((await call("/models", { headers: { "Idempotency-Key": "x".repeat(300) } })).status).toBe(200);
  });
});

describe("rate limits", () => {
  const limitHeaders = ({ headers }: Response) =>
    ["limit-requests", "remaining-requests", "limit-concurrency", "remaining-concurrency"].map((name) =>
      headers.get(`x-ratelimit-${name}`),
    );

  test("requests: at the limit, past it, and errors tell them too", async () => {
    const key = server.newKey();
    const first = await call("/models/none", {}, key);
    expect(first.status).toBe(404);
    expect(limitHeaders(first)).toEqual(["60", "59", "2", "2"]);
    expect(first.headers.get("x-ratelimit-reset-requests")).toMatch(/^\d+\.\d$/);
    const answers = await Promise.all(
      Array.from({ length: REQUESTS_A_MINUTE }, () => call("/models", {}, key)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    const [last] = refused;
    if (!last) throw new Error("no request was refused");
    expect(await codeOf(last)).toBe("rate_limit_exceeded");
    expect(limitHeaders(last)).toEqual(["60", "0", "2", "2"]);
    expect(last.headers.get("x-should-retry")).toBe("true");
    const waitMs = Number(last.headers.get("retry-after-ms"));
    expect(last.headers.get("retry-after")).toBe(String(Math.ceil(waitMs / 1_000)));
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(waitMs).toBeGreaterThan(30_000);
    expect((await call("/models")).status).toBe(200);
  });

  /** Uploads that have begun and wait for their rest. */
  function openUpload(key: string): { answer: Promise<Response>; finish: () => void } {
    const gate = Promise.withResolvers<void>();
    const blocks = async function* () {
      yield upload.subarray(0, 1_000);
      await gate.promise;
      yield upload.subarray(1_000);
    };
    const init = { method: "POST", headers: { "Content-Type": CONTENT_TYPE }, body: blocks() as never };
    return { answer: call("/audio/transcriptions", init, key), finish: gate.resolve };
  }

  test("concurrency: the third upload waits its turn outside, other calls and accounts do not", async () => {
    const key = server.newKey();
    const open = [openUpload(key), openUpload(key)];
    const { audioPlaces, db } = server.context;
    const account = db.prepare("SELECT account_id FROM api_keys ORDER BY rowid DESC").pluck().get() as string;
    await eventually(() => audioPlaces.underWay(account), CONCURRENT_AUDIO);
    const busy = await call("/models", {}, key);
    expect(busy.headers.get("x-ratelimit-remaining-concurrency")).toBe("0");
    const third = await transcribe({}, key);
    expect(third.status).toBe(429);
    expect(third.headers.get("x-ratelimit-remaining-concurrency")).toBe("0");
    expect(third.headers.get("retry-after")).toBe("1");
    expect(await codeOf(third)).toBe("concurrency_limit_exceeded");
    expect((await transcribe()).status).toBe(200);
    for (const { finish } of open) finish();
    for (const { answer } of open) expect((await answer).status).toBe(200);
    const after = await call("/models", {}, key);
    expect(after.headers.get("x-ratelimit-remaining-concurrency")).toBe("2");
  });
});

test("every answer has the security headers", async () => {
  for (const path of ["/", "/health", "/v1/models", "/nothing", "/docs/errors", "/openapi.json"]) {
    const { headers } = await fetch(server.url + path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toStartWith("default-src 'none'");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  }
  for (const path of ["/docs", "/docs/errors"]) {
    const { headers } = await fetch(server.url + path);
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-frame-options")).toBe("DENY");
  }
  // Apps open log-in and consent in windows of theirs.
  const openers = await Promise.all(
    ["/docs/errors", "/login"].map(async (path) => (await fetch(server.url + path)).headers),
  );
  expect(openers.map((headers) => headers.get("cross-origin-opener-policy"))).toEqual(["same-origin", null]);
});

test("one line a request, with what an operator looks for", async () => {
  const answer = await transcribe({ "X-Client-Request-Id": "mine" });
  const requestId = answer.headers.get("x-request-id");
  const lines = server.log.filter((line) => line.requestId === requestId);
  expect(lines).toHaveLength(1);
  expect(Object.keys(lines[0] ?? {}).sort()).toEqual(
    "accountId answerBytes clientRequestId durationMs event keyId level method requestBytes requestId route status time".split(
      " ",
    ),
  );
  expect(lines[0]).toMatchObject({
    event: "request",
    method: "POST",
    route: "/v1/audio/transcriptions",
    status: 200,
    clientRequestId: "mine",
    requestBytes: upload.length,
    answerBytes: Number(answer.headers.get("content-length")),
  });
});
