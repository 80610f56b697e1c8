/** The pages while the server does not answer yet, and if it never does. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { historyOf } from "../support/history.ts";
import { settled } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const SLOW = "Slower than usual. tiro is still waiting for the server.";

/** @returns lets the requests for `addresses` continue, those held so far and those that come. */
async function hold(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** A wait of five seconds is one of a tenth. */
const HURRIED =
  "{ const { setTimeout } = window; window.setTimeout = (act, ms, ...rest) => setTimeout(act, ms / 50, ...rest); }";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("waiting", () => {
  const pages: [path: string, heading: RegExp, empty: string][] = [
    ["/app/", /Maren/, "Your dictations appear here."],
    ["/app/history", /^History$/, "Nothing here yet"],
    ["/app/keys", /^API keys$/, "No key yet"],
    ["/app/apps", /^Apps and assistants$/, "No app has access"],
    ["/app/usage", /^Usage$/, "There are no invoices yet."],
    ["/app/words", /^Words$/, "No words yet"],
    ["/app/you", /^You$/, ""],
  ];

  test.each(pages)(
    "%s has its heading and a sketch at once, then says that it is slow, then is there",
    async (path, name) => {
      const page = await dashboard.page({ script: HURRIED });
      const letGo = await hold(page, "**/v1/**");
      await page.goto(path);
      const sketch = page.getByRole("main").getByRole("status", { name: "Loading" });
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await sketch.first().waitFor();
      await sketch.getByText(SLOW).first().waitFor();
      letGo();
      await page.getByText(SLOW).first().waitFor({ state: "detached" });
      await sketch.first().waitFor({ state: "detached" });
    },
  );

  test.each([
    ["/app/", "Nora Home"],
    ["/app/dictate", "Nora Dictate"],
    ["/app/history", "Nora History"],
  ])("%s comes with the newest dictations, which wait for no call", async (path, name) => {
    const person = dashboard.addPerson(name);
    historyOf(dashboard.server, person.email).keep("Please send the minutes.");
    const page = await dashboard.page({ as: person });
    const letGo = await hold(page, "**/v1/**");
    await page.goto(path);
    await page.getByText("Please send the minutes.").first().waitFor();
    // Newer entries come with the call.
    historyOf(dashboard.server, person.email).keep("The next one.");
    letGo();
    await page.getByText("The next one.").first().waitFor();
  });

  test("a page whose code is still on the way has its heading and a sketch", async () => {
    const page = await dashboard.page({ script: HURRIED });
    await page.goto("/app/keys");
    await page.getByRole("button", { name: "New key" }).waitFor();
    const letGo = await hold(page, "**/app/assets/*.js");
    await page.getByRole("navigation").getByRole("link", { name: "Usage" }).click();
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor();
    await page.getByRole("main").getByText(SLOW).waitFor();
    await eventually(async () => (await page.title()).split(" · ")[0], "Usage");
    letGo();
    await page.getByRole("heading", { name: "Invoices" }).waitFor();
  });

  test.each(pages)(
    "where %s gets no answer, it says so, and nothing about an empty list",
    async (path, name, empty) => {
      const page = await dashboard.page({ failedCalls: /v1/ });
      await page.route("**/v1/**", (route) => route.abort());
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByRole("main").getByText("The server did not answer").first().waitFor();
      await settled(page);
      const text = await page.getByRole("main").textContent();
      expect(text).not.toContain("Nothing is being transcribed");
      if (empty !== "") expect(text).not.toContain(empty);
    },
  );

  test("as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "slow",
        path: "/app/keys",
        isWaiting: true,
        script: HURRIED,
        prepare: async (page) => {
          await hold(page, "**/v1/**");
          await page.reload();
          await page.getByText(SLOW).waitFor();
        },
      },
    ]);
  });
});
