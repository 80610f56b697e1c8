/** The log-in by the company's identity provider, and that nobody takes over an account with it. */

import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { refusedCompanyLogIns } from "../../src/accounts/log-in/company-refusals.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser, disableUser, findUser } from "../../src/accounts/people/users.ts";
import { lastAttempt } from "../../src/lib/last-attempts.ts";
import { membersOf } from "../../src/store/organizations/members.ts";
import { companySettings, startIdentityProvider } from "../support/identity-provider.ts";
import { csrfOf, startPeople } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Page, Visitor } from "../support/visitor.ts";

let browser: Visitor;
let subjects = 0;

const provider = await startIdentityProvider();
const people = await testPeople({
  environment: {
    ...companySettings(provider),
    TIRO_COMPANY_LOG_IN_CREATE_ACCOUNTS: "true",
    TIRO_COMPANY_LOG_IN_ORGANIZATION: "Acme",
    TIRO_COMPANY_LOG_IN_ADMIN_GROUPS: "tiro-admins",
  },
});
const acme = addOrganization(people.deps, { name: "Acme", owner: people.add("Owner") });

afterAll(async () => {
  await provider.close();
});

beforeEach(() => {
  people.forgive();
  provider.faults.clear();
  browser = people.visitor();
  provider.person = somebody({});
});

const somebody = (claims: Record<string, unknown>) => {
  const sub = `subject-${++subjects}`;
  return { sub, email: `${sub}@acme.test`, email_verified: true, name: `Name ${subjects}`, ...claims };
};

/** To the provider and back; the answer is that to the callback. */
async function go(start = "/login/company", who = browser): Promise<Page> {
  const away = await who.get(start);
  expect(away.status).toBe(303);
  return who.get(await backFrom(away.location ?? ""));
}

async function backFrom(location: string): Promise<string> {
  const back = await fetch(location, { redirect: "manual" });
  const { pathname, search } = new URL(back.headers.get("location") ?? "");
  return pathname + search;
}

const isIn = async (who = browser) => (await who.get("/logout")).status === 200;
const lastReason = () => people.server.log.findLast(({ event }) => event === "security_event")?.reason;
const roleOf = (email: string) =>
  membersOf(people.server.context.db, acme.id).find((member) => member.email === email)?.role;

describe("logging in", () => {
  test("the first time makes an account that joins the organization, and then it is known", async () => {
    expect((await browser.get("/login")).text).toContain("Log in with your company account");
    expect((await go("/login/company?next=%2Flogout")).location).toBe("/logout");
    expect(lastAttempt("company_log_in")).toEqual({ atMs: expect.any(Number), error: null });
    const email = String(provider.person.email);
    expect((await browser.get("/v1/me/profile")).text).toContain(email);
    expect(findUser(people.server.context.db, email)).toMatchObject({
      name: provider.person.name,
      plan: "free",
    });
    expect(roleOf(email)).toBe("member");
    // The subject names a person, also after the address changed there.
    provider.person = { ...provider.person, email: "other@acme.test" };
    const again = people.visitor();
    expect((await go("/login/company", again)).location).toBe("/app/");
    expect((await again.get("/v1/me/profile")).text).toContain(email);
  });

  test("asks with PKCE, state and nonce, each new", async () => {
    await go();
    await go("/login/company", people.visitor());
    const [first, second] = provider.asked.slice(-2);
    expect(first?.get("code_challenge_method")).toBe("S256");
    for (const name of ["code_challenge", "state", "nonce"]) {
      expect(first?.get(name)?.length ?? 0).toBeGreaterThan(20);
      expect(first?.get(name)).not.toBe(second?.get(name) ?? "");
    }
    expect(first?.get("redirect_uri")).toBe(`${people.server.url}/login/company/callback`);
  });

  test("roles follow the groups, but owners stay owners", async () => {
    const email = String(provider.person.email);
    provider.person = { ...provider.person, groups: ["staff", "tiro-admins"] };
    await go();
    expect(roleOf(email)).toBe("admin");
    provider.person = { ...provider.person, groups: ["staff"] };
    await go();
    expect(roleOf(email)).toBe("member");
    const { groups, ...without } = provider.person;
    provider.person = without;
    people.server.context.db
      .prepare("UPDATE members SET role = 'owner' WHERE user_id = ?")
      .run(findUser(people.server.context.db, email).id);
    await go();
    provider.person = { ...without, groups };
    await go();
    expect(roleOf(email)).toBe("owner");
  });

  test("changing how one logs in asks the provider for a fresh proof", async () => {
    await go();
    const asked = await browser.get("/account/company");
    expect(asked.location).toBe("/login?again=1&next=%2Faccount%2Fcompany");
    const page = await browser.get(asked.location ?? "");
    const link = /href="(\/login\/company[^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    // Real time, since the provider sends it.
    people.clock.nowMs = Math.max(people.clock.nowMs, Date.now());
    const before = people.clock.nowMs;
    people.clock.nowMs = Date.now();
    expect((await go(link)).location).toBe("/account/company");
    expect(provider.asked.at(-1)?.get("max_age")).toBe("900");
    expect(provider.asked.at(-1)?.get("scope")).toBe("openid email profile");
    expect((await browser.get("/account/company")).status).toBe(200);
    people.clock.nowMs = before;
  });
});

describe("is refused", () => {
  test.each(["nonce", "issuer", "audience", "signature", "denied", "expired", "verifier"] as const)(
    "where the answer has a wrong %s",
    async (fault) => {
      provider.faults.add(fault);
      const refused = await go();
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("refused you")]);
      expect(await isIn()).toBe(false);
      expect(people.server.log.at(-1)?.event ?? "").toBe("request");
      expect(people.server.log.some(({ event }) => event === "company_log_in_failed")).toBe(true);
      expect(lastReason()).toBe("provider_refused");
    },
  );

  test.each([
    ["without an address", { email: undefined }, "provides no e-mail address", "address_missing"],
    [
      "with an address that is not verified",
      { email_verified: false },
      "has not verified",
      "address_unverified",
    ],
    [
      "where it does not say that it is",
      { email_verified: undefined },
      "has not verified",
      "address_unverified",
    ],
    [
      "with an address of elsewhere",
      { email: "x@evil.test" },
      "does not accept addresses at evil.test",
      "domain_foreign",
    ],
    [
      "with a lookalike of the domain",
      { email: "x@evilacme.test" },
      "does not accept addresses",
      "domain_foreign",
    ],
    ["with a domain below", { email: "x@sub.acme.test" }, "does not accept addresses", "domain_foreign"],
    ["with two domains", { email: "x@acme.test@evil.test" }, "does not accept addresses", "domain_foreign"],
  ])("a company log-in is refused %s", async (_, claims, told, reason) => {
    provider.person = somebody(claims);
    const refused = await go();
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(told as string)]);
    expect(lastReason()).toBe(reason);
    expect(await isIn()).toBe(false);
  });

  test("a state that another browser began, that is used up, or made up", async () => {
    const away = await browser.get("/login/company");
    const back = await backFrom(away.location ?? "");
    const thief = people.visitor();
    expect((await thief.get(back)).status).toBe(400);
    const kept = new Map(browser.cookies);
    expect((await browser.get(back.replace(/state=[^&]+/, "state=x"))).status).toBe(403);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect((await browser.get(back)).status).toBe(400);
    expect([await isIn(), await isIn(thief)]).toEqual([false, false]);
  });

  test("whoever is disabled", async () => {
    await go();
    disableUser(people.deps, findUser(people.server.context.db, String(provider.person.email)).id);
    expect((await go()).status).toBe(403);
    expect(lastReason()).toBe("account_disabled");
    const [line] = listAudit(people.server.context.db, { target: "unknown", limit: 1 });
    expect(line?.details).toMatchObject({ method: "company", reason: "account_disabled" });
    const counted = refusedCompanyLogIns.counts.find(({ labels }) => labels.reason === "account_disabled");
    expect(counted?.value).toBe(1);
  });

  test("whom the provider's address would take over: an account with a password", async () => {
    const user = people.add();
    provider.person = somebody({ email: user.email.toUpperCase() });
    const refused = await go();
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("account for")]);
    expect(await isIn()).toBe(false);
  });

  test("and an administrator without one; but an account that has no way in is linked", async () => {
    const { db } = people.server.context;
    const [admin, added] = ["boss", "added"].map((name) =>
      addUser(people.deps, { email: `${name}@acme.test`, name }),
    );
    db.prepare("UPDATE users SET administrator = 1 WHERE id = ?").run(admin?.id);
    provider.person = somebody({ email: admin?.email });
    expect((await go()).status).toBe(400);
    provider.person = somebody({ email: added?.email });
    expect((await go()).location).toBe("/app/");
    // A second identity with the same address does not get in.
    provider.person = somebody({ email: added?.email });
    expect((await go("/login/company", people.visitor())).status).toBe(400);
  });
});

describe("connecting it to an account", () => {
  test("takes a logged-in person with the same address, and can be undone", async () => {
    const user = people.add();
    const own = people.browserOf(user);
    provider.person = somebody({ email: "somebody.else@acme.test" });
    expect((await go("/account/company/connect", own)).status).toBe(400);
    provider.person = somebody({ email: user.email });
    expect((await go("/account/company/connect", own)).location).toBe("/account/company");
    expect((await own.get("/account/company")).text).toContain("You can log in with your company account");
    expect((await go()).location).toBe("/app/");
    expect((await browser.get("/v1/me/profile")).text).toContain(user.email);
    const csrf = await csrfOf(own);
    expect((await own.post("/account/company/disconnect", { csrf })).location).toBe("/account/company");
    expect((await go("/login/company", people.visitor())).status).toBe(400);
  });

  test("not where somebody else logged in meanwhile", async () => {
    const [user, other] = [people.add(), people.add()];
    const own = people.browserOf(user);
    provider.person = somebody({ email: other.email });
    const away = await own.get("/account/company/connect");
    const back = await backFrom(away.location ?? "");
    own.cookies.set("tiro_session", people.browserOf(other).cookies.get("tiro_session") ?? "");
    expect((await own.get(back)).status).toBe(400);
  });

  test("whoever has no other way in cannot disconnect", async () => {
    await go();
    people.server.context.db.exec("UPDATE browser_sessions SET authenticated_at = last_seen_at");
    const refused = await browser.post("/account/company/disconnect", { csrf: await csrfOf(browser) });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("could not log in")]);
  });
});

test("nothing of the provider's secrets or tokens is logged", () => {
  const log = JSON.stringify(people.server.log);
  for (const asked of provider.asked)
    for (const name of ["state", "nonce", "code_challenge"])
      expect(log).not.toContain(asked.get(name) ?? "?");
  expect(log).not.toContain(provider.clientSecret);
});

test("a provider that does not answer is told, and asked again by the next person", async () => {
  const gone = await startIdentityProvider();
  const other = await startPeople({ environment: companySettings(gone) });
  await gone.close();
  const visitor = other.visitor();
  for (const attempt of [1, 2]) {
    const { status, text } = await visitor.get("/login/company");
    expect([attempt, status, text]).toEqual([attempt, 503, expect.stringContaining("does not respond")]);
  }
  expect(lastAttempt("company_log_in")?.error).toMatch(/^\w+$/);
  await other.server.close();
});
