/** How a real browser gets back to the app: by way of other origins, with an answer or a fault, with keys alone. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import type { User } from "../../src/store/people/users.ts";
import { accessibilityFaults, hasChromium, sharedChromium } from "../support/chromium.ts";
import { endlessEngine } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { App, bearer, loggedIn, newPerson, PUBLIC_CLIENT } from "../support/oauth.ts";
import { startServer, type TestServer } from "../support/server.ts";

const PASSWORD = "correct horse battery";

/** The app's own address, which leads on to another origin, as websites of apps do. */
let callback: ReturnType<typeof Bun.serve>;
let landing: ReturnType<typeof Bun.serve>;
/** Addresses and referrers with which the app was answered. */
let answers: { url: URL; referrer: string | null }[] = [];
let server: TestServer;
let browser: Browser;
let app: App;
let redirectUri: string;

beforeAll(async () => {
  if (!hasChromium) return;
  landing = Bun.serve({ port: 0, fetch: () => page("landed") });
  callback = Bun.serve({
    port: 0,
    fetch: ({ url, headers }) => {
      if (new URL(url).pathname !== "/callback") return new Response(null, { status: 404 });
      answers.push({ url: new URL(url), referrer: headers.get("referer") });
      return Response.redirect(`http://localhost:${landing.port}/landed`);
    },
  });
  redirectUri = `http://127.0.0.1:${callback.port}/callback`;
  server = await startServer({ overrides: { engine: endlessEngine } });
  app = await App.register(server, {
    ...PUBLIC_CLIENT,
    redirect_uris: [redirectUri, "cursor://tiro.test/callback"],
  });
  browser = await sharedChromium();
});

afterAll(async () => {
  if (!hasChromium) return;
  await Promise.all(browser.contexts().map((window) => window.close()));
  await server.close();
  await callback.stop(true);
  await landing.stop(true);
});

const page = (title: string) =>
  new Response(`<!doctype html><title>${title}</title>`, { headers: { "Content-Type": "text/html" } });

async function open(user: User | null, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  answers = [];
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const opened = await context.newPage();
  opened.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) throw new Error(message.text());
  });
  if (user !== null) {
    const value = loggedIn(server, user).cookies.get("tiro_session") as string;
    await context.addCookies([
      { name: "tiro_session", value, url: server.url, sameSite: "Lax", httpOnly: true },
    ]);
  }
  return opened;
}

const question = (fields: Record<string, string> = {}) =>
  app.authorizationPath({ redirect_uri: redirectUri, ...fields });
const onlyAnswer = () => {
  expect(answers).toHaveLength(1);
  return answers[0] as (typeof answers)[number];
};

describe.skipIf(!hasChromium)("a person", () => {
  test("who is not logged in logs in, allows, and is back in the app, wherever that leads on to", async () => {
    const user = newPerson(server);
    upsertPassword(server.context.db, user.id, await server.context.passwords.hash(PASSWORD), 0);
    const tab = await open(null);
    await tab.goto(question());
    await tab.getByLabel("E-mail address").fill(user.email);
    await tab.getByLabel("Password").fill(PASSWORD);
    await tab.keyboard.press("Enter");
    await tab.getByRole("button", { name: "Allow", exact: true }).click();
    await tab.waitForURL(/\/landed$/);
    const { url, referrer } = onlyAnswer();
    expect(referrer).toBeNull();
    const code = url.searchParams.get("code") as string;
    const { status, body } = await app.redeem(code, { redirect_uri: redirectUri });
    expect([status, body.scope]).toEqual([200, "read write"]);
    await tab.context().close();
  });

  test("who logs in for a request that has a fault is back in the app all the same", async () => {
    const user = newPerson(server);
    upsertPassword(server.context.db, user.id, await server.context.passwords.hash(PASSWORD), 0);
    const tab = await open(null);
    await tab.goto(question({ response_type: "token" }));
    await tab.getByLabel("E-mail address").fill(user.email);
    await tab.getByLabel("Password").fill(PASSWORD);
    await tab.keyboard.press("Enter");
    await tab.waitForURL(/\/landed$/);
    expect(onlyAnswer().url.searchParams.get("error")).toBe("unsupported_response_type");
    await tab.context().close();
  });

  test("with the keyboard alone allows reading without changing, and takes it back", async () => {
    const tab = await open(newPerson(server));
    await tab.goto(question());
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Space");
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Tab");
    await eventually(() => tab.evaluate<string>("document.activeElement.textContent"), "Allow");
    await tab.keyboard.press("Enter");
    await tab.waitForURL(/\/landed$/);
    const code = onlyAnswer().url.searchParams.get("code") as string;
    const { body } = await app.redeem(code, { redirect_uri: redirectUri });
    expect(body.scope).toBe("read");
    await tab.goto("/account/apps");
    await tab.getByRole("button", { name: /^Take back the access of “Test App”/ }).click();
    await tab.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
    await tab.getByRole("heading", { name: "No app" }).waitFor();
    const me = await fetch(`${server.url}/v1/me`, { headers: bearer(body.access_token) });
    expect(me.status).toBe(401);
    await tab.context().close();
  });

  test.each(["light", "dark"] as const)(
    "sees where an app of their own is opened, in the %s",
    async (scheme) => {
      const tab = await open(newPerson(server), { colorScheme: scheme });
      await tab.goto(question({ redirect_uri: "cursor://tiro.test/callback" }));
      expect(await accessibilityFaults(tab)).toEqual([]);
      await tab.getByRole("button", { name: "Deny" }).click();
      await tab.getByRole("link", { name: "open the app for cursor: links" }).waitFor();
      expect(await accessibilityFaults(tab)).toEqual([]);
      await tab.context().close();
    },
  );
});
