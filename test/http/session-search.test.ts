/** A search whose words are in a body, so that no proxy logs them. */
import { expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { testClock } from "../support/database.ts";
import { historyOf } from "../support/history.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer({ overrides: { clock: testClock() } });
const history = historyOf(server);

async function get(path: string, init: RequestInit = {}): Promise<[number, Json]> {
  const headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" };
  const answer = await server.call(path, { ...init, headers });
  return [answer.status, await answer.json()];
}

test("a search by body finds and refuses what one by address does, and its pages go on in either", async () => {
  const ids = ["one audit", "two audits and an audit", "audit three"].map((text) => history.keep(text));
  const search = (body: Json) =>
    get("/sessions/search", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const [status, page] = await search({ query: "audit", limit: 2 });
  expect([status, page]).toEqual(await get(`/sessions?query=audit&limit=2`));
  expect([status, page.data.map(({ id }: Json) => id)]).toEqual([200, [ids[2], ids[1]]]);
  const next = { query: "audit", cursor: page.next_cursor };
  expect(await search(next)).toEqual(await get(`/sessions?${new URLSearchParams(next)}`));
  expect(await search({})).toEqual(await get("/sessions"));
  const refused: Json[] = [
    { query: "" },
    { query: "x".repeat(limits.searchQueryChars + 1) },
    { limit: 0 },
    { limit: limits.pageSizeMax + 1 },
    { limit: "2" },
    { words: "audit" },
    { query: "of the" },
  ];
  for (const body of refused)
    expect(await search(body)).toEqual([
      400,
      expect.objectContaining({ error: expect.objectContaining({ code: "invalid_request" }) }),
    ]);
  expect((await search({ limit: limits.pageSizeMax, query: "x".repeat(limits.searchQueryChars) }))[0]).toBe(
    200,
  );
});
