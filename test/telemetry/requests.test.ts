/** The last day's requests of a real server, as its administrators list them: by command and by route. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { type User, updateUser } from "../../src/store/people/users.ts";
import { filesHolding } from "../support/data-search.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { runTiro } from "../support/tiro.ts";
import { RECORDING } from "../support/transcription.ts";

const SECRET = "zanzibarite";

const server = await testServer();
await server.context.engine.ready();

/** A call from the browser of a person who is logged in. */
async function ask(user: User, path: string): Promise<{ status: number; json: Json }> {
  const entry = { methods: ["password"] as const, address: "::1", userAgent: null };
  const token = beginBrowserSession(server.context, user, entry);
  const answer = await fetch(`${server.url}/v1${path}`, { headers: { Cookie: `tiro_session=${token}` } });
  return { status: answer.status, json: (await answer.json()) as Json };
}

const requests = (...args: string[]) => {
  const { code, stdout, stderr } = runTiro("requests", ...args, "--data", server.dataDir);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

test("what failed and what was slow, by name and id, and nothing of the words", async () => {
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "prompt", body: SECRET },
    { name: "file", fileName: `${SECRET}.wav`, body: readFileSync(RECORDING) },
  ]);
  const headers = { "Content-Type": CONTENT_TYPE };
  const done = await server.call("/audio/transcriptions", { method: "POST", headers, body });
  expect(done.status).toBe(200);
  await server.call(`/sessions/${SECRET}`);
  await server.call(`/${SECRET}?${SECRET}=1`);
  await fetch(`${server.url}/v1/me`, { headers: { Authorization: `Bearer ${SECRET}` } });
  await server.context.requestRecords.write();

  const failed = JSON.parse(requests("failed", "--json")) as Json[];
  const account = { account_id: expect.stringMatching(/^usr_/), account_name: "Person 1" };
  expect(failed).toContainEqual({
    code: "session_not_found",
    ...account,
    requests: 1,
    last_at: expect.any(String),
  });
  expect(failed).toContainEqual(
    expect.objectContaining({ code: "invalid_api_key", account_id: null, account_name: null }),
  );
  const slow = JSON.parse(requests("slow", "--json", "--route", "POST /v1/audio/transcriptions")) as Json[];
  expect(slow).toMatchObject([
    { request_id: done.headers.get("x-request-id"), ...account, status: 200, code: null },
  ]);
  const steps = slow[0]?.steps as { name: string; began_ms: number; duration_ms: number }[];
  expect(steps.map(({ name }) => name)).toEqual(["open recording and wait for turn", "recognize", "commit"]);
  for (const { began_ms, duration_ms } of steps)
    expect(began_ms + duration_ms).toBeLessThanOrEqual(slow[0]?.duration_ms + 0.002);
  expect(requests("failed", "--code", "session_not_found")).toMatch(
    /^CODE +ACCOUNT +NAME +REQUESTS +LAST\nsession_not_found +usr_\w+ +Person 1 +1 +/,
  );
  expect(requests("slow", "--account", "person1@example.org", "--limit", "1").split("\n")).toHaveLength(3);
  const kept = ["failed_requests", "failed_request_days", "slow_requests"].map((table) =>
    server.context.db.prepare(`SELECT * FROM ${table}`).all(),
  );
  expect(JSON.stringify(kept)).not.toContain(SECRET);
  expect(filesHolding(server.dataDir, SECRET)).toEqual([]);
});

test("administrators read the same in their browser, and nobody else does", async () => {
  await server.context.requestRecords.write();
  const { db, clock } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR };
  const person = addUser(deps, { email: "bo@example.org", name: "Bo" });
  const administrator = addUser(deps, { email: "root@example.org", name: "Root" });
  updateUser(db, { ...administrator, administrator: true });
  const paths = ["failed?code=session_not_found", "slow?route=POST%20/v1/audio/transcriptions&limit=1"];
  for (const path of paths) {
    expect((await ask(person, `/administration/requests/${path}`)).json.error.code).toBe(
      "administrator_required",
    );
    const { status, json } = await ask(administrator, `/administration/requests/${path}`);
    expect(status).toBe(200);
    const { pathname, searchParams } = new URL(path, server.url);
    const filter = [...searchParams].flatMap(([name, value]) => [`--${name}`, value]);
    expect(json.data).toEqual(JSON.parse(requests(pathname.slice(1), ...filter, "--json")));
    expect(json.data).toHaveLength(1);
  }
  for (const [limit, status] of [
    [0, 400],
    [limits.requestsListedMax, 200],
    [limits.requestsListedMax + 1, 400],
  ])
    expect((await ask(administrator, `/administration/requests/slow?limit=${limit}`)).status).toBe(
      status as number,
    );
});
