/** Keys of a person: made in the browser, shown once, used by a program, revoked. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE, settled, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("keys", () => {
  test("make one, call the API with it, revoke it", async () => {
    const page = await dashboard.page();
    await page.goto("/app/keys");
    await page.getByText("No key yet").waitFor();
    const key = await makeKey(page, "Build server");
    const headers = { Authorization: `Bearer ${key}` };
    const url = `${dashboard.server.url}/v1/me`;
    expect((await fetch(url, { headers })).status).toBe(200);
    await page.locator(".code-block code", { hasText: key }).waitFor();

    await page.getByRole("button", { name: "I have stored it" }).click();
    const isTold = async () => (await page.content()).includes(key);
    await eventually(isTold, false);
    await page.reload();
    await page.getByRole("cell", { name: `…${key.slice(-4)}` }).waitFor();
    await settled(page);
    expect(await isTold()).toBe(false);

    await page.getByRole("button", { name: "Revoke Build server" }).click();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("“Build server” is revoked").first().waitFor();
    expect((await fetch(url, { headers })).status).toBe(401);
    await page.locator("summary").click();
    await page.getByRole("cell", { name: /^Revoked, / }).waitFor();
  });

  test("what a key lacks is said at its field, and nothing is made", async () => {
    const page = await dashboard.page({ failedCalls: /400/ });
    await page.goto("/app/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Ends after").selectOption("1 year");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.locator("[aria-invalid][name=name]").waitFor();
    const focused = () =>
      page.evaluate<string>("document.activeElement.name || document.activeElement.textContent.trim()");
    await eventually(focused, "name");
    expect(await page.getByLabel("Ends after").inputValue()).toBe("365");
    await page.keyboard.press("Escape");
    await eventually(focused, "New key");
  });

  test("a fault that the app knows is said in the person's language, any other as the API says it", async () => {
    const page = await dashboard.page({ locale: "de-DE", failedCalls: /400|409/ });
    let code = "account_disabled";
    await page.route("**/v1/keys", (route) => {
      const error = { code, message: "said by the API", param: "name" };
      return route.request().method() === "POST"
        ? route.fulfill({ status: 409, contentType: "application/json", body: JSON.stringify({ error }) })
        : route.continue();
    });
    await page.goto("/app/keys");
    await page.getByRole("button", { name: "Neuer Schlüssel" }).click();
    await page.getByRole("button", { name: "Schlüssel anlegen" }).click();
    const atField = page.locator(".fault");
    await atField.getByText("Dieses Konto ist gesperrt.").waitFor();
    code = "invalid_request";
    await page.getByRole("button", { name: "Schlüssel anlegen" }).click();
    await atField.getByText("said by the API").waitFor();
  });

  test("every state, as everybody must be able to see it", async () => {
    const page = await dashboard.page();
    await page.goto("/app/keys");
    await makeKey(page, "A laptop with a rather long name, so that it has to be broken somewhere");
    const open = (page: Page) => page.getByRole("button", { name: "New key" }).click();
    await dashboard.walk([
      { name: "keys", path: "/app/keys", prepare: (page) => page.getByRole("table").first().waitFor() },
      { name: "the form", path: "/app/keys", prepare: open },
      {
        name: "the question before revoking",
        path: "/app/keys",
        prepare: (page) => page.getByRole("button", { name: /^Revoke / }).click(),
      },
    ]);
  });

  test("by the keyboard alone, on a phone and in German", async () => {
    const page = await dashboard.page({ width: PHONE, locale: "de-DE" });
    await page.goto("/app/keys");
    await page.getByRole("heading", { name: "API-Schlüssel" }).waitFor();
    await page.getByRole("button", { name: /widerrufen/ }).waitFor();
    expect(await walkByKeyboard(page)).toContain("Neuer Schlüssel");
  });
});

/** @returns the key, as it is shown this once. */
async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.locator(".secret code").textContent();
  return key ?? "";
}
