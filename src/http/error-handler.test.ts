import { describe, expect, test } from "bun:test";
import { loadConfig } from "../config/load.ts";
import { type ErrorCode, errorCatalogue, TiroError } from "../lib/errors.ts";
import { createLogger } from "../lib/logger.ts";
import { compose, type Exchange, type Family } from "../web/route.ts";
import { renderErrors } from "./error-handler.ts";
import { answerHeaders } from "./middleware/answer-headers.ts";

const REQUEST_ID = "req_00000000000000000000000000000001";

async function answerTo(thrown: unknown, family: Family = "transcription", signal?: AbortSignal) {
  const log: string[] = [];
  const exchange: Exchange = {
    request: new Request("http://host/v1/x", signal ? { signal } : {}),
    requestId: REQUEST_ID,
    route: {
      method: "GET",
      path: "/v1/x",
      family,
      access: "public",
      operation: null,
      handle: () => {
        throw thrown;
      },
    },
    params: {},
    answerHeaders: {},
    holdOpen: () => {},
    address: () => "127.0.0.1",
    publicUrl: "https://tiro.test",
    brand: { name: "tiro", logo: null, accent: null },
    principal: null,
    logIn: null,
    reader: null,
    form: null,
    clientRequestId: null,
    idempotencyKey: null,
    errorCode: null,
  };
  const logger = createLogger("debug", (line) => void log.push(line));
  const handle = compose([answerHeaders(loadConfig({ environment: {} }).config), renderErrors({ logger })]);
  const answer = await handle(exchange);
  return { status: answer.status, headers: answer.headers, text: await answer.text(), log };
}

/** The contract's table, written out: status, type on transcription routes, whether to retry. */
const TABLE: Record<ErrorCode, [status: number, type: string, retry: boolean]> = {
  invalid_request: [400, "invalid_request_error", false],
  invalid_json: [400, "invalid_request_error", false],
  invalid_cursor: [400, "invalid_request_error", false],
  invalid_audio: [400, "invalid_request_error", false],
  audio_too_long: [400, "invalid_request_error", false],
  audio_too_short: [400, "invalid_request_error", false],
  unsupported_value: [400, "invalid_request_error", false],
  language_not_available: [400, "invalid_request_error", false],
  user_required: [400, "invalid_request_error", false],
  invalid_api_key: [401, "authentication_error", false],
  payment_method_required: [402, "billing_error", false],
  billing_past_due: [402, "billing_error", false],
  subscription_required: [403, "permission_error", false],
  insufficient_scope: [403, "permission_error", false],
  host_not_allowed: [403, "permission_error", false],
  origin_not_allowed: [403, "permission_error", false],
  user_not_member: [403, "permission_error", false],
  account_disabled: [403, "permission_error", false],
  history_unavailable: [403, "permission_error", false],
  role_required: [403, "permission_error", false],
  recording_access_required: [403, "permission_error", false],
  administrator_required: [403, "permission_error", false],
  address_not_allowed: [403, "permission_error", false],
  second_step_required: [403, "permission_error", false],
  browser_session_required: [403, "permission_error", false],
  fresh_log_in_required: [403, "permission_error", false],
  foreign_request: [403, "permission_error", false],
  organization_not_found: [404, "invalid_request_error", false],
  person_not_found: [404, "invalid_request_error", false],
  key_not_found: [404, "invalid_request_error", false],
  grant_not_found: [404, "invalid_request_error", false],
  session_not_found: [404, "invalid_request_error", false],
  recording_not_found: [404, "invalid_request_error", false],
  revision_not_found: [404, "invalid_request_error", false],
  folder_not_found: [404, "invalid_request_error", false],
  upload_not_found: [404, "invalid_request_error", false],
  proposal_not_found: [404, "invalid_request_error", false],
  template_not_found: [404, "invalid_request_error", false],
  webhook_not_found: [404, "invalid_request_error", false],
  task_not_found: [404, "invalid_request_error", false],
  worker_not_found: [404, "invalid_request_error", false],
  job_not_found: [404, "invalid_request_error", false],
  model_not_found: [404, "invalid_request_error", false],
  route_not_found: [404, "invalid_request_error", false],
  method_not_allowed: [405, "invalid_request_error", false],
  upload_too_slow: [408, "invalid_request_error", true],
  idempotency_conflict: [409, "invalid_request_error", false],
  transcript_customizations_conflict: [409, "invalid_request_error", false],
  revision_conflict: [409, "invalid_request_error", false],
  another_person: [409, "invalid_request_error", false],
  policy_changed: [409, "invalid_request_error", false],
  task_conflict: [409, "invalid_request_error", false],
  pack_conflict: [409, "invalid_request_error", false],
  recording_state_conflict: [409, "invalid_request_error", false],
  recording_not_ready: [409, "invalid_request_error", false],
  upload_offset_conflict: [409, "invalid_request_error", false],
  upload_incomplete: [409, "invalid_request_error", false],
  job_not_complete: [409, "invalid_request_error", true],
  job_failed: [409, "invalid_request_error", false],
  job_cancelled: [409, "invalid_request_error", false],
  job_abandoned: [410, "invalid_request_error", false],
  recording_audio_gone: [410, "invalid_request_error", false],
  job_expired: [410, "invalid_request_error", false],
  tus_version_not_supported: [412, "invalid_request_error", false],
  file_too_large: [413, "invalid_request_error", false],
  payload_too_large: [413, "invalid_request_error", false],
  unsupported_media_type: [415, "invalid_request_error", false],
  range_not_satisfiable: [416, "invalid_request_error", false],
  upload_busy: [423, "invalid_request_error", true],
  rate_limit_exceeded: [429, "rate_limit_error", true],
  concurrency_limit_exceeded: [429, "rate_limit_error", true],
  quota_exceeded: [429, "rate_limit_error", true],
  upload_checksum_mismatch: [460, "invalid_request_error", true],
  internal_error: [500, "server_error", true],
  engine_unavailable: [503, "server_error", true],
  no_model_installed: [503, "server_error", false],
  storage_full: [503, "server_error", true],
  storage_unavailable: [503, "server_error", true],
  shutting_down: [503, "server_error", true],
  request_timeout: [504, "timeout_error", false],
};

describe("errors on the wire", () => {
  test.each(Object.entries(TABLE))(
    "%s has its status, type and retry headers on the wire",
    async (code, [status, type, retry]) => {
      const error = new TiroError(code as ErrorCode, "Public text.");
      const answer = await answerTo(error);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("x-should-retry")).toBe(String(retry));
      expect(answer.headers.has("retry-after")).toBe(retry);
      expect(answer.headers.get("x-request-id")).toBe(REQUEST_ID);
      const body = JSON.parse(answer.text);
      expect(body.error).toMatchObject({ type, code, docs_url: `https://tiro.test/docs/errors#${code}` });
      const product = JSON.parse((await answerTo(error, "product")).text);
      expect(product.error).toMatchObject({ code, message: "Public text.", details: {} });
      const billing = status === 402 || code === "subscription_required";
      expect("billing_url" in body.error).toBe(billing);
      expect("billing_url" in product.error).toBe(billing);
    },
  );

  test("the table is the whole catalogue", () => {
    expect(Object.keys(TABLE)).toEqual(errorCatalogue().map(({ code }) => code));
  });

  test("TranscriptionError, letter by letter", async () => {
    const answer = await answerTo(new TiroError("file_too_large", "Too big.", { param: "file" }));
    expect(answer.text).toBe(
      '{"error":{"message":"Too big.","type":"invalid_request_error","param":"file","code":"file_too_large",' +
        '"docs_url":"https://tiro.test/docs/errors#file_too_large"}}',
    );
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  test("ErrorEnvelope, letter by letter", async () => {
    const issues = [{ param: "language", message: "is unknown" }];
    const answer = await answerTo(new TiroError("invalid_request", "Wrong field.", { issues }), "product");
    expect(answer.text).toBe(
      '{"error":{"code":"invalid_request","message":"Wrong field.","details":{"issues":[{"param":"language",' +
        '"message":"is unknown"}]},"docs_url":"https://tiro.test/docs/errors#invalid_request"}}',
    );
  });

  test("a time-out names its job in body and x-request-id, also a job of an earlier call", async () => {
    const jobId = "req_00000000000000000000000000000002";
    const answer = await answerTo(new TiroError("request_timeout", "It goes on.", { jobId }));
    expect(answer.headers.get("x-request-id")).toBe(jobId);
    expect(JSON.parse(answer.text).error.job_id).toBe(jobId);
  });

  test.each([
    [undefined, "1", "1000"],
    [0.05, "1", "50"],
    [2.3, "3", "2300"],
    [60, "60", "60000"],
  ])(
    "waiting %p s reads Retry-After %p and retry-after-ms %p",
    async (retryAfterSeconds, seconds, milliseconds) => {
      const extras = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      const { headers } = await answerTo(new TiroError("rate_limit_exceeded", "Wait.", extras));
      expect(headers.get("retry-after")).toBe(seconds);
      expect(headers.get("retry-after-ms")).toBe(milliseconds);
    },
  );

  test("headers of the error go along", async () => {
    const headers = { "WWW-Authenticate": "Bearer" };
    const answer = await answerTo(new TiroError("invalid_api_key", "No.", { headers }));
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });
});

describe("what is inside stays inside", () => {
  const secret = "SELECT secret FROM /var/lib/tiro.db";

  test.each([
    ["an exception", new Error(secret)],
    ["a thrown string", secret],
    [
      "an error with private cause and hint",
      new TiroError("internal_error", "It failed.", { cause: new Error(secret), hint: secret }),
    ],
  ])("%s reaches the log, not the caller", async (_, thrown) => {
    const answer = await answerTo(thrown);
    expect(answer.status).toBe(500);
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain("SELECT");
    expect(answer.log).toHaveLength(1);
    expect(JSON.parse(answer.log[0] ?? "")).toMatchObject({
      level: "error",
      event: "request_failed",
      requestId: REQUEST_ID,
      cause: secret,
    });
  });

  test("a caller who hung up is no failure of the server", async () => {
    const answer = await answerTo(new Error("aborted"), "transcription", AbortSignal.abort());
    expect(answer).toMatchObject({ status: 499, text: "", log: [] });
  });
});
