/** The limits of accounts under load: 200 keys, 32 clients, real connections. */
import { expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { setLimit } from "../../src/metering/limits.ts";
import { TEST_ACTOR, testClock } from "../support/database.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { testServer } from "../support/test-servers.ts";

const KEYS = 200;
const KEYS_PER_ACCOUNT = 2;
const CLIENTS = 32;
const REQUESTS_A_MINUTE = 20;
const CONCURRENT_AUDIO = 3;
const WINDOW_MS = 60_000;

const server = await testServer({
  // Its clock stands, so that no request leaves the window.
  overrides: { clock: testClock() },
  environment: {
    TIRO_LIMITS_REQUESTS_PER_MINUTE: String(REQUESTS_A_MINUTE),
    TIRO_LIMITS_CONCURRENT_AUDIO: String(CONCURRENT_AUDIO),
  },
});

interface Account {
  id: string;
  keys: string[];
}

let people = 0;

function newAccount(keys = KEYS_PER_ACCOUNT): Account {
  const { db, clock, config } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR, keyPrefixes: config.auth.key_prefixes };
  people += 1;
  const user = addUser(deps, { email: `load${people}@example.org`, name: `Load ${people}` });
  return {
    id: user.id,
    keys: Array.from({ length: keys }, () => createKey(deps, user, { name: "load" }).key),
  };
}

const numberIn = ({ headers }: Response, name: string) => Number(headers.get(name));

test("requests: each account gets exactly its limit, whatever the others do, and the headers add up", async () => {
  const accounts = Array.from({ length: KEYS / KEYS_PER_ACCOUNT }, () => newAccount());
  const generous = accounts[0] as Account;
  const { db, clock } = server.context;
  setLimit(
    { db, clock, actor: TEST_ACTOR },
    generous.id,
    "requests_per_minute",
    String(REQUESTS_A_MINUTE * 2),
  );

  // One account asks a hundred times as often as the others; it must take nothing from them.
  const noisy = accounts[1] as Account;
  const calls = accounts.flatMap((account) => {
    const times = account === noisy ? 1_000 : REQUESTS_A_MINUTE * 2 + 5;
    return Array.from({ length: times }, (_, index) => ({
      account,
      key: account.keys[index % KEYS_PER_ACCOUNT] as string,
      order: Math.random(),
    }));
  });
  calls.sort((a, b) => a.order - b.order);

  const answers = new Map(accounts.map(({ id }) => [id, [] as Response[]]));
  const client = async () => {
    for (let call = calls.pop(); call; call = calls.pop()) {
      const answer = await fetch(`${server.url}/v1/models`, {
        headers: { Authorization: `Bearer ${call.key}` },
      });
      await answer.text();
      answers.get(call.account.id)?.push(answer);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));

  for (const [id, own] of answers) {
    const limit = id === generous.id ? REQUESTS_A_MINUTE * 2 : REQUESTS_A_MINUTE;
    const passed = own.filter(({ status }) => status === 200);
    const refused = own.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([limit, own.length - limit]);
    const remaining = passed.map((answer) => numberIn(answer, "x-ratelimit-remaining-requests"));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, left) => left));
    for (const answer of own) {
      expect(numberIn(answer, "x-ratelimit-limit-requests")).toBe(limit);
      expect(numberIn(answer, "x-ratelimit-reset-requests")).toBeLessThanOrEqual(60);
      expect(numberIn(answer, "x-ratelimit-remaining-concurrency")).toBe(CONCURRENT_AUDIO);
    }
    for (const answer of refused) {
      expect(numberIn(answer, "x-ratelimit-remaining-requests")).toBe(0);
      const waitMs = numberIn(answer, "retry-after-ms");
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(WINDOW_MS);
    }
  }
});

/** Begins an upload and leaves it open; refused before its model is looked at, or for it once it is complete. */
function openUpload(key: string): { answer: Promise<Response>; finish: () => void } {
  const upload = multipart([
    { name: "model", body: "none" },
    { name: "file", fileName: "talk.wav", body: Buffer.alloc(20_000) },
  ]);
  const gate = Promise.withResolvers<void>();
  const blocks = async function* () {
    yield upload.subarray(0, 10_000);
    await gate.promise;
    yield upload.subarray(10_000);
  };
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  const init = { method: "POST", headers, body: blocks() as never };
  return { answer: fetch(`${server.url}/v1/audio/transcriptions`, init), finish: gate.resolve };
}

test("audio: of all that come at once each account gets exactly its places, and gets them back", async () => {
  const accounts = Array.from({ length: 4 }, () => newAccount());
  for (let round = 0; round < 2; round += 1) {
    const uploads = accounts.flatMap((account) =>
      Array.from({ length: CLIENTS / accounts.length }, (_, index) => {
        const key = account.keys[index % KEYS_PER_ACCOUNT] as string;
        return { account, ...openUpload(key) };
      }),
    );
    const refused = new Map(accounts.map(({ id }) => [id, 0]));
    const each = uploads.map(async ({ account, answer }) => {
      const { status, headers } = await answer;
      if (status === 429) refused.set(account.id, (refused.get(account.id) ?? 0) + 1);
      return { account, status, remaining: Number(headers.get("x-ratelimit-remaining-concurrency")) };
    });
    // The refusals arrive while everything that was let in is still held open.
    const expected = CLIENTS / accounts.length - CONCURRENT_AUDIO;
    while ([...refused.values()].some((count) => count < expected)) await Bun.sleep(5);
    for (const { id } of accounts) expect(server.context.audioPlaces.underWay(id)).toBe(CONCURRENT_AUDIO);
    for (const { finish } of uploads) finish();

    const outcomes = await Promise.all(each);
    for (const { id } of accounts) {
      const own = outcomes.filter(({ account }) => account.id === id);
      const admitted = own.filter(({ status }) => status === 404);
      const turnedAway = own.filter(({ status }) => status === 429);
      expect([admitted.length, turnedAway.length]).toEqual([CONCURRENT_AUDIO, expected]);
      expect(admitted.map(({ remaining }) => remaining).sort()).toEqual([0, 1, 2]);
      expect(turnedAway.every(({ remaining }) => remaining === 0)).toBe(true);
      expect(server.context.audioPlaces.underWay(id)).toBe(0);
    }
  }
});
