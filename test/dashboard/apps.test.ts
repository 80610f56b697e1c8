/** Apps that a person let in: listed by app, taken back one by one or all. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { App, bearer, PUBLIC_CLIENT } from "../support/oauth.ts";
import { PHONE, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("apps", () => {
  /** @returns the header of the app's token. */
  async function letIn(person: User, name: string): Promise<Record<string, string>> {
    const app = await App.register(dashboard.server, { ...PUBLIC_CLIENT, client_name: name });
    const resource = `${dashboard.server.url}/v1`;
    const { access_token } = await app.tokens(person, { scope: "read write", resource });
    return bearer(access_token);
  }
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${dashboard.server.url}/v1/me`, { headers })).status;

  test("one is taken back: its token ends, others go on; then all", async () => {
    const person = dashboard.addPerson("Ada Okafor");
    const [first, second, other] = [
      await letIn(person, "Scribe"),
      await letIn(person, "Scribe"),
      await letIn(person, "<b>Claude</b>"),
    ];
    const page = await dashboard.page({ as: person });
    await page.goto("/app/apps");
    await page.getByRole("heading", { name: "“Scribe”" }).waitFor();
    await eventually(
      () => page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents(),
      ["“<b>Claude</b>”", "“Scribe”", "Connect an assistant"],
    );
    await page
      .getByRole("button", { name: /^Take back the access of “Scribe”/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Take back", exact: true }).click();
    await page.getByText("“Scribe” has no access any more").first().waitFor();
    expect([await statusWith(first), await statusWith(second), await statusWith(other)].sort()).toEqual([
      200, 200, 401,
    ]);
    await page.getByRole("button", { name: "Take all back" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Take all back" }).click();
    await page.getByText("No app has access", { exact: true }).waitFor();
    expect([await statusWith(first), await statusWith(second), await statusWith(other)]).toEqual([
      401, 401, 401,
    ]);
  });

  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([{ name: "no app", path: "/app/apps", prepare: ready }]);
    await letIn(dashboard.person, "An assistant with a name that goes on and on and on and on and on and on");
    await letIn(dashboard.person, "Claude");
    await dashboard.walk([{ name: "apps", path: "/app/apps", prepare: ready }]);
  });

  test("by the keyboard alone, on a phone and in Spanish", async () => {
    const page = await dashboard.page({ width: PHONE, locale: "es-ES" });
    await page.goto("/app/apps");
    await ready(page);
    expect(await walkByKeyboard(page)).toContain("Copiar");
  });
});

/** The list is there, or that there is none. */
async function ready(page: Page): Promise<void> {
  await page.locator(".ledger, .empty").first().waitFor();
}
