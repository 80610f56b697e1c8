/** Events reach those who may know of them, as they happen or when they come back, and nobody else. */
import { afterEach, describe, expect, test } from "bun:test";
import type { Credential } from "../../src/accounts/authentication/principal.ts";
import { createKey, revokeKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember, removeMember, setMemberRole } from "../../src/accounts/organizations/members.ts";
import {
  addOrganization,
  disableOrganization,
  setPolicy,
} from "../../src/accounts/organizations/organizations.ts";
import { disableUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { newId } from "../../src/lib/ids.ts";
import type { Turn } from "../../src/queue/fair-queue.ts";
import { type Browser, browserCalls } from "../support/browser.ts";
import { EventReader, type ReceivedEvent } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import { App, post, toForm } from "../support/oauth.ts";
import type { People } from "../support/people.ts";
import { upload } from "../support/tenants.ts";
import { testPeople } from "../support/test-servers.ts";

/** Less than a stream may last. */
const LITTLE_MS = 5 * 60_000;

const readers: EventReader[] = [];
const people = await testPeople();
await people.server.context.engine.ready();
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

const keyDeps = () => ({ ...people.deps, keyPrefixes: ["tiro_"] });
const bearer = ({ key }: { key: string }) => ({ Authorization: `Bearer ${key}` });

async function listen(headers: Record<string, string>, lastId?: string): Promise<EventReader> {
  const resuming: Record<string, string> = lastId === undefined ? {} : { "Last-Event-ID": lastId };
  const reader = await EventReader.open(people.server.url, { ...headers, ...resuming });
  readers.push(reader);
  return reader;
}

async function newPerson(): Promise<{ user: ReturnType<People["add"]>; browser: Browser }> {
  const user = people.add();
  return { user, browser: await browserCalls(people, user) };
}

const is =
  (type: string, data: object = {}) =>
  (event: ReceivedEvent) =>
    event.type === type && Object.entries(data).every(([name, value]) => event.data[name] === value);

const addWord = ({ call }: Browser, word: string) =>
  call("PATCH", "/customizations", { operations: [{ type: "dictionary_add", word }] });

async function newJob({ headers }: Browser): Promise<string> {
  const { headers: ofUpload, ...rest } = upload("json");
  const answer = await fetch(`${people.server.url}/v1/audio/transcription-jobs`, {
    ...rest,
    headers: { ...headers, ...(ofUpload as Record<string, string>) },
  });
  return ((await answer.json()) as { id: string }).id;
}

test("a stream begins with an id from which it can be resumed", async () => {
  const { browser } = await newPerson();
  const answer = await fetch(`${people.server.url}/v1/events`, { headers: browser.headers, method: "HEAD" });
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("x-accel-buffering")).toBe("no");
  const reader = await listen(browser.headers);
  expect(await reader.until(is("ready"))).toEqual({
    type: "ready",
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    data: {},
  });
});

describe("what is told", () => {
  test("a job from its storage to its end, with progress", async () => {
    const { browser } = await newPerson();
    const reader = await listen(browser.headers);
    const id = await newJob(browser);
    await reader.until(is("job", { id, status: "succeeded" }));
    const told = reader.events.filter(({ type }) => type === "job").map(({ data }) => data);
    const [progress] = told.filter((job) => job.progress !== null);
    expect(progress).toEqual({
      id,
      status: "queued",
      error_code: null,
      progress: { stage: "recognition", done_seconds: 0, total_seconds: expect.any(Number) },
    });
    expect(told.filter(({ status }) => status === "succeeded")).toEqual([
      { id, status: "succeeded", error_code: null, progress: null },
    ]);
  });

  test("a job's cancellation", async () => {
    const { browser } = await newPerson();
    const reader = await listen(browser.headers);
    using _ = holdQueue();
    const id = await newJob(browser);
    await reader.until(is("job", { id, status: "queued" }));
    await browser.call("POST", `/audio/transcription-jobs/${id}/cancel`);
    await reader.until(is("job", { id, status: "cancelled" }));
  });

  test("customizations, settings, dictations, keys and apps", async () => {
    const { user, browser } = await newPerson();
    const reader = await listen(browser.headers);
    await addWord(browser, "Ngũgĩ");
    await addWord(browser, "Ngũgĩ");
    await browser.call("PATCH", "/settings", { language: "en" });
    const { json: key } = await browser.call("POST", "/keys", { name: "k" });
    await browser.call("DELETE", `/keys/${key.id}`);
    await reader.until(is("key", { id: key.id, change: "revoked" }));
    const told = reader.events.map(({ type, data }) => [type, data]);
    // Adding the same word again changed nothing.
    expect(told).toEqual([
      ["ready", {}],
      ["customizations", { revision: 1 }],
      ["settings", {}],
      ["key", { id: key.id, account_id: user.id, change: "created" }],
      ["key", { id: key.id, account_id: user.id, change: "revoked" }],
    ]);
    expect(JSON.stringify(told)).not.toContain("Ngũgĩ");
  });

  test("an organization's keys to those whose role lets them see keys", async () => {
    const [owner, member] = [await newPerson(), await newPerson()];
    const { id } = addOrganization(people.deps, { name: `Acme ${owner.user.id}`, owner: owner.user });
    addMember(people.deps, id, member.user.id, "member");
    const [owners, members] = [await listen(owner.browser.headers), await listen(member.browser.headers)];
    const key = createKey(keyDeps(), { id }, { name: "k" });
    await owners.until(is("key", { id: key.id, account_id: id }));
    await addWord(member.browser, "later");
    await members.until(is("customizations"));
    expect(members.events.filter(is("key"))).toEqual([]);
  });
});

describe("who is told", () => {
  test("nobody hears of another person, whatever they listen with", async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    const { id } = addOrganization(people.deps, { name: `Beta ${bob.user.id}`, owner: bob.user });
    const before = await listen(bob.browser.headers);
    const bobs = createKey(keyDeps(), bob.user, { name: "k" });
    const betas = createKey(keyDeps(), { id }, { name: "k" });
    for (const key of [bobs, betas]) await before.until(is("key", { id: key.id }));
    const strangers = [
      await listen(bob.browser.headers),
      await listen(bearer(bobs)),
      await listen({ ...bearer(betas), "Service-User": bob.user.id }),
    ];
    const own = await listen(ada.browser.headers);
    await addWord(ada.browser, "secret");
    const job = await newJob(ada.browser);
    await own.until(is("job", { id: job, status: "succeeded" }));
    const made = createKey(keyDeps(), ada.user, { name: "k" });
    await own.until(is("key", { id: made.id }));
    await addWord(bob.browser, "own");
    for (const stranger of strangers) {
      await stranger.until(is("customizations"));
      expect(stranger.events.map(({ type }) => type)).toEqual(["ready", "customizations"]);
    }
  });

  test("a key hears of content and not of keys; without the scope read it does not listen", async () => {
    const { user, browser } = await newPerson();
    const reads = createKey(keyDeps(), user, { name: "k", scopes: ["read"] });
    const writes = createKey(keyDeps(), user, { name: "k", scopes: ["write"] });
    expect((await listen(bearer(writes))).status).toBe(403);
    const [byKey, byBrowser] = [await listen(bearer(reads)), await listen(browser.headers)];
    const made = createKey(keyDeps(), user, { name: "k" });
    await byBrowser.until(is("key", { id: made.id }));
    await addWord(browser, "own");
    await byKey.until(is("customizations"));
    expect(byKey.events.map(({ type }) => type)).toEqual(["ready", "customizations"]);
  });

  test("a stream ends when the time of what let it in is over, and of nothing else", async () => {
    const [soon, later] = [await newPerson(), await newPerson()];
    const key = createKey(keyDeps(), soon.user, { name: "k", expiresInDays: 1 });
    const oldest = people.clock.nowMs - limits.browserSessionMs + LITTLE_MS;
    people.deps.db
      .prepare("UPDATE browser_sessions SET created_at = ? WHERE user_id = ?")
      .run(oldest, soon.user.id);
    people.deps.db
      .prepare("UPDATE api_keys SET expires_at = ? WHERE id = ?")
      .run(people.clock.nowMs + LITTLE_MS, key.id);
    const [byBrowser, byKey, others] = [
      await listen(soon.browser.headers),
      await listen(bearer(key)),
      await listen(later.browser.headers),
    ];
    people.clock.nowMs += LITTLE_MS - 1;
    await addWord(soon.browser, "last");
    for (const reader of [byBrowser, byKey]) await reader.until(is("customizations"));
    people.clock.nowMs += 1;
    expect([await byBrowser.end(), await byKey.end(), others.ended]).toEqual([true, true, false]);
    for (const headers of [soon.browser.headers, bearer(key)])
      expect((await listen(headers)).status).toBe(401);
  });

  test.each([
    [
      "who goes from the organization",
      (org: string, member: string) => removeMember(people.deps, org, member),
    ],
    ["whose organization is disabled", (org: string) => disableOrganization(people.deps, org)],
  ])("a stream of an organization's key ends for the member %s", async (_, change) => {
    const [owner, member] = [await newPerson(), await newPerson()];
    const { id } = addOrganization(people.deps, { name: `Delta ${owner.user.id}`, owner: owner.user });
    addMember(people.deps, id, member.user.id, "member");
    const key = createKey(keyDeps(), { id }, { name: "k" });
    const reader = await listen({ ...bearer(key), "Service-User": member.user.id });
    change(id, member.user.id);
    expect(await reader.end()).toBe(true);
  });

  test("a stream ends where its person has to set up a second step first", async () => {
    const { user, browser } = await newPerson();
    const { id } = addOrganization(people.deps, { name: `Epsilon ${user.id}`, owner: user });
    const reader = await listen(browser.headers);
    setPolicy(people.deps, id, { secondStepRequired: true });
    expect(await reader.end()).toBe(true);
    expect((await listen(browser.headers)).status).toBe(403);
  });

  test.each([
    [
      "logs out",
      async ({ browser }: Awaited<ReturnType<typeof newPerson>>) => {
        const { json } = await browser.call("GET", "/browser-sessions");
        await browser.call("DELETE", `/browser-sessions/${json.data[0].id}`);
      },
    ],
    [
      "is disabled",
      async ({ user }: Awaited<ReturnType<typeof newPerson>>) => disableUser(people.deps, user.id),
    ],
  ])("a stream ends when its person %s", async (_, end) => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [reader, others] = [await listen(person.browser.headers), await listen(other.browser.headers)];
    await end(person);
    expect([await reader.end(), others.ended]).toEqual([true, false]);
    expect((await listen(person.browser.headers)).status).toBe(401);
  });

  test("a stream ends where its person's role, or the networks of its key, no longer let it be as it is", async () => {
    const [owner, admin] = [await newPerson(), await newPerson()];
    const { id } = addOrganization(people.deps, { name: `Gamma ${owner.user.id}`, owner: owner.user });
    addMember(people.deps, id, admin.user.id, "admin");
    const key = createKey(keyDeps(), { id }, { name: "k" });
    const [admins, keys, owners] = [
      await listen(admin.browser.headers),
      await listen({ ...bearer(key), "Service-User": owner.user.id }),
      await listen(owner.browser.headers),
    ];
    setMemberRole(people.deps, id, admin.user.id, "member");
    expect(await admins.end()).toBe(true);
    setPolicy(people.deps, id, { keyNetworks: ["192.0.2.0/24"] });
    expect(await keys.end()).toBe(true);
    expect(owners.ended).toBe(false);
  });

  test("a stream ends with its key", async () => {
    const { user, browser } = await newPerson();
    const key = createKey(keyDeps(), user, { name: "k" });
    const reader = await listen(bearer(key));
    await addWord(browser, "begin");
    await reader.until(is("customizations"));
    revokeKey(people.deps, key.id);
    expect(await reader.end()).toBe(true);
  });

  test("a stream ends with the access token that opened it, and with what the person allowed", async () => {
    const app = await App.register(people.server);
    const first = await app.tokens(people.add());
    const byFirst = await listen(bearer({ key: first.access_token }));
    people.clock.nowMs += limits.oauthAccessTokenMs / 2;
    const second = (await app.refresh(first.refresh_token)).body;
    const bySecond = await listen(bearer({ key: second.access_token }));
    people.clock.nowMs += limits.oauthAccessTokenMs / 2;
    expect([await byFirst.end(), bySecond.ended]).toEqual([true, false]);
    await post(app.server, "/oauth/revoke", toForm({ client_id: app.id, token: second.access_token }));
    expect(await bySecond.end()).toBe(true);
  });

  test("a stream ends after its time, for the credential to be looked at anew", async () => {
    const { browser } = await newPerson();
    const reader = await listen(browser.headers);
    people.clock.nowMs += limits.eventStreamMs;
    await people.server.context.eventStreams.beat();
    expect(await reader.end()).toBe(true);
  });
});

describe("coming back", () => {
  test("tells what was missed, once, in its order", async () => {
    const { browser } = await newPerson();
    const first = await listen(browser.headers);
    await addWord(browser, "one");
    await first.until(is("customizations", { revision: 1 }));
    first.close();
    await Bun.sleep(20);
    await addWord(browser, "two");
    await browser.call("PATCH", "/settings", { language: "en" });
    const again = await listen(browser.headers, first.lastId ?? "");
    await addWord(browser, "three");
    await again.until(is("customizations", { revision: 3 }));
    expect(again.events.map(({ type, data }) => [type, data.revision])).toEqual([
      ["customizations", 2],
      ["settings", undefined],
      ["customizations", 3],
    ]);
  });

  test.each([
    ["was here before the server started", `evt_${"0".repeat(32)}`],
    ["sends nonsense", "x"],
  ])("to who %s it says that everything is to be read anew", async (_, lastId) => {
    const { browser } = await newPerson();
    const reader = await listen(browser.headers, lastId);
    expect(await reader.until(is("reset"))).toMatchObject({ id: expect.stringMatching(/^evt_/) });
  });

  test("after more than is remembered, too", async () => {
    const { browser, user } = await newPerson();
    const { id } = await (await listen(browser.headers)).until(is("ready"));
    for (let count = 0; count <= limits.eventsRemembered; count++)
      people.server.context.events.publish([`customizations ${user.id}`], "settings", {});
    await (await listen(browser.headers, id)).until(is("reset"));
  });
});

test("one person opens so many streams and no more, and has room again after one is closed", async () => {
  const { browser } = await newPerson();
  for (let count = 0; count < limits.eventStreamsPerPerson; count++)
    expect((await listen(browser.headers)).status).toBe(200);
  expect((await listen(browser.headers)).status).toBe(429);
  readers.shift()?.close();
  await eventually(async () => (await listen(browser.headers)).status, 200);
});

test("neither a key with many members nor all keys together take the places of browsers", async () => {
  const { eventStreams } = people.server.context;
  const opened: ReadableStream[] = [];
  const open = (accountId: string, userId: string, credential: Pick<Credential, "id" | "method">) =>
    opened.push(
      eventStreams.open({ accountId, userId, credential: { ...credential, scopes: ["read"] } }, "::1", null),
    );
  /** As many as there is room for, each for another person. @returns how many those were. */
  const fill = (accountId: string, keyId: string): number => {
    for (let count = 0; ; count += 1) {
      try {
        open(accountId, newId("usr"), { id: keyId, method: "api_key" });
      } catch (error) {
        expect(error).toMatchObject({ code: "concurrency_limit_exceeded" });
        return count;
      }
    }
  };
  try {
    const [acme, beta] = [newId("org"), newId("org")];
    expect(fill(acme, newId("key"))).toBe(limits.eventStreamsPerCredential);
    expect(fill(acme, newId("key"))).toBe(limits.eventStreamsPerAccount - limits.eventStreamsPerCredential);
    expect(fill(acme, newId("key"))).toBe(0);
    let programs: number = limits.eventStreamsPerAccount;
    for (let more = fill(beta, newId("key")); more > 0; more = fill(newId("org"), newId("key")))
      programs += more;
    expect(programs).toBe(limits.eventStreams - limits.eventStreamsForBrowsers);
    const userId = newId("usr");
    open(userId, userId, { id: newId("brs"), method: "browser_session" });
  } finally {
    for (const stream of opened.splice(0)) await stream.cancel();
  }
  open(newId("org"), newId("usr"), { id: newId("key"), method: "api_key" });
  await opened[0]?.cancel();
});

/** Nothing begins while it is held. */
function holdQueue(): Disposable {
  const { turns } = people.server.context;
  const held: Turn[] = [];
  for (;;) {
    const turn = turns.enterNow({ lane: "dictation", party: `the test ${held.length}` });
    if (turn === null) break;
    held.push(turn);
  }
  return { [Symbol.dispose]: () => held.forEach((turn) => void turn.end()) };
}
