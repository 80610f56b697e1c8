/** Passkeys over HTTP, with a device in software; test/browser has them with a browser's own. */
import { beforeEach, describe, expect, test } from "bun:test";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { disableUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { insertPasskey, passkeysOf } from "../../src/store/log-in/passkeys.ts";
import type { User } from "../../src/store/people/users.ts";
import { Authenticator, type Bent } from "../support/authenticator.ts";
import { startPeople } from "../support/people.ts";
import { testPeople } from "../support/test-servers.ts";
import type { Page, Visitor } from "../support/visitor.ts";

let user: User;
let own: Visitor;
let device: Authenticator;
let visitor: Visitor;

const people = await testPeople({ host: "localhost" });

beforeEach(() => {
  people.forgive();
  user = people.add();
  own = people.browserOf(user);
  device = new Authenticator(people.server.url);
  visitor = people.visitor();
});

async function json(who: Visitor, path: string, body: unknown, headers: Record<string, string> = {}) {
  const type = { "Content-Type": "application/json", Origin: people.server.url };
  return who.send(path, { method: "POST", body: JSON.stringify(body), headers: { ...type, ...headers } });
}

const begin = () => own.call("POST", "/me/passkeys/options");

async function make(bent: Bent = {}, name = "Laptop"): Promise<Page> {
  const { options, creation } = (await begin()).json;
  return own.call("POST", "/me/passkeys", { creation, response: device.create(options, bent), name });
}

const ask = async (who = visitor) => JSON.parse((await json(who, "/login/passkey/options", {})).text);

async function logIn(bent: Bent = {}, who = visitor, next = ""): Promise<Page> {
  return json(who, "/login/passkey", { response: device.get(await ask(who), bent), next });
}

const isIn = async (who = visitor) => (await who.get("/logout")).status === 200;
const passkeys = () => passkeysOf(people.server.context.db, user.id);
const codeIn = ({ text }: Page) => JSON.parse(text).error?.code;

describe("making one", () => {
  test("needs a verified person and an answer to this question from this host", async () => {
    const refused: Bent[] = [
      { verified: false },
      { origin: "https://evil.test" },
      { rpId: "evil.test" },
      { challenge: Buffer.from("another challenge of some length").toString("base64url") },
    ];
    for (const bent of refused) {
      const answer = await make(bent);
      expect([bent, answer.status, codeIn(answer)]).toEqual([bent, 400, "invalid_request"]);
    }
    expect(passkeys()).toEqual([]);
    expect((await make()).status).toBe(201);
    const { data } = (await own.call("GET", "/me/passkeys")).json;
    expect(data).toEqual([expect.objectContaining({ id: device.id, name: "Laptop", last_used_at: null })]);
  });

  test("takes each answer once, and no passkey twice", async () => {
    const { options, creation } = (await begin()).json;
    const body = { creation, response: device.create(options), name: "a" };
    expect((await own.call("POST", "/me/passkeys", body)).status).toBe(201);
    expect((await own.call("POST", "/me/passkeys", body)).status).toBe(400);
    expect((await make()).status).toBe(400);
    expect(passkeys()).toHaveLength(1);
  });

  test("is bounded in number and in the length of names", async () => {
    expect((await make({}, "x".repeat(limits.passkeyNameChars + 1))).status).toBe(400);
    expect((await make({}, "")).status).toBe(400);
    expect((await make({}, "Lap\u202etop")).status).toBe(400);
    const { db, clock } = people.server.context;
    for (let i = 1; i < limits.passkeysPerPerson; i++) {
      const rest = { publicKey: new Uint8Array(1), counter: 0, transports: [], lastUsedAt: null };
      insertPasskey(db, {
        id: Buffer.from(`${user.id} ${i}`).toString("base64url"),
        userId: user.id,
        name: "x",
        createdAt: clock.now(),
        ...rest,
      });
    }
    expect((await make({}, "x".repeat(limits.passkeyNameChars))).status).toBe(201);
    device = new Authenticator(people.server.url);
    expect((await make()).status).toBe(400);
    expect(passkeys()).toHaveLength(limits.passkeysPerPerson);
  });

  test("needs the session's token and a log-in of late", async () => {
    expect((await json(own, "/v1/me/passkeys/options", {})).status).toBe(403);
    expect((await json(own, "/v1/me/passkeys/options", {}, { "x-csrf-token": "x" })).status).toBe(403);
    people.clock.nowMs += limits.freshLogInMs;
    expect((await begin()).json.error.code).toBe("fresh_log_in_required");
  });
});

describe("logging in", () => {
  test("takes no name, and leads to where the person wanted to go", async () => {
    await make();
    expect(JSON.parse((await logIn({}, visitor, "/logout")).text)).toEqual({ location: "/logout" });
    expect((await visitor.get("/v1/me/profile")).text).toContain(user.email);
    expect(JSON.parse((await logIn({}, people.visitor(), "//evil.test")).text)).toEqual({
      location: "/app/",
    });
  });

  test("refuses what is bent, with one and the same answer", async () => {
    await make();
    const bents: Bent[] = [
      { verified: false },
      { origin: "https://evil.test" },
      { rpId: "evil.test" },
      { challenge: "x" },
      { counter: 1 },
    ];
    const told = new Set<string>();
    for (const bent of bents) {
      const answer = await logIn(bent);
      expect([bent, answer.status]).toEqual([bent, 400]);
      told.add(JSON.parse(answer.text).error.message);
    }
    device = new Authenticator(people.server.url);
    told.add(JSON.parse((await logIn()).text).error.message);
    expect(told.size).toBe(1);
    expect(await isIn()).toBe(false);
  });

  test("takes each answer once, and in the browser that was asked", async () => {
    await make();
    const response = device.get(await ask());
    const cookie = visitor.cookies.get("tiro_log_in") ?? "";
    const thief = people.visitor();
    expect((await json(thief, "/login/passkey", { response })).status).toBe(400);
    expect((await json(visitor, "/login/passkey", { response })).status).toBe(200);
    thief.cookies.set("tiro_log_in", cookie);
    expect((await json(thief, "/login/passkey", { response })).status).toBe(400);
    expect(await isIn(thief)).toBe(false);
  });

  test("not after a while, from another site, or once it was removed or its person disabled", async () => {
    await make();
    const response = device.get(await ask());
    people.clock.nowMs += limits.logInMs;
    expect((await json(visitor, "/login/passkey", { response })).status).toBe(400);
    const foreign = await json(visitor, "/login/passkey/options", {}, { Origin: "https://evil.test" });
    expect([foreign.status, codeIn(foreign)]).toEqual([403, "foreign_request"]);
    const stranger = people.browserOf(people.add());
    await stranger.call("DELETE", `/me/passkeys/${device.id}`);
    expect(passkeys()).toHaveLength(1);
    disableUser(people.deps, user.id);
    expect(codeIn(await logIn())).toBe("account_disabled");
    const { db } = people.server.context;
    db.prepare("DELETE FROM passkeys WHERE user_id = ?").run(user.id);
    expect(codeIn(await logIn())).toBe("invalid_request");
  });

  test("who sends many wrong ones is slowed down, and it is written down", async () => {
    await make();
    for (let i = 0; i < limits.passwordFailuresPerNetwork; i++)
      expect((await logIn({ challenge: "x" })).status).toBe(400);
    const startedMs = performance.now();
    expect((await logIn()).status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(limits.networkDelayFirstMs - 1);
    const failed = { action: "user.log_in_failed", target: user.id, details: { method: "passkey" } };
    expect(listAudit(people.server.context.db, { target: user.id, limit: 50 })).toContainEqual(
      expect.objectContaining(failed),
    );
  });
});

test("a server that is reached by a number says that it cannot have any", async () => {
  const numbered = await startPeople();
  const person = numbered.add();
  const acme = addOrganization(numbered.deps, { name: "Acme", owner: person });
  setPolicy(numbered.deps, acme.id, { secondStepRequired: true });
  const browser = numbered.browserOf(person);
  const { text } = await browser.get("/login/second-step/passkey");
  expect([text.includes("by its IP address"), text.includes("<script")]).toEqual([true, false]);
  expect((await browser.call("POST", "/me/passkeys/options")).status).toBe(400);
  await numbered.server.close();
});
