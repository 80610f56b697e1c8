/** The words of a search are in a body, so that no proxy logs them. */
import { expect, test } from "bun:test";
import { routesOf } from "../../src/app.ts";
import { limits } from "../../src/config/limits.ts";
import { isCompressible } from "../../src/http/middleware/compression.ts";
import type { Route } from "../../src/web/route.ts";
import { testClock } from "../support/database.ts";
import { historyOf } from "../support/history.ts";
import { csrfOf } from "../support/people.ts";
import type { Json } from "../support/server.ts";
import { testPeople, testServer } from "../support/test-servers.ts";

const server = await testServer({ overrides: { clock: testClock() } });
const history = historyOf(server);

test("every list that is searched has a search by body, which compresses as the list does", () => {
  const routes = new Map(routesOf(server.context).map((route) => [`${route.method} ${route.path}`, route]));
  const typed = ["query", "prefix", "actor"];
  const isTyped = ({ operation }: Route) => typed.some((name) => operation?.query?.[name]);
  const paths = [...routes.values()]
    .filter((route) => route.method === "GET" && route.path.startsWith("/v1/") && isTyped(route))
    .map(({ path }) => path)
    // A link that the browser follows to save a file; its filters are ids, not words.
    .filter((path) => path !== "/v1/administration/audit/export");
  expect(paths.length).toBeGreaterThan(7);
  for (const path of paths) {
    const search = routes.get(`POST ${path}/search`);
    expect([path, search?.operation?.body && isCompressible(search)]).toEqual([path, true]);
    expect(search?.operation?.query).toBeUndefined();
  }
});

test("who may not search is refused before anything of the body is read", async () => {
  const people = await testPeople();
  const browser = people.browserOf(people.add());
  const headers = {
    "Content-Type": "text/plain",
    Origin: people.server.url,
    "x-csrf-token": await csrfOf(browser),
  };
  const searches = routesOf(people.server.context).filter(
    ({ method, path, access }) => method === "POST" && path.endsWith("/search") && access === "person",
  );
  expect(searches.length).toBeGreaterThan(3);
  for (const { path } of searches) {
    const { status, text } = await browser.send(path, { method: "POST", headers, body: "no JSON" });
    expect([path, status, JSON.parse(text).error?.code]).toEqual([path, 403, "administrator_required"]);
  }
});

test("the manual is searched by a form, whose words are in its body", async () => {
  const form = (await (await fetch(`${server.url}/docs`)).text()).match(/<form role="search"[^>]*>/)?.[0];
  expect(form).toContain('method="post" action="/docs/search"');
  const body = new URLSearchParams({ q: "idempotency" });
  const page = await (await fetch(`${server.url}/docs/search`, { method: "POST", body })).text();
  expect(page).toBe(await (await fetch(`${server.url}/docs/search?${body}`)).text());
  expect(page).toContain("<mark>Idempotency</mark>");
});

async function get(path: string, init: RequestInit = {}): Promise<[number, Json]> {
  const headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" };
  const answer = await server.call(path, { ...init, headers });
  return [answer.status, await answer.json()];
}
const searchIn = (list: string) => (body: Json) =>
  get(`${list}/search`, { method: "POST", body: JSON.stringify(body) });

const REFUSED: Json[] = [
  { query: "" },
  { query: "x".repeat(limits.searchQueryChars + 1) },
  { limit: 0 },
  { limit: limits.pageSizeMax + 1 },
  { limit: "2" },
  { limit: 1.5 },
  { words: "audit" },
  { query: ["audit"] },
  [],
];

test("a search by body finds and refuses what one by address does, and its pages go on in either", async () => {
  const ids = ["one audit", "two audits and an audit", "audit three"].map((text) => history.keep(text));
  const search = searchIn("/sessions");
  const [status, page] = await search({ query: "audit", limit: 2 });
  expect([status, page]).toEqual(await get(`/sessions?query=audit&limit=2`));
  expect([status, page.data.map(({ id }: Json) => id)]).toEqual([200, [ids[2], ids[1]]]);
  const next = { query: "audit", cursor: page.next_cursor };
  expect(await search(next)).toEqual(await get(`/sessions?${new URLSearchParams(next)}`));
  expect(await search({})).toEqual(await get("/sessions"));
  expect((await search({ query: "of the" }))[0]).toBe(400);
  expect((await search({ limit: limits.pageSizeMax, query: "x".repeat(limits.searchQueryChars) }))[0]).toBe(
    200,
  );
});

test.each(["/sessions", "/recordings"])("%s/search refuses what is no search", async (list) => {
  const search = searchIn(list);
  for (const body of REFUSED)
    expect([body, ...(await search(body))]).toEqual([
      body,
      400,
      expect.objectContaining({ error: expect.objectContaining({ code: "invalid_request" }) }),
    ]);
  // Nothing stands beside the body.
  const [status, { error }] = await get(`${list}/search?query=audit`, { method: "POST", body: "{}" });
  expect([status, error?.code]).toEqual([400, "invalid_request"]);
});

test("recordings, people and names of speakers are found by body as by address", async () => {
  const folder = await get("/recordings/folders", {
    method: "POST",
    body: JSON.stringify({ name: "Board" }),
  });
  expect(folder[0]).toBe(201);
  const filters = {
    query: "budget",
    folder_id: folder[1].id,
    archived: "any",
    state: "ready",
    access: "own",
  };
  expect(await searchIn("/recordings")(filters)).toEqual(
    await get(`/recordings?${new URLSearchParams(filters)}`),
  );
  expect(await searchIn("/recordings/people")({ query: "ada" })).toEqual(
    await get("/recordings/people?query=ada"),
  );
  expect(await searchIn("/recordings/speaker-names")({ prefix: "a" })).toEqual(
    await get("/recordings/speaker-names?prefix=a"),
  );
});
