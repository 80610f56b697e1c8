/** The guide of a new installation: it follows what there is, and ends where an administrator says so. */
import { expect, test } from "bun:test";
import { verifyAudit } from "../../../src/accounts/audit/audit-log.ts";
import { makeSetupLink } from "../../../src/accounts/onboarding/setup-links.ts";
import { setServerRole } from "../../../src/accounts/people/server-roles.ts";
import { addUser } from "../../../src/accounts/people/users.ts";
import { insertTotp } from "../../../src/store/log-in/totp.ts";
import { beginFirstRun } from "../../../src/store/onboarding/first-run.ts";
import { csrfOf, PASSWORD } from "../../support/people.ts";
import type { Json } from "../../support/server.ts";
import { testPeople } from "../../support/test-servers.ts";
import { Administrators } from "./administrators.ts";

const people = await testPeople();

test("the administrator is led from the set-up link on, by what there is", async () => {
  const { server, deps } = people;
  const ida = addUser(deps, { email: "ida@acme.test", name: "Ida" });
  setServerRole(deps, ida.id, "administrator");
  beginFirstRun(deps.db, people.clock.now());
  const { url } = makeSetupLink(deps, ida, server.url);
  const browser = people.visitor();
  const form = { email: "ida@acme.test", name: "Ida", password: PASSWORD, password_again: PASSWORD };
  const done = await browser.submit(new URL(url).pathname, form);
  expect(done.text).toContain('href="/app/welcome"');

  const ask = async (method = "GET", path = ""): Promise<[number, Json]> => {
    const headers = { "x-csrf-token": await csrfOf(browser), Origin: server.url };
    const { status, text } = await browser.send(`/v1/administration/first-run${path}`, { method, headers });
    return [status, JSON.parse(text)];
  };
  const doneSteps = ({ steps }: Json) => steps.filter(({ done }: Json) => done).map(({ name }: Json) => name);
  const [status, begun] = await ask();
  expect([status, begun.open, doneSteps(begun)]).toEqual([200, true, ["password", "person"]]);
  expect(begun.steps.map(({ name }: Json) => name)).toEqual([
    ...["password", "second_step", "site", "tls", "pack", "dictation", "person"],
  ]);

  const [refused, { error }] = await ask("POST", "/end");
  expect([refused, error.code]).toEqual([403, "second_step_required"]);
  insertTotp(deps.db, ida.id, { secret: "x".repeat(20), lastStep: 0 }, people.clock.now());
  expect(doneSteps((await ask())[1])).toEqual(["password", "second_step", "person"]);

  const [, ended] = await ask("POST", "/end");
  expect(ended.open).toBe(false);
  await ask("POST", "/end");
  const staff = new Administrators(people);
  const [, { data }] = await staff.auditor("GET", "/audit?action=first_run.ended");
  expect(data).toMatchObject([{ actor_name: "Ida" }]);
  expect(verifyAudit(deps.db).intact).toBe(true);
});
