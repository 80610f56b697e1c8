/** Password, second step and passkeys in the app. */
import { describe, expect, test } from "bun:test";
import { generateSync } from "otplib";
import type { Page } from "playwright-core";
import { limits } from "../../src/config/limits.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import { passkeysOf } from "../../src/store/log-in/passkeys.ts";
import { hasTotp } from "../../src/store/log-in/totp.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const PASSWORD = "correct horse battery";
const OTHER = "another horse battery";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("ways to log in", () => {
  let people = 0;

  const newPerson = () =>
    dashboard.addPerson(`Wanda Inn ${["One", "Two", "Three", "Four", "Five", "Six"][people++]}`);
  const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const db = () => dashboard.server.context.db;

  test("a password is changed, with what is wrong said at its field", async () => {
    const person = newPerson();
    const { clock, passwords } = dashboard.server.context;
    upsertPassword(db(), person.id, await passwords.hash(PASSWORD), clock.now());
    const page = await dashboard.page({ as: person, failedCalls: /me\/password|draft-key|events/ });
    await page.goto("/app/you");
    await page.getByRole("link", { name: "Change: Password" }).click();
    const submit = page.getByRole("button", { name: "Change your password" });
    const fill = async (current: string, password: string, again: string) => {
      await page.getByLabel("Current password").fill(current);
      await page.getByLabel("New password", { exact: true }).fill(password);
      await page.getByLabel("Repeat the new password").fill(again);
      await submit.click();
    };
    await fill(PASSWORD, OTHER, `${OTHER}s`);
    await says(page, "The two passwords are not the same.");
    await fill("wrong horse battery", OTHER, OTHER);
    await says(page, "This is not your current password.");
    await fill(PASSWORD, OTHER, OTHER);
    await says(page, "Your password is changed");
    await page.waitForURL("**/app/you");
    // The page continues in its new session.
    await page.getByLabel("Your name").fill("Wanda Inn");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Wanda Inn" }).waitFor();
  });

  /** @returns the secret. */
  const turnOn = async (page: Page) => {
    await page.goto("/app/you/second-step");
    const secret = ((await page.locator("li code").first().textContent()) ?? "").replaceAll(" ", "");
    await page.getByRole("img", { name: "QR code" }).waitFor();
    await page.getByLabel("Code from the app").fill(generateSync({ secret }));
    await page.getByRole("button", { name: "Turn on the second step" }).click();
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    return secret;
  };

  test("a second step is turned on, its codes are not left behind unnoticed, and it is turned off", async () => {
    const person = newPerson();
    const page = await dashboard.page({ as: person, failedCalls: /turn-off/ });
    await turnOn(page);
    const codes = await page.locator(".codes code").allInnerTexts();
    expect(codes).toHaveLength(limits.recoveryCodes);
    await page.getByRole("link", { name: "History" }).first().click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "I have saved them" }).click();
    await says(page, `Recovery codes left: ${limits.recoveryCodes}`);
    const off = page.getByRole("button", { name: "Turn off", exact: true });
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await off.click();
    await says(page, "The code is wrong or was already used.");
    await page.getByLabel("Code", { exact: true }).fill(codes[0] ?? "");
    await off.click();
    await says(page, "The second step is off");
    await page.getByRole("img", { name: "QR code" }).waitFor();
    expect(hasTotp(db(), person.id)).toBe(false);
  });

  test("what needs a fresh log-in asks for it, and goes on", async () => {
    const person = newPerson();
    const page = await dashboard.page({ as: person, failedCalls: /second-step/ });
    await dashboard.logIn(page.context(), person, limits.freshLogInMs);
    await page.goto("/app/you/second-step");
    await page.getByRole("heading", { name: "Show that it is you" }).waitFor();
    await dashboard.logIn(page.context(), person);
    await page.getByRole("button", { name: "I have logged in" }).click();
    await page.getByRole("img", { name: "QR code" }).waitFor();
  });

  const withDevice = async (as: User) => {
    const page = await dashboard.page({ as });
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    await session.send("WebAuthn.addVirtualAuthenticator", { options });
    await page.goto("/app/you/passkeys");
    return page;
  };

  test("a passkey is made, not made twice, and removed", async () => {
    const person = newPerson();
    const page = await withDevice(person);
    const make = async (name: string) => {
      await page.getByLabel("Name").fill(name);
      await page.getByRole("button", { name: "Create passkey" }).click();
    };
    await make("My laptop");
    await page.getByRole("listitem").filter({ hasText: "My laptop" }).getByText("never used").waitFor();
    expect(passkeysOf(db(), person.id)).toHaveLength(1);
    await make("Again");
    await says(page, "This device has a passkey of yours already.");
    await page.getByRole("button", { name: "Remove My laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await says(page, "You have none yet.");
    await eventually(() => passkeysOf(db(), person.id).length, 0);
  });

  test("every state, as everybody must be able to see it", async () => {
    const [off, on] = [newPerson(), newPerson()];
    const page = await dashboard.page({ as: on });
    await turnOn(page);
    await dashboard.leave(page);
    await dashboard.walk([
      { name: "password", path: "/app/you/password", as: off },
      {
        name: "second step off",
        path: "/app/you/second-step",
        as: off,
        prepare: (page) => page.getByRole("img", { name: "QR code" }).waitFor(),
      },
      { name: "second step on", path: "/app/you/second-step", as: on },
      { name: "passkeys", path: "/app/you/passkeys", as: off },
    ]);
  });

  test("by the keyboard alone, on a phone and in German", async () => {
    const page = await dashboard.page({ as: newPerson(), width: PHONE, locale: "de-DE" });
    await page.goto("/app/you/password");
    expect(await walkByKeyboard(page)).toContain("Passwort ändern");
  });
});
