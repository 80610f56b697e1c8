/** Two people use one browser: what a page of the first sends while the second is logged in does nothing. */
import { describe, expect, test } from "bun:test";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { setInterfaceLanguage } from "../../src/accounts/people/users.ts";
import { routesOf } from "../../src/app.ts";
import { INTERFACE_LANGUAGES } from "../../src/lib/interface-languages.ts";
import { customizationsOf } from "../../src/store/dictation/customizations.ts";
import { browserCalls } from "../support/browser.ts";
import { testPeople } from "../support/test-servers.ts";

const people = await testPeople();
const first = people.add("Maren Holt");
const second = people.add("Ines Roux");

const PAGE_TITLES = {
  en: "This page was made for somebody else",
  de: "Diese Seite gehört jemandem",
  fr: "Cette page est celle d’une autre personne",
  es: "Esta página es de otra persona",
};

describe("forms without scripts", () => {
  test("every form of a page for people names its person", async () => {
    const strict = people.add("Ada Okafor");
    const { id } = addOrganization(people.deps, { name: "Strict", owner: strict });
    setPolicy(people.deps, id, { secondStepRequired: true });
    const paths = routesOf(people.server.context)
      .filter(
        ({ access, method, path }) => access === "person" && method === "GET" && !/\/v1\/|[:*]/.test(path),
      )
      .map(({ path }) => path);
    const forms: string[] = [];
    for (const person of [first, strict])
      for (const path of paths) {
        const { text } = await people.browserOf(person).get(path);
        for (const [form] of text.matchAll(/<form[^>]*method="post"[\s\S]*?<\/form>/g)) {
          forms.push(path);
          expect([path, form]).toEqual([path, expect.stringContaining(`name="for" value="${person.id}"`)]);
          expect([path, form]).toEqual([path, expect.stringContaining('name="csrf"')]);
        }
      }
    expect([...new Set(forms)].sort()).toEqual([
      "/account/company",
      "/login/second-step",
      "/login/second-step/passkey",
      "/logout",
    ]);
  });

  test.each(INTERFACE_LANGUAGES)(
    "a form of somebody else does nothing and says so, in %s",
    async (language) => {
      setInterfaceLanguage(people.deps, second.id, language);
      const form = (await people.browserOf(first).get("/logout")).text;
      const csrf = /name="csrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
      const answer = await people.browserOf(second).post("/logout", { for: first.id, csrf });
      expect(answer.status).toBe(409);
      expect(answer.text).toContain(PAGE_TITLES[language]);
    },
  );

  test("a form that another person logs out with does not log anybody out", async () => {
    const browser = people.browserOf(second);
    const own = await browser.get("/logout");
    const csrf = /name="csrf" value="([^"]+)"/.exec(own.text)?.[1] ?? "";
    expect((await browser.post("/logout", { for: first.id, csrf })).status).toBe(409);
    expect((await browser.get("/v1/me/profile")).status).toBe(200);
  });
});

describe("the revision of what the organizations decided", () => {
  const words = { operations: [{ type: "dictionary_add", word: "Quaggahorn" }] };

  test("is another one with every decision, and a request that showed the one before does nothing", async () => {
    const { db } = people.server.context;
    const person = people.add();
    const owner = people.add();
    const { call, headers } = await browserCalls(people, person);
    const revisionNow = async () => (await call("GET", "/me/profile")).json.policy_revision;
    const seen: string[] = [await revisionNow()];
    const organization = addOrganization(people.deps, { name: "Acme", owner });
    const decisions = [
      () => addMember(people.deps, organization.id, person.id, "member"),
      () => setPolicy(people.deps, organization.id, { zeroRetention: true }),
      () => setPolicy(people.deps, organization.id, { zeroRetention: false, historyAllowed: false }),
      () => setPolicy(people.deps, organization.id, { retentionDays: 7 }),
      () => setPolicy(people.deps, organization.id, { allowedLanguages: ["en"] }),
      () => setPolicy(people.deps, organization.id, { historyScope: "all" }),
    ];
    for (const decide of decisions) {
      headers["Tiro-Policy"] = seen.at(-1) ?? "";
      decide();
      const refused = await call("PATCH", "/customizations", words);
      expect([refused.status, refused.json.error?.code]).toEqual([409, "policy_changed"]);
      expect(customizationsOf(db, person.id).dictionary).toEqual([]);
      expect((await call("GET", "/customizations")).status).toBe(200);
      seen.push(await revisionNow());
    }
    expect(new Set(seen).size).toBe(decisions.length + 1);
    headers["Tiro-Policy"] = seen.at(-1) ?? "";
    expect((await call("PATCH", "/customizations", words)).status).toBe(200);
  });

  test("a person's own organization changing what is not about words leaves it as it is", async () => {
    const person = people.add();
    const organization = addOrganization(people.deps, { name: "Beta", owner: person });
    const { call, headers } = await browserCalls(people, person);
    headers["Tiro-Policy"] = (await call("GET", "/me/profile")).json.policy_revision;
    setPolicy(people.deps, organization.id, { keyDays: 30, ownUsageReported: true });
    expect((await call("PATCH", "/customizations", words)).status).toBe(200);
  });
});
