/**
 * Names that come from elsewhere (SCIM, a table of people, pack.json) are text on every page of administration, and no formula
 * in a table that is exported.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createScimToken } from "../../src/accounts/directory/tokens.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import { type User, userByEmail } from "../../src/store/people/users.ts";
import { hasChromium } from "../support/chromium.ts";
import { TEST_ACTOR, temporaryFolder } from "../support/database.ts";
import { deletedAtTheEnd } from "../support/end-of-process.ts";
import { historyOf } from "../support/history.ts";
import { oweInvoice } from "../support/invoices.ts";
import { installPack } from "../support/packs.ts";
import { settled } from "./dashboard.ts";
import { testDashboard } from "./test-dashboard.ts";

/** A request or a script of it is a fault of the walk; a spreadsheet would ask for it, too. */
const markup = (whose: string) => `=${whose}<img src="https://evil.test/${whose}" onerror="alert(1)">`;
const [BY_SCIM, BY_TABLE, BY_PACK, COMPANY] = ["scim", "csv", "pack", "company"].map(markup) as [
  string,
  string,
  string,
  string,
];

const folder = deletedAtTheEnd(temporaryFolder());
const models = join(folder.path, "models");
installPack(models, "hostile-it", ["it"]);
const manifest = join(models, "hostile-it-1.0.0/pack.json");
const hostile = { licence: BY_PACK, description: BY_PACK, source: BY_PACK };
writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), ...hostile }));
const dashboard = await testDashboard({ environment: { TIRO_MODELS_DIR: models } });

describe.skipIf(!hasChromium)("names from elsewhere", () => {
  let company: string;
  let person: User;

  beforeAll(async () => {
    if (!hasChromium) return;
    const { server, person: administrator } = dashboard;
    const { db, clock } = server.context;
    const deps = { db, clock, actor: TEST_ACTOR };
    company = addOrganization(deps, { name: COMPANY, owner: administrator }).id;
    setServerRole(deps, administrator.id, "administrator");
    insertTotp(db, administrator.id, { secret: "x".repeat(20), lastStep: 0 }, clock.now());
    const { token } = createScimToken(deps, { name: markup("token") });
    const add = async (displayName: string) => {
      const { status } = await fetch(`${server.url}/scim/v2/Users`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/scim+json" },
        body: JSON.stringify({
          ...{ schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"] },
          ...{ userName: "scim@acme.test", displayName },
        }),
      });
      return status;
    };
    // Logs and terminals get names of one line.
    for (const name of ["two\nlines", "\u001b[2J", "a\u2028b"]) expect(await add(name)).toBe(400);
    expect(await add(BY_SCIM)).toBe(201);
    person = userByEmail(db, "scim@acme.test") as User;
    addMember(deps, company, person.id, "admin");
    historyOf(server, "scim@acme.test").keep("Words.");
    oweInvoice(server, company);
  });

  const texts = async (page: Page) => (await page.locator("main").textContent()) ?? "";
  const PAGES: [name: string, () => string, shown: () => string[]][] = [
    ["people", () => "people", () => [BY_SCIM, BY_TABLE]],
    ["a person", () => `people/${person.id}`, () => [BY_SCIM, COMPANY]],
    ["organizations", () => "organizations", () => [COMPANY]],
    ["an organization", () => `organizations/${company}`, () => [COMPANY, BY_SCIM]],
    ["the directory", () => "directory", () => [markup("token")]],
    ["packs", () => "packs", () => [BY_PACK]],
    ["invoices", () => "invoices", () => []],
    ["recognition", () => "recognition", () => []],
    ["requests", () => "server", () => []],
    ["the audit log", () => "audit", () => [BY_SCIM, BY_TABLE, COMPANY]],
    ["members", () => "../organization", () => [COMPANY, BY_SCIM]],
    ["changes", () => "../organization?tab=changes", () => [BY_SCIM]],
  ];

  test("are text on every page", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/people");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const quoted = `"${BY_TABLE.replaceAll('"', '""')}"`;
    await page.getByLabel("CSV file").setInputFiles({
      ...{ name: "people.csv", mimeType: "text/csv" },
      buffer: Buffer.from(`email,name,organization\ncsv@acme.test,${quoted},\n`),
    });
    await page.getByRole("cell", { name: "Is added" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Imported: 1 new").first().waitFor();

    for (const [name, path, shown] of PAGES) {
      await page.goto(new URL(path(), `${dashboard.url}/app/admin/`).pathname + search(path()));
      await settled(page);
      const text = await texts(page);
      const missing = shown().filter((each) => !text.includes(each));
      expect([name, missing, await page.locator("main img").count()]).toEqual([name, [], 0]);
    }
  });

  test("are no formulas in exported tables", async () => {
    const page = await dashboard.page();
    await page.goto("/app/admin/people");
    const tables = [
      `/v1/administration/organizations/${company}/usage?format=csv`,
      "/v1/administration/invoices?format=csv",
      "/v1/administration/audit/export?format=csv",
    ];
    let all = "";
    for (const address of tables) {
      const answer = await page.request.get(address);
      expect([address, answer.status()]).toEqual([address, 200]);
      all += await answer.text();
    }
    // Each name has an apostrophe before it, which makes it a text.
    expect(all).toContain(`'=scim<img`);
    expect(/(^|,)"?=/m.test(all)).toBe(false);
  });
});

function search(path: string): string {
  const [, query] = path.split("?");
  return query === undefined ? "" : `?${query}`;
}
