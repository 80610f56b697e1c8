/** The first page: what was done last, what waits and why. */
import { beforeAll, describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { setUserPrivacyMode } from "../../src/accounts/people/users.ts";
import { type User, updateUser } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { historyOf } from "../support/history.ts";
import { settled, walkByKeyboard } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("home", () => {
  let newcomer: User;
  beforeAll(async () => {
    if (!hasChromium) return;
    const { server, person } = dashboard;
    await server.context.engine.ready();
    const { db, clock, config } = server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    newcomer = dashboard.addPerson("Nils Berg");
    historyOf(server, person.email).keep("The committee agreed to extend the facility by twelve months.");
    const keys = { ...deps, keyPrefixes: config.auth.key_prefixes };
    const { key } = createKey(keys, person, { name: "Laptop", expiresInDays: 5 });
    updateUser(db, { ...person, administrator: true });
    const form = new FormData();
    form.set("file", Bun.file(new URL("../audio/synth_01_slt.wav", import.meta.url).pathname), "talk.wav");
    form.set("model", "speech-v1.5");
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await server.call("/audio/transcription-jobs", {
      method: "POST",
      headers,
      body: form,
    });
    expect(status).toBe(202);
  });

  test("every state, as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "with something of everything",
        path: "/app/",
        prepare: (page) => page.getByText("Everything works").waitFor(),
      },
      {
        name: "where there is nothing yet",
        path: "/app/",
        as: newcomer,
        prepare: (page) => page.getByText("Your dictations appear here.").waitFor(),
      },
      {
        name: "where the server does not answer",
        path: "/app/",
        as: newcomer,
        failedCalls: /v1\/(sessions|audio)/,
        prepare: async (page) => {
          await page.route("**/v1/{sessions,audio}**", (route) => route.abort());
          await page.route("**/v1/audio/**", (route) => route.abort());
          await page.reload();
          await page.getByText("The server did not answer").first().waitFor();
        },
      },
    ]);
  });

  test("shows what was dictated, what waits and why, and the server's health to those who run it", async () => {
    const page = await dashboard.page();
    await page.goto("/app/");
    await page.getByText("The committee agreed to extend the facility").waitFor();
    await page.getByRole("link", { name: "Renew the key “Laptop”" }).waitFor();
    await page.getByText("Everything works").waitFor();
    await page.getByText("for trials only; most voices are heard badly").waitFor();
    await page.getByRole("link", { name: "tiro models install parakeet-tdt-0.6b-v3" }).waitFor();
    await page.getByText(/^Recording of/).waitFor();
    await page.getByRole("link", { name: "The committee agreed to extend the facility" }).click();
    await page.getByRole("dialog").getByText("The committee agreed to extend the facility").first().waitFor();
    const other = await dashboard.page({ as: newcomer });
    await other.goto("/app/");
    await other.getByText("Your dictations appear here.").waitFor();
    await settled(other);
    expect(await other.getByText("Everything works").count()).toBe(0);
    expect(await other.getByText("tiro models install").count()).toBe(0);
    expect(await other.getByText("The committee").count()).toBe(0);
  });

  test("says why nothing is kept, in German", async () => {
    const { db, clock } = dashboard.server.context;
    const quiet = dashboard.addPerson("Ida Frey");
    setUserPrivacyMode({ db, clock, actor: TEST_ACTOR }, quiet.id, true);
    const page = await dashboard.page({ as: quiet, locale: "de-CH" });
    await page.goto("/app/");
    await page.getByText("Der Privatmodus ist an").waitFor();
  });

  test("a failed call is tried again by its button", async () => {
    const page = await dashboard.page({ failedCalls: /v1\/sessions/ });
    await page.route("**/v1/sessions**", (route) => route.abort());
    await page.goto("/app/");
    const retry = page.getByRole("button", { name: "Try again" });
    await retry.waitFor();
    await page.unroute("**/v1/sessions**");
    await retry.click();
    await page.getByText("The committee agreed").waitFor();
    await retry.waitFor({ state: "detached" });
  });

  test("everything by the keyboard", async () => {
    const page = await dashboard.page();
    await page.goto("/app/");
    await page.getByText("Everything works").waitFor();
    await page.getByRole("link", { name: "Renew the key “Laptop”" }).waitFor();
    expect(await walkByKeyboard(page)).toContain("How to connect");
  });
});
