/** Recognition in the browser: what waits and what works on it, live; a job is cancelled, the recognizer is checked. */
import { beforeAll, describe, expect, test } from "bun:test";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { newId } from "../../src/lib/ids.ts";
import { clusterWorker, putClusterWorker } from "../../src/store/cluster/workers.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { modelChoices } from "../../src/store/recognition/model-choices.ts";
import { insertJob, jobById } from "../../src/store/transcription/jobs.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { seenCluster, WORKERS, workerView } from "../support/workers.ts";
import { testDashboard } from "./test-dashboard.ts";

const { seen, cluster } = seenCluster(WORKERS);
const dashboard = await testDashboard({
  environment: { TIRO_MODELS_INSTALL_FROM: "https://127.0.0.1:9/" },
  overrides: { cluster },
});

describe.skipIf(!hasChromium)("recognition", () => {
  beforeAll(async () => {
    if (!hasChromium) return;
    const { context } = dashboard.server;
    setServerRole({ ...context, actor: TEST_ACTOR }, dashboard.person.id, "administrator");
    const secret = { secret: "x".repeat(20), lastStep: 0 };
    insertTotp(context.db, dashboard.person.id, secret, context.clock.now());
    // Nobody takes the jobs up: the test alone changes them.
    await context.transcription.close();
    await context.engine.ready();
  });

  function addJob(): string {
    const { db, clock } = dashboard.server.context;
    const id = newId("req");
    insertJob(db, {
      ...{ id, accountId: dashboard.person.id, keyId: "browser", attempts: 0, createdAt: clock.now() },
      ...{ parameters: "{}", spoolName: null, spoolSha256: null, spoolBytes: 0 },
    });
    return id;
  }

  test("as everybody must be able to see it", async () => {
    const id = addJob();
    const prepare = (page: import("playwright-core").Page) => page.getByText(id).waitFor();
    await dashboard.walk([
      { name: "recognition", path: "/app/admin/recognition", prepare },
      {
        name: "workers",
        path: "/app/admin/workers",
        prepare: (page) => page.getByText("NVIDIA L4").first().waitFor(),
      },
      {
        name: "packs",
        path: "/app/admin/packs",
        prepare: (page) =>
          page
            .getByRole("row", { name: /whisper/ })
            .first()
            .waitFor(),
      },
    ]);
  });

  test("a job that came appears, is cancelled, and the recognizer is checked", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/recognition");
    await page.getByRole("heading", { name: "Recognizers" }).waitFor();
    const id = addJob();
    await page.getByRole("button", { name: `Cancel: ${id}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).last().click();
    await page.getByText("The job is cancelled").first().waitFor();
    expect(jobById(dashboard.server.context.db, id)?.status).toBe("cancelled");
    await eventually(() => page.getByText(id).count(), 0);
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("Everything works.").waitFor();
    dashboard.expectNoFaults();
  });

  test("a worker is drained once somebody is sure, and what becomes of it appears", async () => {
    const { db } = dashboard.server.context;
    const times = { certificateEndsAt: 0, addedAt: 0, rotatedAt: null, revokedAt: null, drainingSince: null };
    putClusterWorker(db, { name: "cellar-1", nkey: "U", sealingKey: "key", ...times });
    seen.views = [workerView("cellar-1"), workerView("cellar-2")];
    const page = await dashboard.page();
    await page.goto("/app/admin/workers");
    await page.getByText("All 2 workers are ready.").waitFor();
    await page.getByRole("button", { name: "Drain: cellar-1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Drain", exact: true }).click();
    await page.getByText("cellar-1 takes no more work").first().waitFor();
    expect(clusterWorker(db, "cellar-1")?.drainingSince).not.toBeNull();
    seen.views = [workerView("cellar-1", { state: "draining", streams: 0 }), workerView("cellar-2")];
    await page.getByText("You can switch it off.").waitFor();
    await page.getByRole("button", { name: "Resume: cellar-1" }).click();
    await page.getByText("cellar-1 takes work again").first().waitFor();
    expect(clusterWorker(db, "cellar-1")?.drainingSince).toBeNull();
    dashboard.expectNoFaults();
  });

  test("the pack for a language is chosen, and left to tiro again", async () => {
    const { db } = dashboard.server.context;
    const page = await dashboard.page();
    await page.goto("/app/admin/packs");
    const choice = page.getByRole("combobox", { name: "Pack for English" });
    await choice.selectOption("starter-en");
    await page.getByText("English: the choice applies").first().waitFor();
    expect(modelChoices(db)).toEqual({ en: ["starter-en"] });
    await page
      .getByRole("row", { name: /^English starter-en@\S+ An administrator/ })
      .first()
      .waitFor();
    await choice.selectOption("");
    await eventually(() => modelChoices(db), {});
    dashboard.expectNoFaults();
  });

  test("packs are searched, installed from the mirror that is set, verified, and those that tiro carries stay", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/packs");
    await page.getByRole("searchbox", { name: "Language or name" }).fill("parakeet");
    const offer = page.getByRole("button", { name: "Install parakeet-tdt-0.6b-v2" });
    await offer.waitFor();
    await offer.click();
    // Nothing listens there.
    await page.getByText("The model pack could not be fetched.").waitFor();
    expect(await page.getByRole("button", { name: /^Remove: starter-en/ }).count()).toBe(0);
    await page.getByRole("button", { name: /^Verify: starter-en@/ }).click();
    await page.getByText("The files are compared with their checksums").first().waitFor();
    dashboard.expectNoFaults();
  });
});
