import { describe, expect, test } from "bun:test";
import { refused, testAccounts } from "../../../test/support/accounts.ts";
import { limits } from "../../config/limits.ts";
import { membersOf } from "../../store/organizations/members.ts";
import { allOrganizations, type OrganizationPolicy } from "../../store/organizations/organizations.ts";
import { disableUser } from "../people/users.ts";
import { allowsHistory, policyOf } from "../policies/policy.ts";
import { addMember, removeMember, setMemberRole } from "./members.ts";
import { addOrganization, findOrganization, setPolicy } from "./organizations.ts";

describe("organizations", () => {
  test("are added with an owner, listed, and found by id or name in any case", () => {
    using site = testAccounts();
    const ada = site.person("ada");
    const acme = site.organization("Acme", ada);
    expect(acme).toMatchObject({
      plan: "team",
      zeroRetention: false,
      historyAllowed: true,
      disabledAt: null,
    });
    expect(findOrganization(site.db, "ACME")).toEqual(acme);
    expect(findOrganization(site.db, acme.id)).toEqual(acme);
    expect(allOrganizations(site.db)).toEqual([acme]);
    expect(membersOf(site.db, acme.id)).toMatchObject([{ userId: ada.id, role: "owner", email: ada.email }]);
    expect(() => site.organization("acme", ada)).toThrow(
      expect.objectContaining({ message: expect.stringContaining("already") }),
    );
    expect(() => site.organization(" ", ada)).toThrow(expect.objectContaining(refused("name")));
    expect(() => addOrganization(site.deps, { name: "x", owner: ada, plan: "gold" })).toThrow("no plan gold");
    expect(() => findOrganization(site.db, "nobody")).toThrow("No such organization");
  });

  test("always have an owner who is not disabled", () => {
    using site = testAccounts();
    const { deps } = site;
    const [ada, bo] = [site.person("ada"), site.person("bo")];
    const acme = site.organization("Acme", ada);
    const lastOwner = "last owner";
    expect(() => removeMember(deps, acme.id, ada.id)).toThrow(lastOwner);
    expect(() => setMemberRole(deps, acme.id, ada.id, "admin")).toThrow(lastOwner);
    expect(setMemberRole(deps, acme.id, ada.id, "owner").role).toBe("owner");
    addMember(deps, acme.id, bo.id, "member");
    expect(() => removeMember(deps, acme.id, ada.id)).toThrow(lastOwner);
    setMemberRole(deps, acme.id, bo.id, "owner");
    disableUser(deps, bo.id);
    expect(() => removeMember(deps, acme.id, ada.id)).toThrow(lastOwner);
    // The disabled one may go: the other governs.
    removeMember(deps, acme.id, bo.id);
    expect(membersOf(site.db, acme.id).map(({ userId }) => userId)).toEqual([ada.id]);
  });

  test("membership is refused twice, without membership, and in an unknown role", () => {
    using site = testAccounts();
    const [ada, bo] = [site.person("ada"), site.person("bo")];
    const acme = site.organization("Acme", ada);
    expect(() => addMember(site.deps, acme.id, ada.id, "member")).toThrow("member already");
    expect(() => removeMember(site.deps, acme.id, bo.id)).toThrow("not a member");
    expect(() => setMemberRole(site.deps, acme.id, bo.id, "admin")).toThrow("not a member");
    expect(() => addMember(site.deps, acme.id, bo.id, "king")).toThrow("no role king");
  });
});

describe("policies", () => {
  const values: [change: Partial<OrganizationPolicy>, stored: Partial<OrganizationPolicy> | null][] = [
    [{ retentionDays: 1 }, { retentionDays: 1 }],
    [{ retentionDays: limits.retentionDays }, { retentionDays: limits.retentionDays }],
    [{ retentionDays: null }, { retentionDays: null }],
    [{ retentionDays: 0 }, null],
    [{ retentionDays: 1.5 }, null],
    [{ retentionDays: limits.retentionDays + 1 }, null],
    [{ allowedLanguages: ["en", "cmn", "en"] }, { allowedLanguages: ["en", "cmn"] }],
    [{ allowedLanguages: null }, { allowedLanguages: null }],
    [{ allowedLanguages: [] }, null],
    [{ allowedLanguages: ["xx"] }, null],
    [{ allowedLanguages: ["auto"] }, null],
    [{ historyScope: "all" }, { historyScope: "all", historyAllowed: true }],
    [{ zeroRetention: true }, { zeroRetention: true, historyAllowed: true }],
  ];
  for (const [change, stored] of values)
    test(`${JSON.stringify(change)} is ${stored ? "taken" : "refused"}`, () => {
      using site = testAccounts();
      const acme = site.organization("Acme", site.person("ada"));
      if (stored === null)
        expect(() => setPolicy(site.deps, acme.id, change)).toThrow(expect.objectContaining(refused()));
      else expect(setPolicy(site.deps, acme.id, change).organization).toMatchObject(stored);
      expect(findOrganization(site.db, acme.id)).toMatchObject(
        stored ?? { name: "Acme", retentionDays: null },
      );
    });

  test("a personal key is bound by the strictest of its person's organizations, an organization's by its own", () => {
    using site = testAccounts();
    const ada = site.person("ada");
    const [a, b] = [site.organization("A", ada), site.organization("B", ada)];
    const personal = { accountId: ada.id, userId: ada.id };
    expect(allowsHistory(policyOf(site.db, personal))).toBe(true);
    setPolicy(site.deps, a.id, { historyAllowed: false, retentionDays: 30, allowedLanguages: ["en", "de"] });
    setPolicy(site.deps, b.id, { retentionDays: 7, allowedLanguages: ["fr", "de"] });
    expect(policyOf(site.db, personal)).toEqual({
      zeroRetention: false,
      historyAllowed: false,
      retentionDays: 7,
      allowedLanguages: ["de"],
    });
    expect(policyOf(site.db, { accountId: b.id, userId: ada.id })).toMatchObject({
      historyAllowed: true,
      retentionDays: 7,
    });
    setPolicy(site.deps, b.id, { zeroRetention: true });
    expect(allowsHistory(policyOf(site.db, { accountId: b.id, userId: null }))).toBe(false);
    const stranger = site.person("bo").id;
    expect(allowsHistory(policyOf(site.db, { accountId: stranger, userId: stranger }))).toBe(true);
  });
});
