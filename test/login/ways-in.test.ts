/** Password, second step and passkeys by JSON, as the app in the browser changes them. */
import { beforeEach, describe, expect, test } from "bun:test";
import { generateSync } from "otplib";
import { limits } from "../../src/config/limits.ts";
import { passkeysOf } from "../../src/store/log-in/passkeys.ts";
import { hasTotp } from "../../src/store/log-in/totp.ts";
import type { User } from "../../src/store/people/users.ts";
import { Authenticator } from "../support/authenticator.ts";
import { type Browser, browserCalls } from "../support/browser.ts";
import { PASSWORD } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";

const OTHER = "another horse battery";
const STEP_MS = 30_000;

let user: User;
let own: Browser;

const people = await testPeople({ host: "localhost" });
beforeEach(async () => {
  people.forgive();
  user = people.add();
  own = await browserCalls(people, user);
});

const refusedFields = ({ json }: { json: { error?: { details?: { issues?: { param: string }[] } } } }) =>
  json.error?.details?.issues?.map(({ param }) => param);

describe("the password", () => {
  const change = (fields: object = {}) =>
    own.call("PUT", "/me/password", { current_password: PASSWORD, password: OTHER, ...fields });

  test("is changed; this browser gets a new session, and all others end", async () => {
    const other = await browserCalls(people, user);
    const { status, answer } = await change();
    expect(status).toBe(204);
    const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("tiro_session="));
    expect((await own.call("GET", "/me/profile")).status).toBe(401);
    expect((await other.call("GET", "/me/profile")).status).toBe(401);
    const headers = { Cookie: session?.split(";")[0] ?? "" };
    expect((await fetch(`${people.server.url}/v1/me/profile`, { headers })).status).toBe(200);
    const again = await people.visitor().submit("/login", { email: user.email, password: OTHER });
    expect(again.location).toBe("/app/");
  });

  test("keeps other sessions where the person says so", async () => {
    const other = await browserCalls(people, user);
    expect((await change({ keep_sessions: true })).status).toBe(204);
    expect((await other.call("GET", "/me/profile")).status).toBe(200);
  });

  test("stays where the current one is not known, or the new one too weak", async () => {
    const wrong = await change({ current_password: "not the battery" });
    expect([wrong.status, refusedFields(wrong)]).toEqual([400, ["current_password"]]);
    const weak = await change({ password: "password1234" });
    expect([weak.status, refusedFields(weak)]).toEqual([400, ["password"]]);
    expect((await change({ password: "short" })).status).toBe(400);
    expect((await people.logIn(user, people.visitor())).location).toBe("/app/");
  });
});

describe("the second step", () => {
  const codeAt = (secret: string) => generateSync({ secret, epoch: Math.floor(people.clock.nowMs / 1000) });
  const isOn = () => hasTotp(people.server.context.db, user.id);
  const begin = async () => (await own.call("POST", "/me/second-step/enrolment")).json;
  const turnOn = async () => {
    const { secret, enrolment } = await begin();
    const { json } = await own.call("PUT", "/me/second-step", { enrolment, code: codeAt(secret) });
    people.clock.nowMs += STEP_MS;
    return { secret: secret as string, codes: json.recovery_codes as string[] };
  };

  test("is turned on with a code of the app, and tells recovery codes once", async () => {
    const { secret, qr_code, enrolment } = await begin();
    expect(qr_code).toStartWith("<svg ");
    const wrong = await own.call("PUT", "/me/second-step", { enrolment, code: "abcdef" });
    expect([wrong.status, refusedFields(wrong), isOn()]).toEqual([400, ["code"], false]);
    const right = await own.call("PUT", "/me/second-step", { enrolment, code: codeAt(secret) });
    expect([right.status, isOn()]).toEqual([200, true]);
    expect(new Set(right.json.recovery_codes).size).toBe(limits.recoveryCodes);
    expect((await own.call("POST", "/me/second-step/enrolment")).status).toBe(400);
  });

  test("takes no secret that was made for somebody else, or too long ago", async () => {
    const other = await browserCalls(people, people.add());
    const { secret, enrolment } = (await other.call("POST", "/me/second-step/enrolment")).json;
    const body = { enrolment, code: codeAt(secret) };
    expect((await own.call("PUT", "/me/second-step", body)).status).toBe(400);
    people.clock.nowMs += limits.logInMs;
    const late = { enrolment, code: codeAt(secret) };
    expect((await other.call("PUT", "/me/second-step", late)).status).toBe(400);
    expect(isOn()).toBe(false);
  });

  test("gets new recovery codes, and is turned off with a code alone", async () => {
    const { secret, codes } = await turnOn();
    const renewed = (await own.call("POST", "/me/second-step/recovery-codes")).json.recovery_codes;
    expect(renewed).toHaveLength(limits.recoveryCodes);
    const turnOff = (code: string) => own.call("POST", "/me/second-step/turn-off", { code });
    for (const code of ["", codes[0] ?? ""]) expect((await turnOff(code)).status).toBe(400);
    expect(isOn()).toBe(true);
    expect((await turnOff(codeAt(secret))).status).toBe(204);
    expect(isOn()).toBe(false);
    expect((await own.call("POST", "/me/second-step/recovery-codes")).status).toBe(400);
  });
});

describe("passkeys", () => {
  const passkeys = () => passkeysOf(people.server.context.db, user.id);

  test("are made by a device, listed, and removed by their person alone", async () => {
    const device = new Authenticator(people.server.url);
    const { options, creation } = (await own.call("POST", "/me/passkeys/options")).json;
    const body = { creation, response: device.create(options), name: "Laptop" };
    const made = await own.call("POST", "/me/passkeys", body);
    expect([made.status, made.json.name]).toEqual([201, "Laptop"]);
    expect((await own.call("POST", "/me/passkeys", body)).status).toBe(400);
    expect((await own.call("GET", "/me/passkeys")).json.data).toEqual([made.json]);
    const stranger = await browserCalls(people, people.add());
    await stranger.call("DELETE", `/me/passkeys/${made.json.id}`);
    expect(passkeys()).toHaveLength(1);
    expect((await own.call("DELETE", `/me/passkeys/${made.json.id}`)).status).toBe(204);
    expect(passkeys()).toEqual([]);
  });

  test("need an answer to a question that this person was asked", async () => {
    const device = new Authenticator(people.server.url);
    const stranger = await browserCalls(people, people.add());
    const { options, creation } = (await stranger.call("POST", "/me/passkeys/options")).json;
    const body = { creation, response: device.create(options), name: "Laptop" };
    expect((await own.call("POST", "/me/passkeys", body)).status).toBe(400);
    expect(passkeys()).toEqual([]);
  });
});
