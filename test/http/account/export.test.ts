/** A person saves everything that is kept of their words: they alone, and only if it may be kept. */
import { expect, test } from "bun:test";
import { addOrganization, setPolicy } from "../../../src/accounts/organizations/organizations.ts";
import { limits } from "../../../src/config/limits.ts";
import { historyOf } from "../../support/history.ts";
import { testPeople } from "../../support/test-servers.ts";

const people = await testPeople();

test("one's own words, in as many blocks as they take, and a line in the audit log", async () => {
  const [ada, bo] = [people.add("Ada"), people.add("Bo")];
  const long = "Quaggahorn ".repeat(Math.ceil(limits.exportBlockChars / 10));
  for (const text of ["first", long, "last"]) historyOf(people.server, ada.email).keep(text);
  historyOf(people.server, bo.email).keep("of somebody else");
  const answer = await people.browserOf(ada).send("/v1/me/export", {});
  expect(answer.headers.get("content-disposition")).toContain("tiro.json");
  const saved = JSON.parse(answer.text);
  expect(saved.user.id).toBe(ada.id);
  expect(saved.sessions.map(({ final_text: text }: { final_text: string }) => text)).toEqual([
    ...["first", long, "last"],
  ]);
  const line = people.deps.db.prepare("SELECT actor FROM audit_log WHERE action = 'user.data_exported'");
  expect(line.pluck().all()).toEqual([ada.id]);

  const { id } = addOrganization(people.deps, { name: "Quiet", owner: ada });
  setPolicy(people.deps, id, { zeroRetention: true });
  expect((await people.browserOf(ada).send("/v1/me/export", {})).status).toBe(403);
});
