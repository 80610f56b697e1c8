/** The app in the browser is all in the executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hasChromium, sharedChromium } from "../support/chromium.ts";
import {
  companySettings,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../support/identity-provider.ts";
import { Visitor } from "../support/visitor.ts";
import { emptyFolder } from "./executable.ts";
import { type RunningServer, startServer } from "./server.ts";

let folder: ReturnType<typeof emptyFolder>;
let provider: TestIdentityProvider;
let server: RunningServer;
let visitor: Visitor;

beforeAll(async () => {
  folder = emptyFolder();
  provider = await startIdentityProvider();
  const environment = { ...companySettings(provider), TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true" };
  server = await startServer(folder.path, "data", environment);
  provider.person = { sub: "1", email: "ada@acme.test", email_verified: true, name: "Ada King" };
  visitor = new Visitor(server.url);
  const away = await visitor.get("/login/company?next=%2Fapp%2F");
  const back = await fetch(away.location ?? "", { redirect: "manual" });
  const { pathname, search } = new URL(back.headers.get("location") ?? "");
  await visitor.get(pathname + search);
});

afterAll(async () => {
  await server.stop();
  await provider.close();
  folder.remove();
});

const ADDRESS = /\/app\/assets\/[\w.-]+\.\w+/g;

test("every file that the page and its scripts name is there, compressed", async () => {
  const { status, text } = await visitor.get("/app/");
  expect(status).toBe(200);
  const seen = new Set<string>();
  const wanted: string[] = [...(text.match(ADDRESS) ?? [])];
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await fetch(server.url + path, { headers: { "Accept-Encoding": "gzip, br" } });
    const isText = /\.(js|css)$/.test(path);
    expect([path, answer.status, answer.headers.get("content-encoding")]).toEqual([
      path,
      200,
      isText ? "br" : null,
    ]);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    if (isText) wanted.push(...((await answer.text()).match(ADDRESS) ?? []));
  }
  expect([...seen].filter((path) => path.endsWith(".js")).length).toBeGreaterThan(2);
  expect(readdirSync(join(folder.path, "data", "web")).length).toBe(1);
});

test.skipIf(!hasChromium)("it runs in a browser", async () => {
  const browser = await sharedChromium();
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const value = visitor.cookies.get("tiro_session") ?? "";
    await context.addCookies([{ name: "tiro_session", value, url: server.url }]);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto("/app/");
    await page.getByRole("heading", { level: 1, name: /Ada$/ }).waitFor();
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
});
