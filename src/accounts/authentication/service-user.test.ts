import { expect, test } from "bun:test";
import { PUBLIC_URL, testAccounts } from "../../../test/support/accounts.ts";
import { TiroError } from "../../lib/errors.ts";
import { SCOPES } from "../credentials/scopes.ts";
import { addMember, removeMember } from "../organizations/members.ts";
import { setPolicy } from "../organizations/organizations.ts";
import { currentUser } from "../people/current-user.ts";
import { disableUser } from "../people/users.ts";
import { type Principal, requireScope } from "./principal.ts";
import { actAsMember } from "./service-user.ts";

const credential = { id: `key_${"0".repeat(32)}`, method: "api_key", scopes: SCOPES } as const;

test("an organization's key acts as the member whom the header names; a personal one as its person", () => {
  using site = testAccounts();
  const [ada, bo] = [site.person("ada"), site.person("bo")];
  const acme = site.organization("Acme", ada);
  const organization: Principal = { accountId: acme.id, userId: null, credential };
  const personal: Principal = { accountId: bo.id, userId: bo.id, credential };
  const codeFor = (serviceUser: string | null) => {
    try {
      return actAsMember(site.deps, organization, serviceUser).userId;
    } catch (error) {
      if (error instanceof TiroError) return error.code;
      throw error;
    }
  };
  expect(codeFor(ada.id)).toBe(ada.id);
  for (const none of [null, ""]) expect(codeFor(none)).toBe("user_required");
  for (const wrong of [
    bo.id,
    `${ada.id}0`,
    ` ${ada.id}`,
    "ada@example.com",
    acme.id,
    `usr_${"0".repeat(32)}`,
    `${ada.id}, ${ada.id}`,
  ])
    expect(codeFor(wrong)).toBe("user_not_member");
  addMember(site.deps, acme.id, bo.id, "member");
  expect(codeFor(bo.id)).toBe(bo.id);
  removeMember(site.deps, acme.id, bo.id);
  expect(codeFor(bo.id)).toBe("user_not_member");
  disableUser(site.deps, ada.id);
  expect(codeFor(ada.id)).toBe("account_disabled");
  for (const header of [null, ada.id, "nonsense"])
    expect(actAsMember(site.deps, personal, header)).toEqual(personal);
});

test("the current user has the plan of the account that pays and what its policy allows", () => {
  using site = testAccounts();
  const ada = site.person("ada");
  const acme = site.organization("Acme", ada);
  setPolicy(site.deps, acme.id, { historyAllowed: false });
  expect(currentUser(site.db, { accountId: acme.id, userId: ada.id })).toEqual({
    user: ada,
    plan: "team",
    historyAvailable: false,
  });
  expect(currentUser(site.db, { accountId: ada.id, userId: ada.id })).toMatchObject({
    plan: "free",
  });
});

test("a credential without the scope is told which one it needs", () => {
  const readOnly: Principal = {
    accountId: "",
    userId: null,
    credential: { ...credential, scopes: ["read"] },
  };
  const asked = { publicUrl: PUBLIC_URL, resource: "mcp" } as const;
  requireScope(readOnly, "read", asked);
  expect(() => requireScope(readOnly, "write", asked)).toThrow(
    expect.objectContaining({
      code: "insufficient_scope",
      extras: {
        headers: {
          "WWW-Authenticate": `Bearer realm="tiro", error="insufficient_scope", scope="read write", resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`,
        },
      },
    }),
  );
});
