/** How a stream is resumed, counted and ended. */
import { afterEach, describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { limits } from "../../src/config/limits.ts";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/json.ts";
import { ScriptedLive, type ScriptedStream } from "../support/live.ts";
import { deltasOf, LiveClient, session } from "../support/live-client.ts";
import { startServer } from "../support/server.ts";
import { testPeople } from "../support/test-servers.ts";

const COMPLETED = "conversation.item.input_audio_transcription.completed";
const COMMIT = { type: "input_audio_buffer.commit" };

const live = new ScriptedLive();
const people = await testPeople({
  environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000" },
  overrides: { live },
});
afterEach(async () => {
  await eventually(() => people.server.context.liveStreams.size, 0);
});

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const newKey = (account = people.add() as { id: string }) => ({
  ...createKey({ ...people.deps, keyPrefixes: ["tiro_"] }, account, { name: "live" }),
  accountId: account.id,
});
const open = (key: string, query?: string) =>
  LiveClient.open(people.server.url, { headers: bearer(key), ...(query && { query }) });
const linesOf = (accountId: string) =>
  people.server.context.db
    .prepare<[string], { kind: string; audio: number; billed: number; member: string | null }>(
      "SELECT kind, audio_seconds AS audio, billed_seconds AS billed, member_id AS member FROM usage WHERE account_id = ? ORDER BY rowid",
    )
    .all(accountId);
/** A time that passes at once, for those who look at it. */
const pass = async (ms: number) => {
  people.clock.nowMs += ms;
  await people.server.context.liveStreams.look();
};

describe("a client that lost its connection", () => {
  test("goes on where the server stopped hearing it, and has every word once", async () => {
    const { key } = newKey();
    const first = await open(key);
    first.send(session());
    first.append(2.5);
    await first.until(({ delta }) => delta === " 1");
    const id = first.sessionId;
    const after = first.lastEventId;
    first.cut();
    // Sent while nobody was there.
    (live.streams.at(-1) as ScriptedStream).append(new Int16Array(16_000).fill(9));
    const second = await open(key, `stream=${id}&after=${after}`);
    const resumed = await second.next("tiro.resumed");
    expect(resumed).toMatchObject({ audio_received_bytes: 80_000, session: { id } });
    second.append(1.5);
    second.send(COMMIT);
    const { transcript } = await second.next(COMPLETED);
    expect(deltasOf([...first.events, ...second.events])).toBe(transcript);
    expect(transcript).toBe("0 1 2 3 4");
    second.close();
  });

  test("takes the place of a connection that seems to be there", async () => {
    const { key } = newKey();
    const first = await open(key);
    await first.next("session.created");
    const second = await open(key, `stream=${first.sessionId}&after=${first.lastEventId}`);
    await second.next("tiro.resumed");
    expect((await first.closed).code).toBe(1001);
    second.send(session());
    await second.next("session.updated");
    second.close();
  });

  test("has a minute to come back", async () => {
    const { key } = newKey();
    const client = await open(key);
    await client.next("session.created");
    client.cut();
    await client.closed;
    await eventually(async () => {
      await pass(limits.liveResumeMs);
      return people.server.context.liveStreams.size;
    }, 0);
    expect(open(key, `stream=${client.sessionId}&after=${client.lastEventId}`)).rejects.toThrow();
  });

  test("is not told what it never could have been", async () => {
    const { key } = newKey();
    const client = await open(key);
    await client.next("session.created");
    for (const after of ["event_99", "", "event_x"])
      await expect(open(key, `stream=${client.sessionId}&after=${after}`)).rejects.toThrow();
    client.close();
  });
});

describe("usage", () => {
  test("is a line a minute and one at the end, with the minimum once", async () => {
    const { key, accountId } = newKey();
    const client = await open(key);
    client.send(session());
    for (const _ of "123") client.append(10);
    await client.until(({ delta }) => delta === " 28");
    await pass(limits.liveMeterMs);
    await eventually(() => linesOf(accountId).length, 1);
    client.append(2.5);
    client.send(COMMIT);
    await client.next(COMPLETED);
    client.close();
    await eventually(() => linesOf(accountId).length, 2);
    const [first, second] = linesOf(accountId);
    expect([first?.kind, (first?.billed ?? 0) + (second?.billed ?? 0)]).toEqual(["transcription", 33]);
  });

  test("of sound that comes faster than it was spoken is not left to the end of the minute", async () => {
    const { key, accountId } = newKey();
    const client = await open(key);
    client.send(session());
    for (let sent = 0; sent < 70; sent += 10) client.append(10);
    await client.until(({ delta }) => delta === " 68");
    await people.server.context.liveStreams.look();
    await eventually(() => linesOf(accountId).length > 0, true);
    expect(linesOf(accountId)[0]?.audio).toBeGreaterThanOrEqual(60);
    client.send(COMMIT);
    await client.next(COMPLETED);
    client.close();
    await eventually(() => people.server.context.liveStreams.size, 0);
    expect(linesOf(accountId).reduce((sum, { audio }) => sum + audio, 0)).toBe(70);
  });

  test("of a short stream is the minimum, and of a silent one nothing", async () => {
    const [spoke, silent] = [newKey(), newKey()];
    const client = await open(spoke.key);
    client.send(session());
    client.append(1.5);
    client.send(COMMIT);
    await client.next(COMPLETED);
    client.close();
    (await open(silent.key)).close();
    await eventually(
      () => linesOf(spoke.accountId),
      [{ kind: "transcription", audio: 2, billed: 10, member: null }],
    );
    expect(linesOf(silent.accountId)).toEqual([]);
  });

  test("that an account may have no more of ends its stream, with its last words", async () => {
    const { key, accountId } = newKey();
    const client = await open(key);
    client.send(session());
    client.append(3.5);
    await client.until(({ delta }) => delta === " 2");
    people.server.context.db
      .prepare("INSERT INTO account_limits (account_id, name, value) VALUES (?, 'daily_audio_seconds', 1)")
      .run(accountId);
    await pass(limits.liveMeterMs);
    const { error } = await client.next("error");
    expect(error.code).toBe("quota_exceeded");
    expect((await client.closed).code).toBe(1008);
    expect(deltasOf(client.events)).toBe("0 1 2 3");
    await expect(open(key)).rejects.toThrow();
  });
});

describe("a stream ends", () => {
  test("after so long without audio", async () => {
    const { key } = newKey();
    const client = await open(key);
    await client.next("session.created");
    await pass(300_000);
    expect((await client.next("error")).error.code).toBe("request_timeout");
    expect((await client.closed).code).toBe(1000);
  });

  test("after four hours at most", async () => {
    const { key } = newKey();
    const client = await open(key);
    client.send(session());
    await client.next("session.updated");
    people.clock.nowMs += limits.liveStreamMs;
    client.append(0.5, false);
    await eventually(async () => {
      await people.server.context.liveStreams.look();
      return client.events.some(({ error }) => error?.code === "audio_too_long");
    }, true);
    await client.closed;
  });

  test("where its recognizer failed for good, and what was committed is told to have failed", async () => {
    const { key } = newKey();
    const client = await open(key);
    client.send(session());
    await client.next("session.updated");
    const stream = live.streams.at(-1) as ScriptedStream;
    stream.commit = () => stream.fail();
    client.append(1);
    client.send(COMMIT);
    const failed = await client.next("conversation.item.input_audio_transcription.failed");
    expect(failed.error).toMatchObject({ code: "engine_unavailable", type: "server_error" });
    expect((await client.closed).code).toBe(1011);
  });
});

test("languages that an organization does not allow are refused, also once they are heard", async () => {
  const organization = addOrganization(people.deps, { name: "Languages", owner: people.add() });
  const { key } = newKey(organization);
  const client = await open(key);
  client.send(session());
  await client.next("session.updated");
  setPolicy(people.deps, organization.id, { allowedLanguages: ["de"] });
  client.append(1);
  client.send(COMMIT);
  const failed = await client.next("conversation.item.input_audio_transcription.failed");
  expect(failed.error).toMatchObject({ code: "invalid_request", param: "language" });
  client.send(session({ transcription: { language: "en" } }));
  expect((await client.next("error")).error).toMatchObject({ code: "invalid_request", param: "language" });
  client.close();
  await expect(open(key)).rejects.toThrow();
});

describe("intent=dictation", () => {
  const dictation = (fields: object, key?: string): object => ({
    type: "session.update",
    session: {
      type: "transcription",
      audio: { input: { format: { type: "audio/pcm", rate: 16_000 } } },
      tiro: { dictation: fields, ...(key && { idempotency_key: key }) },
    },
  });
  const dictate = async (key: string, fields: object, idempotencyKey?: string): Promise<Json> => {
    const client = await open(key, "intent=dictation");
    client.send(dictation(fields, idempotencyKey));
    client.append(1.5);
    client.send(COMMIT);
    const told = await client.until(({ type }) => /(completed|failed)$/.test(type ?? ""));
    client.close();
    await client.closed;
    return told;
  };

  test("gives finished text, keeps it, and counts it as a dictation", async () => {
    const { key, accountId } = newKey();
    const told = await dictate(key, { app: "Notes" });
    expect(told).toMatchObject({
      transcript: told.dictation.text,
      dictation: { object: "dictation", operation: "dictate", raw_text: "0 1" },
      replayed: false,
    });
    const kept = await fetch(`${people.server.url}/v1/sessions/${told.dictation.session_id}`, {
      headers: bearer(key),
    });
    expect(((await kept.json()) as Json).app).toBe("Notes");
    await eventually(() => linesOf(accountId), [{ kind: "dictation", audio: 2, billed: 10, member: null }]);
  });

  test("gives the answer of its idempotency key again, and refuses the key for anything else", async () => {
    const { key } = newKey();
    const first = await dictate(key, { app: "Notes" }, "once");
    const again = await dictate(key, { app: "Notes" }, "once");
    expect(again).toMatchObject({ dictation: first.dictation, replayed: true });
    const other = await dictate(key, { app: "Mail" }, "once");
    expect(other.error.code).toBe("idempotency_conflict");
  });

  test("is cut by its client alone, and no longer than an uploaded one", async () => {
    const { key } = newKey();
    const client = await open(key, "intent=dictation");
    client.send(session({ turn_detection: { type: "server_vad" } }));
    expect((await client.next("error")).error.code).toBe("unsupported_value");
    client.send(session());
    await client.next("session.updated");
    const stream = live.streams.at(-1) as ScriptedStream;
    Object.defineProperty(stream, "position", {
      value: { receivedSamples: limits.dictationDurationSeconds * 16_000, settledSamples: 0 },
    });
    const from = client.events.length;
    client.append(1);
    expect((await client.next("error", from)).error.code).toBe("audio_too_long");
    client.close();
  });

  test("keeps nothing under zero retention", async () => {
    const owner = people.add();
    const organization = addOrganization(people.deps, { name: "Zero", owner });
    setPolicy(people.deps, organization.id, { zeroRetention: true });
    const { key } = newKey(owner);
    const kept = people.server.context.db.prepare("SELECT count(*) FROM sessions").pluck();
    const before = kept.get();
    const told = await dictate(key, {});
    expect(told.dictation.raw_text).toBe("0 1");
    expect(kept.get()).toBe(before);
    // Without it there is one more.
    await dictate(newKey(people.add()).key, {});
    expect(kept.get()).toBe(Number(before) + 1);
  });
});

test("a server that stops gives each stream its last words and says so", async () => {
  const own = new ScriptedLive();
  const server = await startServer({ overrides: { live: own } });
  const clients = await Promise.all(
    Array.from({ length: 6 }, () => LiveClient.open(server.url, { headers: bearer(server.newKey()) })),
  );
  for (const client of clients) {
    client.send(session());
    client.append(2.5);
  }
  await Promise.all(clients.map((client) => client.until(({ delta }) => delta === " 1")));
  await server.close();
  for (const client of clients) {
    expect(await client.closed).toEqual({ code: 1012, reason: "shutting_down" });
    expect(client.events.findLast(({ error }) => error)?.error.code).toBe("shutting_down");
    expect(deltasOf(client.events)).toBe("0 1 2");
  }
});
