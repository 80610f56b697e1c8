/** An invitation whose address has an account: its person logs in and agrees; until then nobody acts for them. */

import { describe, expect, test } from "bun:test";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { inviteMember } from "../../src/accounts/onboarding/invitations.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { membersOf } from "../../src/store/organizations/members.ts";
import type { User } from "../../src/store/people/users.ts";
import type { Json } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";

let organizations = 0;

const people = await testPeople();

/** Somebody with an account, who is invited to an organization of somebody else. */
function invited() {
  const { deps, server } = people;
  const [owner, ada] = [people.add("Owner"), people.add("Ada")];
  const acme = addOrganization(deps, { name: `Acme & Söhne ${++organizations}`, owner });
  const { url } = inviteMember(deps, acme.id, { email: ada.email, role: "member" }, "");
  const { key } = createKey({ ...deps, keyPrefixes: ["tiro_"] }, acme, { name: "k" });
  return {
    ada,
    acme,
    link: url,
    joinPage: `${url}/join`,
    isMember: () => membersOf(deps.db, acme.id).some(({ userId }) => userId === ada.id),
    actsAs: async ({ id }: User) => {
      const headers = { authorization: `Bearer ${key}`, "Service-User": id };
      const answer = await server.call("/me", { headers });
      return answer.status === 200 ? "acts" : ((await answer.json()) as Json).error.code;
    },
  };
}

test("the link alone leads to the log-in and makes nobody a member", async () => {
  const { ada, link, joinPage, isMember, actsAs } = invited();
  const stranger = people.visitor();
  const logIn = `/login?next=${encodeURIComponent(joinPage)}`;
  expect(await stranger.get(link)).toMatchObject({ status: 303, location: logIn });
  expect(await stranger.post(link, {})).toMatchObject({ status: 303, location: logIn });
  const form = { name: "Ada", password: "another good one", password_again: "another good one" };
  expect(await stranger.post(link, form)).toMatchObject({ status: 303, location: logIn });
  expect(await stranger.get(joinPage)).toMatchObject({ status: 303, location: logIn });
  expect(await stranger.post(joinPage, {})).toMatchObject({ status: 303, location: "/login" });
  expect([isMember(), await actsAs(ada)]).toEqual([false, "user_not_member"]);
});

test("the person logs in, reads what it means, and joins with a button, once", async () => {
  const { ada, acme, link, joinPage, isMember, actsAs } = invited();
  const browser = people.visitor();
  const logIn = (await browser.get(link)).location ?? "";
  const password = { email: ada.email, password: "correct horse battery" };
  expect(await browser.submit(logIn, password, "/login")).toMatchObject({ status: 303, location: joinPage });
  const question = await browser.get(joinPage);
  expect(question.status).toBe(200);
  for (const said of [
    `Join Acme &amp; Söhne ${organizations}?`,
    "invited as member",
    ada.email,
    "see what was dictated with these keys",
  ])
    expect(question.text).toContain(said);
  expect([isMember(), await actsAs(ada)]).toEqual([false, "user_not_member"]);

  const joined = await browser.submit(joinPage);
  expect([joined.status, joined.text]).toEqual([200, expect.stringContaining("You have joined Acme")]);
  expect([isMember(), await actsAs(ada)]).toEqual([true, "acts"]);
  const written = listAudit(people.deps.db, { target: acme.id, limit: 2 });
  expect(written.map(({ action }) => action)).toEqual(["invitation.accepted", "member.added"]);
  for (const line of written)
    expect(line).toMatchObject({ actor: ada.id, credential: expect.stringMatching(/^brs_/) });
  for (const path of [link, joinPage]) expect((await browser.get(path)).status).toBe(404);
});

test("whoever is logged in already gets there by the link", async () => {
  const { ada, link, joinPage } = invited();
  const browser = people.browserOf(ada);
  const logIn = (await browser.get(link)).location ?? "";
  expect(await browser.get(logIn)).toMatchObject({ status: 303, location: joinPage });
});

test("an organization that may see the whole history says so", async () => {
  const { ada, acme, joinPage } = invited();
  setPolicy(people.deps, acme.id, { historyScope: "all" });
  expect((await people.browserOf(ada).get(joinPage)).text).toContain("see your whole history");
});

describe("another person", () => {
  test("is told whose invitation it is, and cannot accept it", async () => {
    const { ada, joinPage, isMember } = invited();
    const bob = people.add("Bob");
    const browser = people.browserOf(bob);
    const shown = await browser.get(joinPage);
    expect(shown.status).toBe(403);
    expect(shown.text).toContain(`for ${ada.email}, and you are logged in as ${bob.email}`);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get("/logout")).text)?.[1] ?? "";
    const sent = await browser.post(joinPage, { csrf });
    expect([sent.status, sent.text]).toEqual([403, expect.stringContaining(ada.email)]);
    expect(isMember()).toBe(false);
  });

  test("can let the right one log in, and then it goes on", async () => {
    const { ada, joinPage, isMember } = invited();
    const browser = people.browserOf(people.add("Bob"));
    const [, again = ""] = /href="(\/login\?[^"]+)"/.exec((await browser.get(joinPage)).text) ?? [];
    const path = again.replaceAll("&amp;", "&");
    const password = { email: ada.email, password: "correct horse battery" };
    expect((await browser.submit(path, password, "/login")).location).toBe(joinPage);
    expect((await browser.submit(joinPage)).status).toBe(200);
    expect(isMember()).toBe(true);
  });
});

test("no other page can press the button", async () => {
  const { ada, joinPage, isMember } = invited();
  const browser = people.browserOf(ada);
  expect((await browser.post(joinPage, {})).status).toBe(403);
  expect((await browser.post(joinPage, {}, { Origin: "https://evil.test" })).status).toBe(403);
  expect(isMember()).toBe(false);
});

test("a link that is none is no page, for who is logged in too", async () => {
  const browser = people.browserOf(people.add("Curious"));
  expect((await browser.get(`/invitation/${"x".repeat(43)}/join`)).status).toBe(404);
});
