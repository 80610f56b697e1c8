/** Codes of an app as the second step of a log-in, and recovery codes. */
import { beforeEach, describe, expect, test } from "bun:test";
import { generateSync } from "otplib";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { disableTotp } from "../../src/accounts/log-in/totp.ts";
import { makeSetupLink } from "../../src/accounts/onboarding/setup-links.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { disableUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import type { User } from "../../src/store/people/users.ts";
import type { Json } from "../support/json.ts";
import { PASSWORD } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Visitor } from "../support/visitor.ts";

const STEP_MS = 30_000;

let user: User;

const people = await testPeople();

beforeEach(() => {
  people.forgive();
  user = people.add();
});

const codeAt = (secret: string, epochMs = people.clock.nowMs) =>
  generateSync({ secret, epoch: Math.floor(epochMs / 1000) });
const begin = async (browser: Visitor): Promise<Json> =>
  (await browser.call("POST", "/me/second-step/enrolment")).json;
const turnOn = (browser: Visitor, enrolment: string, code: string) =>
  browser.call("PUT", "/me/second-step", { enrolment, code });

/** Turns the second step on. */
async function enrol(browser: Visitor): Promise<{ secret: string; codes: string[] }> {
  const { secret, enrolment } = await begin(browser);
  const done = await turnOn(browser, enrolment, codeAt(secret));
  expect(done.status).toBe(200);
  people.clock.nowMs += STEP_MS;
  return { secret, codes: done.json.recovery_codes };
}

async function withSecondStep(): Promise<{ secret: string; codes: string[] }> {
  return enrol(people.browserOf(user));
}

/** After the password. */
async function atSecondStep(): Promise<Visitor> {
  const browser = people.visitor();
  expect((await people.logIn(user, browser)).location).toBe("/login/code");
  return browser;
}

describe("turning it on", () => {
  const isOn = async (browser: Visitor) =>
    JSON.parse((await browser.get("/v1/me/profile")).text).log_in.second_step;

  test("shows the secret as text and as an image that needs no network, then recovery codes once", async () => {
    const browser = people.browserOf(user);
    const { secret, qr_code } = await begin(browser);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(qr_code).toStartWith("<svg ");
    expect(qr_code).not.toMatch(/<img|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    expect(await isOn(browser)).toBeNull();
    const { codes } = await enrol(browser);
    expect(new Set(codes).size).toBe(limits.recoveryCodes);
    expect((await isOn(browser)).recovery_codes_left).toBe(limits.recoveryCodes);
    const again = await browser.call("POST", "/me/second-step/enrolment");
    expect([again.status, again.json.error.message]).toEqual([400, "Your second step is on already."]);
  });

  test("takes no wrong code, and then the same secret's right one", async () => {
    const browser = people.browserOf(user);
    const { secret, enrolment } = await begin(browser);
    const right = codeAt(secret);
    for (const code of ["", "abcdef", right === "000000" ? "000001" : "000000", `${right}0`]) {
      const wrong = await turnOn(browser, enrolment, code);
      expect([wrong.status, wrong.json.error.details.issues[0].param]).toEqual([400, "code"]);
    }
    const spaced = `${right.slice(0, 3)} ${right.slice(3)}`;
    expect((await turnOn(browser, enrolment, spaced)).status).toBe(200);
  });

  test("takes no secret that this server did not make for this person now", async () => {
    const [browser, other] = [people.browserOf(user), people.browserOf(people.add())];
    const { secret, enrolment } = await begin(other);
    const code = codeAt(secret);
    for (const sent of [enrolment, `${enrolment.slice(0, -4)}AAAA`, ""])
      expect((await turnOn(browser, sent, code)).status).toBe(400);
    people.clock.nowMs += limits.logInMs;
    expect((await turnOn(other, enrolment, code)).status).toBe(400);
  });

  test("asks for a new log-in where the last one was long ago", async () => {
    const { id } = addOrganization(people.deps, { name: "Acme", owner: user });
    setPolicy(people.deps, id, { secondStepRequired: true });
    const browser = people.browserOf(user);
    people.clock.nowMs += limits.freshLogInMs - 1;
    expect((await browser.get("/login/second-step")).status).toBe(200);
    people.clock.nowMs += 1;
    const asked = await browser.get("/login/second-step");
    expect(asked.location).toBe("/login?again=1&next=%2Flogin%2Fsecond-step");
    expect((await browser.get(asked.location ?? "")).text).toContain("Log in again to continue");
    const again = { email: user.email, password: PASSWORD };
    expect((await browser.submit(asked.location ?? "", again, "/login")).location).toBe("/login/second-step");
    expect((await browser.get("/login/second-step")).status).toBe(200);
  });
});

describe("logging in", () => {
  test("takes password and code, each code once", async () => {
    const { secret } = await withSecondStep();
    const browser = await atSecondStep();
    expect((await browser.get("/logout")).status).toBe(303);
    const code = codeAt(secret);
    expect((await browser.submit("/login/code", { code })).location).toBe("/app/");
    expect((await browser.get("/v1/me/profile")).status).toBe(200);
    const thief = await atSecondStep();
    expect((await thief.submit("/login/code", { code })).status).toBe(400);
    // One step back was never used, but is older than one that was.
    expect(
      (await thief.submit("/login/code", { code: codeAt(secret, people.clock.nowMs - STEP_MS) })).status,
    ).toBe(400);
  });

  test("the clocks may differ by a step, not by two", async () => {
    const { secret } = await withSecondStep();
    people.clock.nowMs += 10 * STEP_MS;
    const browser = await atSecondStep();
    for (const steps of [-2, 2]) {
      const code = codeAt(secret, people.clock.nowMs + steps * STEP_MS);
      expect((await browser.submit("/login/code", { code })).status).toBe(400);
    }
    const late = codeAt(secret, people.clock.nowMs - STEP_MS);
    expect((await browser.submit("/login/code", { code: late })).status).toBe(303);
  });

  test("takes each recovery code once, written in any way", async () => {
    const { codes } = await withSecondStep();
    const [first = "", second = ""] = codes;
    expect((await (await atSecondStep()).submit("/login/code", { code: first })).status).toBe(303);
    expect((await (await atSecondStep()).submit("/login/code", { code: first })).status).toBe(400);
    const written = ` ${second.replaceAll("-", " ").toUpperCase()} `;
    const browser = await atSecondStep();
    expect((await browser.submit("/login/code", { code: written })).status).toBe(303);
    expect((await browser.get("/v1/me/profile")).text).toContain('"recovery_codes_left":8');
  });

  test("leads on to where the person wanted to go", async () => {
    const { secret } = await withSecondStep();
    const browser = people.visitor();
    await browser.submit("/login?next=%2Flogout", { email: user.email, password: PASSWORD }, "/login");
    expect((await browser.submit("/login/code", { code: codeAt(secret) })).location).toBe("/logout");
  });

  test("too many wrong codes must wait, also for the right one", async () => {
    const { secret } = await withSecondStep();
    const browser = await atSecondStep();
    for (let i = 0; i < limits.codeFailuresPerPerson; i++)
      expect((await browser.submit("/login/code", { code: "000000" })).status).toBe(400);
    expect((await browser.submit("/login/code", { code: codeAt(secret) })).status).toBe(429);
    expect((await (await atSecondStep()).submit("/login/code", { code: codeAt(secret) })).status).toBe(429);
    const actions = listAudit(people.server.context.db, { target: user.id, limit: 50 }).map(
      ({ action }) => action,
    );
    expect(actions).toContain("user.second_step_failed");
    expect(actions).toContain("user.second_step_locked");
  });

  test("wrong codes of others do not count in a browser in which the person has logged in", async () => {
    const { secret } = await withSecondStep();
    const browser = await atSecondStep();
    await browser.submit("/login/code", { code: codeAt(secret) });
    await browser.submit("/logout");
    const thief = await atSecondStep();
    for (let i = 0; i <= limits.codeFailuresPerPerson; i++)
      await thief.post("/login/code", { code: "000000" });
    people.clock.nowMs += STEP_MS;
    await people.logIn(user, browser);
    expect((await browser.submit("/login/code", { code: codeAt(secret) })).location).toBe("/app/");
  });

  test("a first step is good for a short time, and not once the account is disabled", async () => {
    const { secret } = await withSecondStep();
    const browser = await atSecondStep();
    people.clock.nowMs += limits.logInMs - 1;
    expect((await browser.get("/login/code")).status).toBe(200);
    people.clock.nowMs += 1;
    expect((await browser.get("/login/code")).location).toBe("/login");
    expect((await browser.post("/login/code", { code: codeAt(secret) })).location).toBe("/login");
    const other = await atSecondStep();
    disableUser(people.deps, user.id);
    expect((await other.post("/login/code", { code: codeAt(secret) })).status).toBe(403);
  });

  test("a first step ends with the password that was right", async () => {
    const { secret } = await withSecondStep();
    const browser = await atSecondStep();
    const hash = await people.server.context.passwords.hash("another good password");
    upsertPassword(people.server.context.db, user.id, hash, people.clock.nowMs);
    expect((await browser.post("/login/code", { code: codeAt(secret) })).location).toBe("/login");
  });

  test("nobody's first step is made up", async () => {
    const browser = people.visitor();
    for (const cookie of [
      "",
      "AAAA",
      "A".repeat(200),
      Buffer.from(JSON.stringify({ userId: user.id })).toString("base64url"),
    ]) {
      browser.cookies.set("tiro_log_in", cookie);
      expect((await browser.get("/login/code")).location).toBe("/login");
    }
  });

  test("a set-up link does not go around it", async () => {
    await withSecondStep();
    const browser = people.visitor();
    const path = new URL(makeSetupLink(people.deps, user, people.server.url).url).pathname;
    const form = { email: user.email, name: "x", password: PASSWORD, password_again: PASSWORD };
    const done = await browser.submit(path, form);
    expect([done.status, done.text.includes('href="/login"')]).toEqual([200, true]);
    expect((await browser.get("/logout")).status).toBe(303);
  });
});

describe("turning it off", () => {
  const off = (browser: Visitor, code: string) => browser.call("POST", "/me/second-step/turn-off", { code });

  test("in the app, and new recovery codes replace the old", async () => {
    const browser = people.browserOf(user);
    const { secret, codes } = await enrol(browser);
    const renewed = (await browser.call("POST", "/me/second-step/recovery-codes")).json.recovery_codes;
    expect(renewed).toHaveLength(limits.recoveryCodes);
    expect((await (await atSecondStep()).submit("/login/code", { code: codes[0] ?? "" })).status).toBe(400);
    expect((await off(browser, codeAt(secret))).status).toBe(204);
    expect((await people.logIn(user, people.visitor())).location).toBe("/app/");
  });

  test("takes a code of the app or a recovery code, and nothing else", async () => {
    const browser = people.browserOf(user);
    const { secret, codes } = await enrol(browser);
    for (const code of ["", "000000", codeAt(secret, 0)]) {
      const refused = await off(browser, code);
      expect([refused.status, refused.json.error.details.issues[0].param]).toEqual([400, "code"]);
    }
    expect((await people.logIn(user, people.visitor())).location).toBe("/login/code");
    expect((await off(browser, codes[0] ?? "")).status).toBe(204);
    expect((await people.logIn(user, people.visitor())).location).toBe("/app/");
  });

  test("by an operator", async () => {
    await withSecondStep();
    expect([disableTotp(people.deps, user.id), disableTotp(people.deps, user.id)]).toEqual([true, false]);
    expect((await people.logIn(user, people.visitor())).location).toBe("/app/");
  });
});

test("neither secret nor codes reach log, audit or database as they are", async () => {
  const { secret, codes } = await withSecondStep();
  const { db } = people.server.context;
  const told = JSON.stringify([
    people.server.log,
    db.prepare("SELECT * FROM audit_log").all(),
    db.prepare("SELECT * FROM recovery_codes").all(),
  ]);
  for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
    expect(told).not.toContain(hidden);
});
