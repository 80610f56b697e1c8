/** Every billing error of the contract, over the wire. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { DAY_MS } from "../../src/lib/units.ts";
import { arrangePayment, closeInvoices, markPaid } from "../../src/metering/invoices.ts";
import { TEST_ACTOR, testClock } from "../support/database.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING } from "../support/transcription.ts";

/** One call of the recording costs 1,083 micro-USD: the first one uses the free usage up. */
const FREE_USD = "0.001";

const clock = testClock();
clock.monotonic = () => performance.now();

const server = await testServer({
  environment: {
    TIRO_BILLING_MODE: "enforce",
    TIRO_BILLING_FREE_USD: FREE_USD,
    TIRO_BILLING_PLANS_WITHOUT_API: "max",
  },
  overrides: { clock },
});
await server.context.engine.ready();

function transcribe(path = "/audio/transcriptions", headers: Record<string, string> = {}): Promise<Response> {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
  ]);
  return server.call(path, { method: "POST", headers: { "Content-Type": CONTENT_TYPE, ...headers }, body });
}

async function errorOf(answer: Response): Promise<[status: number, error: Json]> {
  return [answer.status, ((await answer.json()) as Json).error];
}

function accountId(): string {
  return server.context.db.prepare<[], string>("SELECT account_id FROM api_keys").pluck().get() ?? "";
}

test("the free usage, then 402 until payment is arranged; a past-due invoice; a plan without the API", async () => {
  const deps = { ...server.context, actor: TEST_ACTOR };
  const billing = (type: string, code: string) =>
    expect.objectContaining({ type, code, param: null, billing_url: `${server.url}/billing` });
  const first = await transcribe("/audio/transcriptions", { "Idempotency-Key": "one" });
  expect(first.status).toBe(200);

  for (const path of ["/audio/transcriptions", "/audio/transcription-jobs"]) {
    const answer = await transcribe(path);
    expect(answer.headers.get("x-should-retry")).toBe("false");
    expect(await errorOf(answer)).toEqual([402, billing("billing_error", "payment_method_required")]);
  }
  expect(await errorOf(await transcribe("/audio/transcriptions", { "Idempotency-Key": "two" }))).toEqual([
    402,
    billing("billing_error", "payment_method_required"),
  ]);
  const replay = await transcribe("/audio/transcriptions", { "Idempotency-Key": "one" });
  expect([replay.status, replay.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect((await server.call("/models")).status).toBe(200);

  arrangePayment(deps, accountId(), true);
  expect((await transcribe()).status).toBe(200);

  clock.nowMs = Date.UTC(2026, 11, 1);
  expect(closeInvoices(deps)).toMatchObject([{ number: 1, amountMicroUsd: 2_166, freeMicroUsd: 1_000 }]);
  clock.nowMs += 30 * DAY_MS;
  expect(await errorOf(await transcribe())).toEqual([402, billing("billing_error", "billing_past_due")]);
  markPaid(deps, "1");
  expect((await transcribe()).status).toBe(200);

  server.context.db.exec("UPDATE users SET plan = 'max'");
  for (const answer of [await transcribe(), await server.call("/models")]) {
    expect(await errorOf(answer)).toEqual([403, billing("permission_error", "subscription_required")]);
  }
  const [status, error] = await errorOf(await server.call("/me"));
  expect([status, Object.keys(error)]).toEqual([
    403,
    ["code", "message", "details", "docs_url", "billing_url"],
  ]);
  expect(error.billing_url).toBe(`${server.url}/billing`);
});
