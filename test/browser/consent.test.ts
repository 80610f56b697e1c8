/** A person lets an app in, or does not, in a real browser; and the pages of that by axe-core, light and dark. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { listGrants, revokeGrant } from "../../src/accounts/oauth/grants.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import type { User } from "../../src/store/people/users.ts";
import { accessibilityFaults, hasChromium, sharedChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { App, PUBLIC_CLIENT } from "../support/oauth.ts";
import { startServer, type TestServer } from "../support/server.ts";

const EMAIL = "ada@acme.test";
const PASSWORD = "correct horse battery";

let server: TestServer;
let browser: Browser;
let app: App;
let user: User;
/** Where the app waits for the answer. */
let callback: string;
let received: URLSearchParams[] = [];
let appServer: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  if (!hasChromium) return;
  server = await startServer({ host: "localhost" });
  const { db, clock, passwords } = server.context;
  user = addUser({ db, clock, actor: TEST_ACTOR }, { email: EMAIL, name: "Ada" });
  upsertPassword(db, user.id, await passwords.hash(PASSWORD), clock.now());
  appServer = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url);
      // Not for the icon of its tab.
      if (pathname === "/callback") received.push(searchParams);
      return new Response("The app has its answer.");
    },
  });
  callback = `http://127.0.0.1:${appServer.port}/callback`;
  app = await App.register(server, { ...PUBLIC_CLIENT, redirect_uris: [callback] });
  browser = await sharedChromium();
});

afterAll(async () => {
  if (!hasChromium) return;
  await Promise.all(browser.contexts().map((window) => window.close()));
  await appServer.stop(true);
  await server.close();
});

/** At the question, after the log-in that it took. */
async function asked(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  received = [];
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const page = await context.newPage();
  await page.goto(app.authorizationPath({ redirect_uri: callback }));
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Allow this app to access your account?" }).waitFor();
  return page;
}

describe.skipIf(!hasChromium)("in a browser", () => {
  test("an app gets what the person allows, until they take it back", async () => {
    const page = await asked({ javaScriptEnabled: false });
    await page.getByLabel("Change").uncheck();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.waitForURL(`${callback}?**`);
    const code = received[0]?.get("code") ?? "";
    const { status, body } = await app.redeem(code, { redirect_uri: callback });
    expect([status, body.scope]).toEqual([200, "read"]);
    const me = () =>
      fetch(`${server.url}/v1/me`, { headers: { Authorization: `Bearer ${body.access_token}` } });
    expect((await me()).status).toBe(200);
    const { db, clock } = server.context;
    const [grant] = listGrants({ db, clock }, user.id);
    revokeGrant({ db, clock, actor: TEST_ACTOR }, grant?.id ?? "", user.id);
    expect((await me()).status).toBe(401);
  });

  test("an app that is refused is told so, and gets nothing", async () => {
    const page = await asked();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.waitForURL(`${callback}?**`);
    expect([received[0]?.get("error"), received[0]?.get("code")]).toEqual(["access_denied", null]);
  });

  test.each(["light", "dark"] as const)("axe-core finds nothing wrong in the %s", async (colorScheme) => {
    const page = await asked({ colorScheme });
    const faults = await accessibilityFaults(page);
    // The browser stays at the page that leads on.
    await page.route(`${callback}**`, (route) => route.fulfill({ status: 204 }));
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("heading", { name: "The app has access" }).waitFor();
    faults.push(...(await accessibilityFaults(page)));
    for (const path of ["/docs/connect", "/oauth/authorize?client_id=none"]) {
      await page.goto(path);
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});
