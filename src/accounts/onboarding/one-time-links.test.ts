import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testAccounts } from "../../../test/support/accounts.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { inTransaction } from "../../store/db.ts";
import { upsertInvitation } from "../../store/onboarding/invitations.ts";
import { membersOf } from "../../store/organizations/members.ts";
import { allUsers } from "../../store/people/users.ts";
import { listAudit } from "../audit/audit-log.ts";
import { addMember } from "../organizations/members.ts";
import { disableUser, findUser } from "../people/users.ts";
import {
  inviteMember,
  type JoinForm,
  joinAsNewPerson,
  joinAsPerson,
  listInvitations,
  openInvitation,
  revokeInvitation,
} from "./invitations.ts";
import { completeSetup, makeSetupLink, openSetupLink, type SetupForm } from "./setup-links.ts";

const PASSWORD = "correct horse battery";
const FORM: SetupForm & JoinForm = {
  email: "ada@example.com",
  name: "Ada Lovelace",
  password: PASSWORD,
  passwordAgain: PASSWORD,
};
const ADDRESS = "10.0.0.7";

function setUp() {
  const site = testAccounts();
  const { deps, db, clock, passwords } = site;
  const ada = site.person("ada");
  const acme = site.organization("Acme", site.person("owner"));
  const pages = { db, clock, passwords };
  const token = ({ url }: { url: string }) => url.slice(url.lastIndexOf("/") + 1);
  const link = () => token(makeSetupLink(deps, ada, "http://x"));
  const invite = (email: string, role = "admin") =>
    token(inviteMember(deps, acme.id, { email, role }, "http://x"));
  const newest = () => listAudit(db, { target: null, limit: 1 })[0];
  return { ...site, pages, ada, acme, link, invite, newest };
}

async function issuesOf(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof TiroError) return (error.extras.issues ?? []).map(({ param }) => param);
  throw error ?? new Error("the form was accepted");
}

describe("a set-up link", () => {
  test("sets address, name and password, once", async () => {
    using site = setUp();
    const token = site.link();
    expect(openSetupLink(site.pages, token).id).toBe(site.ada.id);
    await completeSetup(site.pages, token, FORM, ADDRESS);
    expect(findUser(site.db, site.ada.id)).toMatchObject({ email: "ada@example.com", name: "Ada Lovelace" });
    const logIn = { email: "ADA@example.com", password: PASSWORD, address: ADDRESS };
    expect((await site.passwords.verify(logIn))?.id).toBe(site.ada.id);
    expect(site.newest()).toMatchObject({
      action: "user.set_up",
      actor: site.ada.id,
      credential: "setup-link",
      address: ADDRESS,
    });
    expect(() => openSetupLink(site.pages, token)).toThrow("no longer works");
    await expect(completeSetup(site.pages, token, FORM, ADDRESS)).rejects.toThrow("no longer works");
  });

  test("of two that send it together, one wins", async () => {
    using site = setUp();
    const token = site.link();
    const both = ["One", "Two"].map((name) => completeSetup(site.pages, token, { ...FORM, name }, ADDRESS));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("ends with its time, by a newer one, and while its person is disabled", () => {
    using site = setUp();
    const first = site.link();
    const second = site.link();
    expect(() => openSetupLink(site.pages, first)).toThrow("no longer works");
    site.clock.nowMs += limits.setupLinkMs - 1;
    openSetupLink(site.pages, second);
    site.clock.nowMs += 1;
    expect(() => openSetupLink(site.pages, second)).toThrow("no longer works");
    const third = site.link();
    disableUser(site.deps, site.ada.id);
    expect(() => openSetupLink(site.pages, third)).toThrow("disabled");
    for (const unknown of ["", "x", newSecret("")])
      expect(() => openSetupLink(site.pages, unknown)).toThrow("no longer works");
  });

  const long = "x1y2z".repeat(60);
  const ofLetters = (count: number) => "qwzkvjxp".slice(0, count).repeat(5);
  const forms: [name: string, change: Partial<SetupForm>, issues: string[]][] = [
    ["an address that is none", { email: "ada" }, ["email"]],
    ["an address that is taken", { email: "OWNER@example.com" }, ["email"]],
    ["an address that is free, and another's than the link's", { email: "ceo@example.com" }, ["email"]],
    ["the link's own address, written otherwise", { email: "ADA@example.com" }, []],
    ["no name", { name: "" }, ["name"]],
    ["a password one short", both(long.slice(0, limits.passwordCharsMin - 1)), ["password"]],
    ["a password at the least", both(long.slice(0, limits.passwordCharsMin)), []],
    ["a password at the most", both(long.slice(0, limits.passwordCharsMax)), []],
    ["a password one over", both(long.slice(0, limits.passwordCharsMax + 1)), ["password"]],
    ["one repeated letter", both("a".repeat(20)), ["password"]],
    ["as few letters as may be", both(ofLetters(limits.passwordDistinctChars)), []],
    ["one letter fewer", both(ofLetters(limits.passwordDistinctChars - 1)), ["password"]],
    ["the address as password", both("Ada@example.com"), ["password"]],
    ["two different passwords", { passwordAgain: `${PASSWORD}!` }, ["password_again"]],
    ["all of it", { email: "", name: "", password: "", passwordAgain: "" }, ["email", "name", "password"]],
  ];
  for (const [name, change, issues] of forms)
    test(`${name}: ${issues.length === 0 ? "taken" : `refused for ${issues}, and the link still works`}`, async () => {
      using site = setUp();
      const token = site.link();
      const sent = completeSetup(site.pages, token, { ...FORM, ...change }, ADDRESS);
      if (issues.length === 0) return void (await sent);
      expect(await issuesOf(sent)).toEqual(issues);
      expect(findUser(site.db, site.ada.id)).toEqual(site.ada);
      await completeSetup(site.pages, token, FORM, ADDRESS);
    });
});

describe("an invitation", () => {
  test("makes somebody new, who joins in its role, once", async () => {
    using site = setUp();
    const token = site.invite("bo@example.com");
    expect(openInvitation(site.pages, token)).toMatchObject({ email: "bo@example.com", person: null });
    const bo = await joinAsNewPerson(site.pages, token, { ...FORM, name: "Bo" }, ADDRESS);
    expect(bo).toMatchObject({ email: "bo@example.com", name: "Bo", plan: "free", administrator: false });
    expect(membersOf(site.db, site.acme.id)).toContainEqual(
      expect.objectContaining({ userId: bo.id, role: "admin" }),
    );
    const logIn = { email: "bo@example.com", password: PASSWORD, address: ADDRESS };
    expect((await site.passwords.verify(logIn))?.id).toBe(bo.id);
    await expect(joinAsNewPerson(site.pages, token, FORM, ADDRESS)).rejects.toThrow("no longer works");
    const written = listAudit(site.db, { target: null, limit: 3 }).map(({ action }) => action);
    expect(written).toEqual(["user.added", "invitation.accepted", "member.added"]);
    expect(site.newest()).toMatchObject({ actor: bo.id, credential: "invitation", address: ADDRESS });
  });

  test("makes nobody known a member by its link alone", async () => {
    using site = setUp();
    const token = site.invite("ADA@example.com");
    await expect(joinAsNewPerson(site.pages, token, FORM, ADDRESS)).rejects.toThrow("log in");
    expect(membersOf(site.db, site.acme.id)).toHaveLength(1);
    expect(openInvitation(site.pages, token).person).toEqual(site.ada);
  });

  test("whose address gets an account while the password is hashed does not speak for its person", async () => {
    using site = setUp();
    const token = site.invite("bo@example.com");
    const joining = joinAsNewPerson(site.pages, token, FORM, ADDRESS);
    const bo = site.person("bo");
    await expect(joining).rejects.toThrow("log in");
    expect(membersOf(site.db, site.acme.id).map(({ userId }) => userId)).not.toContain(bo.id);
  });

  test("makes its person a member who agreed, once, and nobody else", () => {
    using site = setUp();
    const token = site.invite("ADA@example.com");
    const as = (id: string) => ({ ...site.deps, actor: { id, credential: "brs_1", address: ADDRESS } });
    const bo = site.person("bo");
    expect(() => joinAsPerson(as(bo.id), token, bo)).toThrow("for ADA@example.com");
    joinAsPerson(as(site.ada.id), token, site.ada);
    expect(findUser(site.db, site.ada.id)).toEqual(site.ada);
    expect(membersOf(site.db, site.acme.id)).toContainEqual(
      expect.objectContaining({ userId: site.ada.id, role: "admin" }),
    );
    expect(site.newest()).toMatchObject({ action: "member.added", actor: site.ada.id, credential: "brs_1" });
    expect(() => joinAsPerson(as(site.ada.id), token, site.ada)).toThrow("no longer works");
  });

  test("ends by revocation, by a newer one, with its time, and for disabled accounts", () => {
    using site = setUp();
    const { deps, acme, pages } = site;
    const open = () => listInvitations(site.db, acme.id, site.clock.nowMs).map(({ email }) => email);
    const [old, token] = [site.invite("bo@example.com"), site.invite("BO@example.com")];
    expect(() => openInvitation(pages, old)).toThrow("no longer works");
    expect(open()).toEqual(["BO@example.com"]);
    revokeInvitation(deps, acme.id, "bo@EXAMPLE.com");
    expect(() => openInvitation(pages, token)).toThrow("no longer works");
    expect(() => revokeInvitation(deps, acme.id, "bo@example.com")).toThrow("no open invitation");
    const late = site.invite("bo@example.com");
    site.clock.nowMs += limits.invitationMs - 1;
    openInvitation(pages, late);
    site.clock.nowMs += 1;
    expect(() => openInvitation(pages, late)).toThrow("no longer works");
    expect(open()).toEqual([]);
    const forAda = site.invite("ada@example.com");
    disableUser(deps, site.ada.id);
    expect(() => openInvitation(pages, forAda)).toThrow("disabled");
  });

  test("is refused for members, for what is no address or role, and beyond the bound", () => {
    using site = setUp();
    const { db, acme, clock } = site;
    expect(() => site.invite("Owner@example.com")).toThrow("member already");
    expect(() => site.invite("nobody")).toThrow("ada@example.com");
    expect(() => site.invite("x@example.com", "king")).toThrow("no role king");
    const row = {
      organizationId: acme.id,
      role: "member",
      createdAt: 0,
      expiresAt: clock.nowMs + 1,
    } as const;
    inTransaction(db, () => {
      for (let i = 1; i < limits.openInvitations; i++)
        upsertInvitation(db, { ...row, email: `p${i}@example.com` }, hashSecret(String(i)));
    });
    site.invite("last@example.com");
    expect(() => site.invite("more@example.com")).toThrow(`${limits.openInvitations} open`);
    site.invite("LAST@example.com");
    clock.nowMs += 1;
    site.invite("more@example.com");
  });

  test("whose person joined otherwise meanwhile is told so", () => {
    using site = setUp();
    const token = site.invite("ada@example.com");
    addMember(site.deps, site.acme.id, site.ada.id, "member");
    expect(() => joinAsPerson(site.deps, token, site.ada)).toThrow("member already");
  });
});

test("no link, token or password is in any file of the data folder", async () => {
  using site = setUp();
  const secrets = [site.link(), site.invite("bo@example.com"), site.invite("zoe@example.com"), PASSWORD];
  await joinAsNewPerson(site.pages, secrets[1] ?? "", FORM, ADDRESS);
  expect(allUsers(site.db)).toHaveLength(3);
  for (const name of readdirSync(site.dataDir)) {
    const content = readFileSync(join(site.dataDir, name)).toString("latin1");
    for (const secret of secrets) expect(content.includes(secret)).toBe(false);
  }
});

function both(password: string): Partial<SetupForm> {
  return { password, passwordAgain: password };
}
