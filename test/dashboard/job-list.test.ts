/** Every recording can be reached, however many there are. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { newId } from "../../src/lib/ids.ts";
import { HOUR_MS } from "../../src/lib/units.ts";
import { insertJob, setJobEnded } from "../../src/store/transcription/jobs.ts";
import { hasChromium } from "../support/chromium.ts";
import { until } from "../support/transcription.ts";
import { testDashboard } from "./test-dashboard.ts";

const COUNT = 60;
/** Three a day, of which the list keeps the last weeks. */
const STEP_MS = 8 * HOUR_MS;

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("the list of recordings", () => {
  let newest = 0;
  /** The newest first. */
  const ids: string[] = [];
  beforeAll(async () => {
    if (!hasChromium) return;
    const { db, clock } = dashboard.server.context;
    const { id: accountId } = dashboard.person;
    newest = clock.now();
    for (let count = 0; count < COUNT; count++) {
      const [id, at] = [newId("req"), newest - count * STEP_MS];
      const upload = { spoolName: null, spoolSha256: null, spoolBytes: 1, attempts: 0 };
      insertJob(db, { id, accountId, keyId: "key_of_test", parameters: "{}", ...upload, createdAt: at });
      const error = count === 40 ? { code: "invalid_audio", message: "" } : null;
      setJobEnded(db, id, error === null ? "cancelled" : "failed", error, at);
      ids.push(id);
    }
  });

  /** Which of them are shown, once it is so many. */
  const shown = async (page: Page, count: number) => {
    const lines = page.getByRole("main").locator("a[href^='/app/recordings/jobs/req_']");
    await until(async () => (await lines.count()) === count);
    const addresses = await Promise.all((await lines.all()).map((line) => line.getAttribute("href")));
    return addresses.map((address) => ids.indexOf(address?.split("/").at(-1) ?? ""));
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

  test("goes on to the oldest one", async () => {
    const page = await dashboard.page();
    await page.goto("/app/recordings/jobs");
    expect(await shown(page, 25)).toEqual(upTo(25));
    const more = page.getByRole("button", { name: "Show more" });
    await more.click();
    expect(await shown(page, 50)).toEqual(upTo(50));
    await more.click();
    expect(await shown(page, COUNT)).toEqual(upTo(COUNT));
    await more.waitFor({ state: "detached" });
  });

  test("finds those of a day and in a state", async () => {
    const page = await dashboard.page({ timezoneId: "UTC" });
    await page.goto("/app/recordings/jobs");
    await page.getByRole("combobox", { name: "State" }).selectOption({ label: "Failed" });
    expect(await shown(page, 1)).toEqual([40]);
    await page.getByRole("combobox", { name: "State" }).selectOption({ label: "All states" });
    const dayOf = (index: number) => new Date(newest - index * STEP_MS).toISOString().slice(0, 10);
    await page.getByLabel("Day", { exact: true }).fill(dayOf(45));
    const ofThatDay = upTo(COUNT).filter((index) => dayOf(index) === dayOf(45));
    expect(await shown(page, 3)).toEqual(ofThatDay);
    await page.getByRole("combobox", { name: "State" }).selectOption({ label: "Failed" });
    await page.getByText("No recording of that day and state.").waitFor();
  });

  test("as everybody must be able to see it", async () => {
    await dashboard.walk([
      {
        name: "many recordings",
        path: "/app/recordings/jobs",
        prepare: (page) => page.getByRole("button", { name: "Show more" }).waitFor(),
      },
    ]);
  });
});
