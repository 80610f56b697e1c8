/** The ways in and out, walked in a real browser; and every page of people looked at by axe-core, light and dark. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { generateSync } from "otplib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { inviteMember } from "../../src/accounts/onboarding/invitations.ts";
import { makeSetupLink } from "../../src/accounts/onboarding/setup-links.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser, findUser } from "../../src/accounts/people/users.ts";
import { newId } from "../../src/lib/ids.ts";
import { closeInvoices, listInvoices } from "../../src/metering/invoices.ts";
import { createMeter } from "../../src/metering/meter.ts";
import { recordUsage } from "../../src/metering/usage.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import { inTransaction } from "../../src/store/db.ts";
import type { User } from "../../src/store/people/users.ts";
import { faultsInAllViews, hasChromium, sharedChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { nowhereDirectory } from "../support/directory-server.ts";
import { eventually } from "../support/eventually.ts";
import {
  companySettings,
  startIdentityProvider,
  type TestIdentityProvider,
} from "../support/identity-provider.ts";
import { startServer, type TestServer } from "../support/server.ts";

const PASSWORD = "correct horse battery";
const STEP_SECONDS = 30;

let server: TestServer;
let provider: TestIdentityProvider;
let browser: Browser;
let hash: string;

beforeAll(async () => {
  if (!hasChromium) return;
  provider = await startIdentityProvider();
  const environment = { ...companySettings(provider), TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true" };
  server = await startServer({ host: "localhost", environment });
  hash = await server.context.passwords.hash(PASSWORD);
  browser = await sharedChromium();
});

afterAll(async () => {
  if (!hasChromium) return;
  await Promise.all(browser.contexts().map((window) => window.close()));
  await server.close();
  await provider.close();
});

const deps = () => ({ db: server.context.db, clock: server.context.clock, actor: TEST_ACTOR });

function person(name: string): User {
  const user = addUser(deps(), { email: `${name}@acme.test`, name });
  upsertPassword(server.context.db, user.id, hash, server.context.clock.now());
  return user;
}

/** A fresh browser, in which the script of a page that breaks the policy would show. */
async function open(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy/.test(message.text()))
      throw new Error(message.text());
  });
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (![options.baseURL ?? server.url, provider.issuer].some((own) => new URL(own).origin === origin))
      throw new Error(`a page asked ${request.url()}`);
  });
  return page;
}

function mustHaveSecondStep(user: User): void {
  const { id } = addOrganization(deps(), { name: `${user.name} & Co`, owner: user });
  setPolicy(deps(), id, { secondStepRequired: true });
}

/** As if the person had logged in there. */
async function enter(context: BrowserContext, user: User): Promise<void> {
  const token = beginBrowserSession(deps(), user, { methods: ["password"], address: "::1", userAgent: null });
  await context.addCookies([
    { name: "tiro_session", value: token, url: server.url, sameSite: "Lax", httpOnly: true },
  ]);
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Globals of a page's script. */
interface Window {
  getComputedStyle(element: unknown): { outlineStyle: string };
}

const codeAt = (secret: string, steps: number) =>
  generateSync({ secret, epoch: Math.floor(server.context.clock.now() / 1000) + steps * STEP_SECONDS });
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe.skipIf(!hasChromium)("in a browser", () => {
  test("set-up link, second step, recovery code and log-out everywhere, without scripts", async () => {
    const added = addUser(deps(), { email: "ada@acme.test", name: "Ada" });
    mustHaveSecondStep(added);
    const page = await open({ javaScriptEnabled: false });
    await page.goto(makeSetupLink(deps(), added, server.url).url);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Repeat password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set up" }).click();
    await eventually(() => page.getByRole("link", { name: "Continue" }).getAttribute("href"), "/app/");
    await page.getByRole("link", { name: "Continue" }).click();
    await isAt(page, "/login/second-step");
    const secret = ((await page.locator("code.secret").textContent()) ?? "").replaceAll(" ", "");
    await page.getByLabel("Code from the app").fill("000000x");
    await page.getByRole("button", { name: "Turn on the second step" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Code from the app" }).click();
    await page.getByLabel("Code from the app").fill(codeAt(secret, 0));
    await page.getByRole("button", { name: "Turn on the second step" }).click();
    await page.locator(".codes code").first().waitFor();
    const codes = await page.locator(".codes code").allTextContents();
    await page.getByRole("button", { name: "Log out" }).click();
    await isAt(page, "/login");

    await page.goto("/account/company");
    await page.getByLabel("E-mail address").fill(added.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await isAt(page, "/login/code");
    await page.getByLabel("Code").fill(codeAt(secret, 1));
    await page.getByRole("button", { name: "Log in" }).click();
    await isAt(page, "/account/company");

    const other = await open();
    await logIn(other, added.email);
    await other.getByLabel("Code").fill(codes[0] ?? "");
    await other.getByRole("button", { name: "Log in" }).click();
    await other.waitForURL("**/app/");
    await other.goto("/account");
    await isAt(other, "/app/you");
    await other.getByRole("button", { name: "End all others" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
    await other.getByText("All other sessions have ended").first().waitFor();
    await page.reload();
    await isAt(page, "/login");
  });

  test("who must have a second step makes a passkey instead, logs in with it, and removes it", async () => {
    const bea = person("bea");
    mustHaveSecondStep(bea);
    const page = await open();
    await addAuthenticator(page);
    await enter(page.context(), bea);
    await page.goto("/account/passkeys");
    await isAt(page, "/login/second-step");
    await page.getByRole("link", { name: "passkey" }).click();
    const make = async (name: string) => {
      await page.getByLabel("Name").fill(name);
      await page.getByRole("button", { name: "Create passkey" }).click();
    };
    await make("My laptop");
    await isAt(page, "/login/passkey");
    // The same device again: it has one already.
    await page.goBack();
    await isAt(page, "/login/second-step/passkey");
    await make("Again");
    await page.getByRole("alert").waitFor();

    await page.goto("/logout");
    await page.getByRole("main").locator("form").last().getByRole("button", { name: "Log out" }).click();
    await isAt(page, "/login");
    await page.goto("/login?next=%2Faccount%2Fpasskeys");
    await page.getByRole("link", { name: "Log in with a passkey" }).click();
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await isAt(page, "/app/you/passkeys");
    await page.getByRole("listitem").filter({ hasText: "My laptop" }).waitFor();
    expect(await page.getByText("never used").count()).toBe(0);
    await page.getByRole("button", { name: "Remove My laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("You have none yet.").waitFor();

    // The device still has it, this server does not.
    await page.context().clearCookies();
    await page.goto("/login/passkey");
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.getByRole("alert").filter({ hasText: "no longer known" }).waitFor();
    await isAt(page, "/login/passkey");
  });

  test("a German finds the way in, to the second step and out again in German", async () => {
    const added = addUser(deps(), { email: "uwe@acme.test", name: "Uwe" });
    mustHaveSecondStep(added);
    const page = await open({ locale: "de-DE", javaScriptEnabled: false });
    await page.goto(makeSetupLink(deps(), added, server.url).url);
    await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Passwort wiederholen").fill(PASSWORD);
    await page.getByRole("button", { name: "Einrichten" }).click();
    await eventually(() => page.getByRole("link", { name: "Weiter" }).getAttribute("href"), "/app/");
    await page.getByRole("link", { name: "Weiter" }).click();
    await page.getByLabel("Code aus der App").fill("000000x");
    await page.getByRole("button", { name: "Zweiten Schritt einschalten" }).click();
    await page.getByRole("alert").getByText("Der Code ist falsch. Prüfen Sie").waitFor();
    await page.getByRole("button", { name: "Abmelden" }).click();
    await page.getByLabel("E-Mail-Adresse").fill(added.email);
    await page.getByLabel("Passwort").fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await isAt(page, "/login/second-step");
  });

  test("the company's own log-in", async () => {
    provider.person = { sub: "cleo", email: "cleo@acme.test", email_verified: true, name: "Cleo" };
    const page = await open();
    await page.goto("/billing");
    await page.getByRole("link", { name: "Log in with your company account" }).click();
    await page.waitForURL("**/app/usage");
    await page.goto("/account");
    await page.getByText("cleo@acme.test").first().waitFor();
  });
});

/** Somebody with everything that a page can show. */
function furnished(): { user: User; invoice: string; links: string[] } {
  const user = person("dora");
  const { db, config } = server.context;
  const acme = addOrganization(deps(), { name: "Acme", owner: user });
  const at = Date.UTC(2026, 0, 15);
  const line = {
    requestId: newId("req"),
    accountId: user.id,
    keyId: newId("key"),
    kind: "dictation" as const,
  };
  const times = { audioSeconds: 36_000, acceptedAt: at, createdAt: at };
  inTransaction(db, () => recordUsage(createMeter(config.billing), db, { ...line, ...times }));
  closeInvoices(server.context);
  const [invoice] = listInvoices(server.context, user.id);
  const invited = { email: "new@acme.test", role: "member" };
  const links = [
    makeSetupLink(deps(), addUser(deps(), { email: "eve@acme.test", name: "Eve" }), server.url).url,
    inviteMember(deps(), acme.id, invited, server.url).url,
  ];
  return { user, invoice: `/billing/invoices/${invoice?.id}`, links };
}

describe.skipIf(!hasChromium)("axe-core finds nothing wrong", () => {
  let known: ReturnType<typeof furnished>;
  beforeAll(() => {
    if (hasChromium) known = furnished();
  });

  test("in the light and in the dark", async () => {
    const page = await open();
    const faults: string[] = [];
    const look = async (name: string) => {
      faults.push(...(await faultsInAllViews(page)).map((fault) => `${name}: ${fault}`));
    };
    const visit = async (address: string) => {
      await page.goto(address);
      await look(address);
    };
    for (const address of [
      "/nothing/here",
      "/docs/errors",
      "/docs/connect",
      "/login",
      "/login/passkey",
      "/login/code",
      ...known.links,
    ])
      await visit(address);
    await logIn(page, "nobody@acme.test");
    await page.getByRole("alert").first().waitFor();
    await look("/login with a fault");
    await enter(page.context(), known.user);
    const own = ["/account/company", known.invoice, "/billing/invoices/none", "/logout"];
    for (const address of own) await visit(address);
    const strict = person("strict");
    mustHaveSecondStep(strict);
    await enter(page.context(), strict);
    for (const address of ["/login/second-step/passkey", "/login/second-step"]) await visit(address);
    await page.getByLabel("Code from the app").fill("000000");
    await page.getByRole("button", { name: "Turn on the second step" }).click();
    await page.getByRole("alert").first().waitFor();
    await look("/login/second-step with a fault");
    const secret = ((await page.locator("code.secret").textContent()) ?? "").replaceAll(" ", "");
    await page.getByLabel("Code from the app").fill(codeAt(secret, 0));
    await page.getByRole("button", { name: "Turn on the second step" }).click();
    await page.locator(".codes code").first().waitFor();
    await look("recovery codes");
    expect(faults).toEqual([]);
    expect(findUser(server.context.db, known.user.id).email).toBe("dora@acme.test");
  });

  test("with the form of the company's directory, also after a fault", async () => {
    const company = await startServer({ host: "localhost", environment: nowhereDirectory() });
    try {
      const page = await open({ baseURL: company.url });
      await page.goto("/login");
      await page.getByLabel("User name").waitFor();
      expect(await faultsInAllViews(page)).toEqual([]);
      await page.getByLabel("User name").fill("ada");
      await page.getByLabel("Password").first().fill(PASSWORD);
      await page.getByRole("button", { name: "Log in" }).first().click();
      await page.getByRole("alert").first().waitFor();
      expect(await faultsInAllViews(page)).toEqual([]);
    } finally {
      await company.close();
    }
  });

  test("everything is reached by the keyboard, and what has the focus shows it", async () => {
    const page = await open();
    await page.goto("/login");
    const reached: string[] = [];
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      reached.push((await focused.getAttribute("name")) ?? (await focused.textContent()) ?? "");
      const outline = () =>
        focused.evaluate(
          (element) => (globalThis as unknown as Window).getComputedStyle(element).outlineStyle,
        );
      await eventually(outline, "solid");
    }
    expect(reached).toEqual([
      "Log in with your company account",
      "email",
      "password",
      "Log in",
      "Log in with a passkey",
    ]);
  });
});
