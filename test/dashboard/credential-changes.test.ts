/** The app shows people changes of their ways to log in. */
import { beforeAll, describe, expect, test } from "bun:test";
import { recordAudit } from "../../src/accounts/audit/audit-log.ts";
import { inTransaction } from "../../src/store/db.ts";
import type { User } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE, settled } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

const dashboard = await testDashboard();

describe.skipIf(!hasChromium)("changes of the log-in", () => {
  let ada: User;

  beforeAll(async () => {
    if (!hasChromium) return;
    ada = dashboard.addPerson("Ada Changed");
    change("user.password_changed", "203.0.113.9");
    change("user.second_step_disabled", null);
  });

  function change(action: "user.password_changed" | "user.second_step_disabled", address: string | null) {
    const { db, clock } = dashboard.server.context;
    const actor = { ...TEST_ACTOR, address };
    inTransaction(db, () => recordAudit({ db, clock, actor }, action, ada.id));
  }

  test("stand above every page, and can be seen by everybody", async () => {
    await dashboard.walk([
      {
        name: "changed log-in",
        path: "/app/",
        as: ada,
        prepare: (page) => page.getByText("Your second step was turned off").waitFor(),
      },
    ]);
  });

  test("are told until the person says that they know, and new ones again", async () => {
    const page = await dashboard.page({ as: ada, width: PHONE });
    await page.goto("/app/words");
    const notice = page.getByRole("region", { name: "The ways in which you log in have changed" });
    await notice.getByText("from the address 203.0.113.9").waitFor();
    await eventually(() => notice.getByRole("listitem").count(), 2);
    await notice.getByRole("button", { name: "I know about this" }).click();
    await notice.waitFor({ state: "detached" });
    await page.goto("/app/");
    await settled(page);
    expect(await notice.count()).toBe(0);
    change("user.password_changed", "203.0.113.10");
    await page.goto("/app/");
    await notice.getByText("203.0.113.10").waitFor();
    await eventually(() => notice.getByRole("listitem").count(), 1);
  });

  test("are nobody else's", async () => {
    const page = await dashboard.page({ as: dashboard.addPerson("Bob Same") });
    await page.goto("/app/");
    await settled(page);
    expect(await page.getByText("have changed").count()).toBe(0);
  });
});
