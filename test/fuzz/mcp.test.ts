/**
 * Hostile messages to /mcp: each is answered, at once, as JSON, without a failure of the server and without anything of
 * its inside; what they changed stays within what the person could change anyway.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../../src/config/limits.ts";
import { TOOLS } from "../../src/mcp/tools/index.ts";
import { PATIENCE_MS } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { MODERN_META, mcpCaller } from "../support/mcp.ts";
import { testServer } from "../support/test-servers.ts";

const RUNS = 250;
const STATUSES = [200, 202, 400, 404, 413];

const server = await testServer({ environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "100000" } });
const mcp = mcpCaller(server);
const sessionId = historyOf(server).keep("Something was said.");

const versions = [
  "2026-07-28",
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
  "9999-99-99",
  "x",
];
const methods = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "server/discover",
  "subscriptions/listen",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
  "logging/setLevel",
  "resources/read",
  "completion/complete",
  "__proto__",
];
const awkward = fc.constantFrom<unknown>(
  null,
  -1,
  0,
  1e308,
  2 ** 53,
  "",
  "\u0000",
  "\ud800",
  "__proto__",
  [],
  {},
  true,
);
const id = fc.oneof(fc.integer(), fc.string(), awkward);

/** Arguments that are nearly right: names of fields that exist, with values that are right, awkward or anything. */
const fields = TOOLS.flatMap(({ input }) => Object.keys((input as { shape?: object }).shape ?? {}));
const argumentsOf = fc.dictionary(
  fc.constantFrom(...new Set(fields), "constructor", "x"),
  fc.oneof(
    awkward,
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>("auto", "positive", ["term"], 5, true, "2026-01-01", `ses_${"0".repeat(32)}`),
    fc.constant("session").map(() => sessionId),
  ),
  { maxKeys: 5 },
);
const params = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      name: fc.constantFrom(...TOOLS.map(({ name }) => name), "x"),
      arguments: argumentsOf,
    }),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.record({
      protocolVersion: fc.constantFrom<unknown>(...versions, 1),
      capabilities: fc.jsonValue({ maxDepth: 2 }),
      clientInfo: fc.oneof(awkward, fc.constant({ name: "fuzz", version: "1" })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ requestId: id, reason: awkward, notifications: awkward }) },
);
const message = fc
  .record(
    {
      jsonrpc: fc.oneof(
        { weight: 20, arbitrary: fc.constant<unknown>("2.0") },
        { weight: 1, arbitrary: awkward },
      ),
      id,
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant<unknown>("tools/call") },
        { weight: 12, arbitrary: fc.constantFrom<unknown>(...methods) },
        { weight: 1, arbitrary: awkward },
      ),
      params,
      meta: fc.boolean(),
    },
    { requiredKeys: ["jsonrpc", "method", "meta"] },
  )
  .map(({ meta, ...rest }) =>
    meta && typeof rest.params === "object"
      ? { ...rest, params: { ...rest.params, _meta: MODERN_META } }
      : rest,
  );
const body = fc.oneof(
  { weight: 8, arbitrary: message },
  { weight: 2, arbitrary: fc.array(message, { maxLength: limits.mcpBatchMessages + 2 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const headers = fc.record(
  {
    "MCP-Protocol-Version": fc.constantFrom(...versions),
    "Mcp-Method": fc.constantFrom(...methods),
    "Mcp-Name": fc.constantFrom(...TOOLS.map(({ name }) => name)),
    "Mcp-Session-Id": fc.constantFrom("", "x"),
    "Last-Event-ID": fc.constantFrom("", "1"),
  },
  { requiredKeys: [] },
);

async function answered(text: string, more: Record<string, string> = {}): Promise<number> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const answering = mcp.send(text, more);
  const { status, body, headers } = await Promise.race([
    answering,
    new Promise<never>((_, reject) => late.addEventListener("abort", () => reject(new Error("no answer")))),
  ]);
  expect(STATUSES).toContain(status);
  if (status !== 202) expect(headers.get("content-type")).toBe("application/json");
  expect(JSON.stringify(body)).not.toMatch(/SQLITE|node_modules|\.ts:\d|\.mjs|internal_error|-32603/);
  return status;
}

test("messages that are nearly right", async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(body, headers, async (sent, more) => {
      const status = await answered(JSON.stringify(sent), more);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }),
    { numRuns: RUNS },
  );
  expect((await mcp.call("get_transcript", { session_id: sessionId })).structuredContent.final_text).toBe(
    "Something was said.",
  );
  // The messages must neither all be fine nor all be refused at the door.
  expect(seen.get(200) ?? 0).toBeGreaterThan(RUNS / 20);
  expect(seen.get(400) ?? 0).toBeGreaterThan(RUNS / 20);
});

test("bytes cut off or changed", async () => {
  const whole = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "list_sessions", arguments: { query: "said", limit: 5 } },
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.nat(whole.length - 1),
      fc.integer({ min: 0, max: 255 }),
      async (end, at, code) => {
        await answered(whole.slice(0, end));
        await answered(whole.slice(0, at) + String.fromCharCode(code) + whole.slice(at + 1));
      },
    ),
    { numRuns: RUNS / 5 },
  );
});

test("depth, width and length up to the limit of the body", async () => {
  const fill = limits.mcpMessageBytes;
  const call = (text: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_dictionary_terms","arguments":{"terms":${text}}}}`;
  const deep = Math.floor(fill / 2) - 200;
  const texts = [
    "[".repeat(fill),
    "[".repeat(deep) + "]".repeat(deep),
    `${'{"a":'.repeat(deep / 3)}1${"}".repeat(deep / 3)}`,
    call("[".repeat(deep) + "]".repeat(deep)),
    call(`[${Array(100_000).fill('"a"').join()}]`),
    call(`["${"x".repeat(fill - 500)}"]`),
    `{"jsonrpc":"2.0","id":"${"1".repeat(fill - 100)}","method":"ping"}`,
    `[${Array(20).fill(call('["a"]')).join()}]`,
    " ".repeat(fill),
  ];
  for (const text of texts)
    expect([text.slice(0, 20), await answered(text)]).toEqual([text.slice(0, 20), expect.any(Number)]);
});
