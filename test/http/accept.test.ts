/** Addresses that people and programs share: `Accept` distinguishes them. */
import { expect, test } from "bun:test";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

const server = await testServer();

const ask = (path: string, accept: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: "manual", ...init, headers: { Accept: accept, ...init.headers } });

test("/ leads people to the app, and tells programs where the API is", async () => {
  const forPeople = await ask("/", BROWSER);
  expect([forPeople.status, forPeople.headers.get("location")]).toEqual([303, "/app/"]);
  for (const accept of ["*/*", "application/json"]) {
    const answer = await ask("/", accept);
    expect([answer.status, answer.headers.get("vary")]).toEqual([200, "Accept"]);
    const addresses = (await answer.json()) as Json;
    expect(addresses).toMatchObject({ object: "server", api_url: `${server.url}/v1` });
    expect((await fetch(addresses.openapi_url)).status).toBe(200);
  }
  expect(forPeople.headers.get("vary")).toBe("Accept");
});

test.each([
  ["GET", "/nothing/here", 404],
  ["GET", "/app/assets/none.js", 404],
  ["GET", "/assets/none.css", 404],
  ["GET", "/v2/models", 404],
  ["GET", "/mcpx", 404],
  ["POST", "/nothing", 404],
  ["POST", "/docs/errors", 405],
])("%s %s: a page for browsers, JSON for programs", async (method, path, status) => {
  const page = await ask(path, BROWSER, { method });
  const text = await page.text();
  expect([page.status, page.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  expect(text).toContain("<h1>There is nothing at this address</h1>");
  expect(text).toContain(`<code>${page.headers.get("x-request-id")}</code>`);
  expect(page.headers.get("vary")?.split(", ")).toContain("Accept");
  const data = await ask(path, "*/*", { method });
  expect([data.status, data.headers.get("vary")]).toEqual([status, "Accept"]);
  expect(((await data.json()) as Json).error.code).toBe(
    status === 404 ? "route_not_found" : "method_not_allowed",
  );
  expect(page.headers.get("allow")).toBe(data.headers.get("allow"));
});

test.each(["/v1/nothing", "/v1", "/mcp/nothing", "/scim/v2/nothing", "/oauth/nothing"])(
  "%s is for programs, whoever asks",
  async (path) => {
    const answer = await ask(path, BROWSER);
    expect(answer.headers.get("content-type")).toMatch(/^application\/(scim\+)?json$/);
    expect([answer.status, answer.headers.get("vary")]).toEqual([404, null]);
  },
);

test("the page speaks the reader's language and shows the address as text", async () => {
  const answer = await ask("/%3Cscript%3E<b>", BROWSER, { headers: { "Accept-Language": "de" } });
  const text = await answer.text();
  expect(text).toContain("<h1>Unter dieser Adresse ist nichts</h1>");
  expect(text).not.toContain("<script");
  expect(text).not.toContain("<b>");
});
