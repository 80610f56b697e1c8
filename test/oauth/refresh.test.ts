/** Refresh tokens: races, lost answers and theft, with a clock that moves only when the test moves it. */
import { expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { hashSecret } from "../../src/lib/secrets.ts";
import { inTransaction } from "../../src/store/db.ts";
import {
  insertOAuthRefreshToken,
  noteOAuthRefreshTokenUse,
  oauthRefreshTokenByHash,
} from "../../src/store/oauth/refresh-tokens.ts";
import { App, bearer, LOOPBACK } from "../support/oauth.ts";
import type { Json } from "../support/server.ts";
import { useSite } from "./site.ts";

const site = useSite();

const me = async ({ access_token }: Json) =>
  (await fetch(`${site.api}/me`, { headers: bearer(access_token) })).status;
const misuses = () =>
  site.server.context.db
    .prepare("SELECT target, details FROM audit_log WHERE action = 'grant.misused' ORDER BY sequence")
    .all() as { target: string; details: string }[];

test("five refreshes at once, five times: all succeed within the grace", async () => {
  let current = (await site.app.tokens(site.person)).refresh_token;
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => site.app.refresh(current)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    expect(successors.size).toBe(5);
    for (const { body } of answers) expect(await me(body)).toBe(200);
    current = answers[round]?.body.refresh_token;
    site.clock.nowMs += limits.oauthRefreshGraceMs / 10;
  }
});

test("the same one, five at once, five times, to the end of the grace; none after it", async () => {
  const first = await site.app.tokens(site.person);
  const race = () => Promise.all([1, 2, 3, 4, 5].map(() => site.app.refresh(first.refresh_token)));
  const successors: Json[] = [];
  const begin = site.clock.nowMs;
  for (let round = 0; round < 5; round++) {
    site.clock.nowMs = begin + (round * limits.oauthRefreshGraceMs) / 4;
    for (const { status, body } of await race()) {
      expect(status).toBe(200);
      successors.push(body);
    }
  }
  site.clock.nowMs = begin + limits.oauthRefreshGraceMs + 1;
  const late = await race();
  expect(late.map(({ status, body }) => [status, body.error])).toEqual(
    late.map(() => [400, "invalid_grant"]),
  );
  for (const successor of successors) {
    expect(await me(successor)).toBe(401);
    expect((await site.app.refresh(successor.refresh_token)).body.error).toBe("invalid_grant");
  }
});

test("a token that comes back after the grace ends all that came of the consent, and is written down once", async () => {
  const before = misuses().length;
  const first = await site.app.tokens(site.person);
  const second = (await site.app.refresh(first.refresh_token)).body;
  site.clock.nowMs += limits.oauthRefreshGraceMs;
  const third = (await site.app.refresh(first.refresh_token)).body;
  expect(await me(third)).toBe(200);
  site.clock.nowMs += 1;
  expect((await site.app.refresh(first.refresh_token)).body.error).toBe("invalid_grant");
  for (const tokens of [second, third]) {
    expect(await me(tokens)).toBe(401);
    expect((await site.app.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
  }
  const written = misuses().slice(before);
  expect(written).toHaveLength(1);
  expect(JSON.parse(written[0]?.details ?? "")).toMatchObject({
    user: site.person.id,
    client: site.app.id,
    reused: "refresh_token",
  });
});

/** Two clients that hold tokens of the same exchange: the person's and, perhaps, a thief's. */
async function siblings() {
  const first = await site.app.tokens(site.person);
  const tokens = await Promise.all([1, 2].map(() => site.app.refresh(first.refresh_token)));
  const current = tokens.map(({ body }) => body as Json);
  const go = async (which: 0 | 1) => {
    const { status, body } = await site.app.refresh(current[which]?.refresh_token);
    if (status === 200) current[which] = body;
    return status;
  };
  return { go, current };
}

test.each([
  [
    [0, 1],
    [200, 400],
  ],
  [
    [1, 0],
    [200, 400],
  ],
  [
    [0, 0, 0, 1],
    [200, 200, 200, 400],
  ],
  [
    [0, 0, 0, 0],
    [200, 200, 200, 200],
  ],
] as const)("siblings that go on after the grace in the order %p are answered %p", async (order, answers) => {
  const { go, current } = await siblings();
  const before = misuses().length;
  const seen: number[] = [];
  for (const which of order) {
    site.clock.nowMs += limits.oauthRefreshGraceMs + 1;
    seen.push(await go(which));
  }
  expect(seen).toEqual([...answers]);
  const ended = seen.includes(400);
  expect(misuses().length - before).toBe(ended ? 1 : 0);
  expect(await me(current[0] as Json)).toBe(ended ? 401 : 200);
});

test("siblings that both go on within the grace only are one client that lost an answer", async () => {
  const { go } = await siblings();
  expect([await go(0), await go(1)]).toEqual([200, 200]);
  site.clock.nowMs += limits.oauthRefreshGraceMs + 1;
  expect([await go(1), await go(1)]).toEqual([200, 200]);
});

test("another grant of the same person and app is not touched", async () => {
  const [first, other] = [await site.app.tokens(site.person), await site.app.tokens(site.person)];
  await site.app.refresh(first.refresh_token);
  site.clock.nowMs += limits.oauthRefreshGraceMs + 1;
  await site.app.refresh(first.refresh_token);
  expect((await site.app.refresh(other.refresh_token)).status).toBe(200);
});

test("a client that lost the answer asks again and goes on", async () => {
  const first = await site.app.tokens(site.person);
  await site.app.refresh(first.refresh_token);
  const again = (await site.app.refresh(first.refresh_token)).body;
  site.clock.nowMs += 24 * 3600_000;
  expect((await site.app.refresh(again.refresh_token)).status).toBe(200);
});

test("so many uses within the grace, and no more; the others stay", async () => {
  const first = await site.app.tokens(site.person);
  let last: Json;
  for (let use = 0; use < limits.oauthRefreshUses; use++) {
    const { status, body } = await site.app.refresh(first.refresh_token);
    expect(status).toBe(200);
    last = body;
  }
  expect((await site.app.refresh(first.refresh_token)).body.error).toBe("invalid_grant");
  expect((await site.app.refresh(last.refresh_token)).status).toBe(200);
});

test("ends after its time without use, to the millisecond; each use begins it anew", async () => {
  const first = await site.app.tokens(site.person);
  site.clock.nowMs += limits.oauthRefreshTokenMs - 1;
  const second = await site.app.refresh(first.refresh_token);
  expect(second.status).toBe(200);
  site.clock.nowMs += limits.oauthRefreshTokenMs;
  expect((await site.app.refresh(second.body.refresh_token)).body.error).toBe("invalid_grant");
});

test("is of no use to another client, which cannot end it either", async () => {
  const first = await site.app.tokens(site.person);
  const thief = await App.register(site.server, {
    redirect_uris: [LOOPBACK],
    token_endpoint_auth_method: "none",
  });
  expect((await thief.refresh(first.refresh_token)).body.error).toBe("invalid_grant");
  const second = await site.app.refresh(first.refresh_token);
  site.clock.nowMs += limits.oauthRefreshGraceMs + 1;
  expect((await thief.refresh(first.refresh_token)).body.error).toBe("invalid_grant");
  expect((await site.app.refresh(second.body.refresh_token)).status).toBe(200);
});

/** @returns the first token and the newest, after so many exchanges; those between were never sent to anybody. */
async function exchanged(times: number): Promise<[first: string, newest: string]> {
  const { db } = site.server.context;
  const { refresh_token: first } = await site.app.tokens(site.person);
  const second = (await site.app.refresh(first)).body.refresh_token;
  const token = oauthRefreshTokenByHash(db, hashSecret(second));
  if (token === null) throw new Error("no second token");
  inTransaction(db, () => {
    for (let count = 2; count < times; count += 1) {
      site.clock.nowMs += 1;
      const hash = hashSecret(`token ${count} of ${second}`);
      insertOAuthRefreshToken(db, token, hash);
      noteOAuthRefreshTokenUse(db, hash, site.clock.nowMs);
    }
  });
  const newest = (await site.app.refresh(second)).body.refresh_token;
  site.clock.nowMs += limits.oauthRefreshGraceMs + 1;
  return [first, newest];
}

test("so many tokens of a grant are known; what was used before those is refused and ends nothing", async () => {
  const before = misuses().length;
  const stored = site.server.context.db.prepare("SELECT count(*) FROM oauth_refresh_tokens").pluck();
  const [known, itsNewest] = await exchanged(limits.oauthRefreshTokensPerGrant - 1);
  expect((await site.app.refresh(known)).status).toBe(400);
  expect([misuses().length - before, (await site.app.refresh(itsNewest)).status]).toEqual([1, 400]);
  const others = stored.get() as number;
  const [forgotten, newest] = await exchanged(limits.oauthRefreshTokensPerGrant + 1);
  expect(stored.get()).toBe(others + limits.oauthRefreshTokensPerGrant);
  expect((await site.app.refresh(forgotten)).status).toBe(400);
  expect([misuses().length - before, (await site.app.refresh(newest)).status]).toEqual([1, 200]);
});
