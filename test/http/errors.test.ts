/** The contract's table of errors: each code that a caller can meet, caused for real, in the shape of its family. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ErrorCode, errorCatalogue } from "../../src/lib/errors.ts";
import type { Json } from "../support/server.ts";
import { ACCESS_LINES } from "./errors/access-lines.ts";
import { closeServers, openServers } from "./errors/site.ts";
import { STATE_LINES } from "./errors/state-lines.ts";

beforeAll(openServers);
afterAll(closeServers);

const LINES = { ...ACCESS_LINES, ...STATE_LINES };

const NOT_OVER_HTTP: Partial<Record<ErrorCode, string>> = {
  insufficient_scope: "keys with one scope are in key-access.test.ts, tokens in test/oauth",
  upload_too_slow: "uploads that last for seconds are in test/http/fairness",
  upload_busy: "src/work/uploads/upload-locks.ts gives it to the second of two connections at once",
  range_not_satisfiable: "ranges are in src/http/recordings/byte-range.test.ts",
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
