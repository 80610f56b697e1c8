/** Longer walks through the administration, of a dashboard whose own person is an administrator. */
import { expect } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { setMemberRole } from "../../src/accounts/organizations/members.ts";
import { organizationsOf } from "../../src/accounts/policies/permissions.ts";
import { insertPasskey } from "../../src/store/log-in/passkeys.ts";
import { insertTotp } from "../../src/store/log-in/totp.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { type Dashboard, settled } from "./dashboard.ts";

/** Browsers, a key, the second step, passkeys, history; and the person sees who did it. */
export async function endWhatTheyHave(dashboard: Dashboard, person: User): Promise<void> {
  const { db, clock } = dashboard.server.context;
  const keyDeps = { db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  createKey(keyDeps, person, { name: "Laptop" });
  insertTotp(db, person.id, { secret: "x".repeat(20), lastStep: 0 }, clock.now());
  insertPasskey(db, {
    ...{ id: "phone", userId: person.id, name: "Phone", publicKey: new Uint8Array(1), counter: 0 },
    ...{ transports: [], createdAt: clock.now(), lastUsedAt: null },
  });
  const member = await dashboard.page({ as: person });
  const page = await dashboard.page({ failedCalls: /400/ });
  await page.goto(`/app/admin/people/${person.id}`);
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await page.getByText("Logged in nowhere.").waitFor();
  await page.getByRole("button", { name: "Revoke Laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("1 more has ended.").waitFor();
  await page.getByRole("button", { name: "Reset second step" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset second step" }).click();
  await page.getByText("The second step is off").first().waitFor();
  // The same administrator made both, and could log in as them.
  await page.getByRole("button", { name: "Make a set-up link" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make a set-up link" }).click();
  await page
    .getByText(/come from two administrators/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Remove passkeys" }).click();
  const dialog = page.getByRole("dialog", { name: `Remove all passkeys of ${person.name}?` });
  await dialog.getByRole("button", { name: "Remove passkeys" }).click();
  await page.getByText("The passkeys are removed").first().waitFor();
  await page.getByRole("button", { name: "Remove passkeys" }).waitFor({ state: "detached" });

  await page.getByText("Erase history…").click();
  await page.getByRole("textbox", { name: `To confirm, enter ${person.email}` }).fill(person.email);
  await page.getByRole("button", { name: "Erase history" }).click();
  await page.getByText("1 dictation is erased").first().waitFor();
  await page.getByText(/^0 dictations, 1 recording\./).waitFor();
  await page.getByText("Erase history…").waitFor({ state: "detached" });

  await dashboard.logIn(member.context(), person);
  await member.goto("/app/");
  const notice = member.getByRole("region", { name: "The ways in which you log in have changed" });
  await notice.getByText(/passkey.*Maren Holt/).waitFor();
  for (const each of [page, member]) await dashboard.leave(each);
  dashboard.expectNoFaults();
}

export async function openAsEachRole(dashboard: Dashboard, person: User): Promise<void> {
  const deps = { ...dashboard.server.context, actor: TEST_ACTOR };
  const [acme] = organizationsOf(deps.db, person.id);
  const opens = {
    auditor: ["Members", "Policies", "Dictionary", "API keys", "Webhooks", "Changes"],
    billing: ["Policies", "Dictionary"],
    member: ["Policies", "Dictionary"],
  } as const;
  const page = await dashboard.page({ as: person });
  for (const role of ["auditor", "billing", "member"] as const) {
    setMemberRole(deps, acme?.organization.id ?? "", person.id, role);
    await page.goto("/app/organization");
    const tabs = page.locator(".tabs").getByRole("link");
    await eventually(() => tabs.allTextContents(), [...opens[role]]);
    for (const name of opens[role]) {
      await tabs.getByText(name, { exact: true }).click();
      await settled(page);
      const main = page.getByRole("main");
      for (const act of [/^(Invite|New key|Set a webhook|Add)$/, /^(Revoke|Remove|Rotate|New secret)/])
        expect([role, name, await main.getByRole("button", { name: act }).count()]).toEqual([role, name, 0]);
      expect([role, name, await main.getByRole("combobox").count()]).toEqual([role, name, 0]);
      // Everybody may propose words.
      const inputs =
        name === "Dictionary" ? 0 : await main.locator("input:enabled:not([type=search])").count();
      expect([role, name, inputs]).toEqual([role, name, 0]);
    }
  }
  dashboard.expectNoFaults();
  await dashboard.leave(page);
}
