/** Recognition in the browser: what waits and what works on it, live; a job is cancelled, the recognizer is checked. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { newId } from "../../src/lib/ids.ts";
import { clusterWorker, putClusterWorker } from "../../src/store/cluster/workers.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { modelChoices } from "../../src/store/recognition/model-choices.ts";
import { insertJob, jobById } from "../../src/store/transcription/jobs.ts";
import { stallingMirror } from "../packs/stalling-mirror.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR, temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { installPack, uninstallPack } from "../support/packs.ts";
import { seenCluster, WORKERS, workerView } from "../support/workers.ts";
import { testDashboard } from "./test-dashboard.ts";

const SPEECH = join(import.meta.dir, "../audio/synth_01_slt.wav");
const { seen, cluster } = seenCluster(WORKERS);
const folder = temporaryFolder();
const models = join(folder.path, "models");
installPack(models, "own-da", ["da"], { broken: true });
const mirror = stallingMirror(() => 1);
const dashboard = await testDashboard({
  environment: {
    TIRO_MODELS_DIR: models,
    TIRO_MODELS_PACK: "starter-en",
    TIRO_MODELS_INSTALL_FROM: `https://127.0.0.1:9/,${mirror.url}`,
  },
  overrides: { cluster },
});
afterAll(async () => {
  await mirror.stop();
  folder[Symbol.dispose]();
});

describe.skipIf(!hasChromium)("recognition", () => {
  beforeAll(async () => {
    if (!hasChromium) return;
    const { context } = dashboard.server;
    await setAside("da");
    setServerRole({ ...context, actor: TEST_ACTOR }, dashboard.person.id, "administrator");
    const secret = { secret: "x".repeat(20), lastStep: 0 };
    insertTotp(context.db, dashboard.person.id, secret, context.clock.now());
    // Nobody takes the jobs up: the test alone changes them.
    await context.transcription.close();
    await context.engine.ready();
  });

  /** Its only pack cannot be loaded. */
  async function setAside(language: string): Promise<void> {
    const form = new FormData();
    form.set("model", "speech-v1.5");
    form.set("language", language);
    form.set("file", new File([readFileSync(SPEECH)], "speech.wav"));
    const { status } = await dashboard.server.call("/audio/transcriptions", { method: "POST", body: form });
    expect(status).toBe(503);
  }

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

  test("a pack that was set aside is put right and tried again", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/recognition");
    const aside = page.getByRole("row", { name: /^own-da@1\.0\.0/ });
    await aside.waitFor();
    uninstallPack(models, "own-da");
    installPack(models, "own-da", ["da"]);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The packs load the next time they are needed").first().waitFor();
    await aside.waitFor({ state: "detached" });
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

    await page.getByLabel("From", { exact: true }).selectOption(mirror.url);
    await page.getByRole("button", { name: "Install parakeet-tdt-0.6b-v3" }).click();
    await eventually(() => mirror.begins.length, 1);
    await page.getByRole("button", { name: /^Cancel: parakeet-tdt-0.6b-v3/ }).click();
    await page.getByText("The downloaded part is kept: the next try resumes there.").first().waitFor();
  });
});
