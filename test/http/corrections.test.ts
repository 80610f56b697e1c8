/** Corrected texts of stored sessions over HTTP. */
import { describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addUser, setUserPrivacyMode } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { TEST_ACTOR, testClock } from "../support/database.ts";
import { EventReader } from "../support/event-source.ts";
import { historyOf } from "../support/history.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const clock = testClock();

const server = await testServer({ overrides: { clock } });

let people = 0;
function newPerson() {
  const { db } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const email = `corrector${++people}@example.org`;
  const { key } = createKey(deps, addUser(deps, { email, name: "C" }), { name: "k" });
  const authorization = { Authorization: `Bearer ${key}` };
  return {
    history: historyOf(server, email),
    authorization,
    get: async (path: string, init: RequestInit = {}): Promise<[number, Json]> => {
      const headers = { ...(init.headers as Record<string, string>), ...authorization };
      const answer = await server.call(path, { ...init, headers });
      return [answer.status, await answer.json()];
    },
  };
}

const correction = (text: unknown, revision: unknown) => ({
  method: "PATCH",
  body: JSON.stringify({ text, revision }),
  headers: { "Content-Type": "application/json" },
});

describe("a correction", () => {
  test("is the session's text from then on, beside the recognized one and the first", async () => {
    const { history, get } = newPerson();
    const id = history.keep("The meting is on Tuesday.", { rawText: "the meeting is on tuesday" });
    const text = "The meeting is on Thursday, with Anna.";
    const [status, corrected] = await get(`/sessions/${id}`, correction(text, 0));
    expect([status, corrected]).toEqual([200, (await get(`/sessions/${id}`))[1]]);
    expect(corrected).toMatchObject({ title: text, preview: text, word_count: 7, revision: 1 });
    expect((await get(`/sessions/${id}`, correction("Thursday.", 1)))[1].revision).toBe(2);
    expect((await get(`/sessions/${id}/transcript`))[1]).toEqual({
      object: "transcript",
      session_id: id,
      final_text: "Thursday.",
      raw_text: "the meeting is on tuesday",
      original_text: "The meting is on Tuesday.",
    });
    // A text that was recognized as it was finished is still the recognized one.
    const plain = history.keep("same");
    await get(`/sessions/${plain}`, correction("other", 0));
    expect((await get(`/sessions/${plain}/transcript`))[1].raw_text).toBe("same");
  });

  test("is found by its words, and by those that it replaced no more", async () => {
    const { history, get } = newPerson();
    const id = history.keep("Zebra on Tuesday", { rawText: "lion on tuesday" });
    await get(`/sessions/${id}`, correction("Giraffe on Tuesday", 0));
    const found = async (word: string) =>
      (await get(`/sessions?query=${word}`))[1].data.map(({ id }: Json) => id);
    expect(await found("giraffe")).toEqual([id]);
    expect(await found("lion")).toEqual([id]);
    expect(await found("zebra")).toEqual([]);
  });

  test("that is sent again raises nothing; one of an older text changes nothing", async () => {
    const { history, get } = newPerson();
    const id = history.keep("one");
    const first = await get(`/sessions/${id}`, correction("two", 0));
    expect(await get(`/sessions/${id}`, correction("two", 0))).toEqual(first);
    const [status, { error }] = await get(`/sessions/${id}`, correction("three", 0));
    expect([status, error.code]).toEqual([409, "revision_conflict"]);
    expect((await get(`/sessions/${id}/transcript`))[1].final_text).toBe("two");
  });

  test("is not stored in privacy mode", async () => {
    const { history, get } = newPerson();
    const id = history.keep("one");
    setUserPrivacyMode({ db: server.context.db, clock, actor: TEST_ACTOR }, history.userId, true);
    const [status, { error }] = await get(`/sessions/${id}`, correction("two", 0));
    expect([status, error.code]).toEqual([403, "history_unavailable"]);
    expect((await get(`/sessions/${id}/transcript`))[1].final_text).toBe("one");
  });

  test("is told to whoever listens, without its text", async () => {
    const { history, get, authorization } = newPerson();
    const id = history.keep("one");
    const reader = await EventReader.open(server.url, authorization);
    await get(`/sessions/${id}`, correction("two", 0));
    await get(`/sessions/${id}`, correction("two", 0));
    await get(`/sessions/${id}`, correction("three", 1));
    const [, { data }] = await get("/sessions");
    await get(`/sessions/${id}`, correction("four", data[0].revision));
    await reader.until(() => reader.events.filter(({ type }) => type === "dictation").length === 3);
    const told = { session_id: id, change: "corrected" };
    expect(reader.events.filter(({ type }) => type === "dictation").map(({ data }) => data)).toEqual([
      told,
      told,
      told,
    ]);
    reader.close();
  });

  const longest = "x".repeat(limits.sessionTextChars);
  test.each([
    ["the longest text", longest, 0, null],
    ["a longer one", `${longest}x`, 0, "text"],
    ["no text", "", 0, null],
    ["a revision below the first", "x", -1, "revision"],
    ["half a revision", "x", 0.5, "revision"],
    ["no revision", "x", undefined, "revision"],
  ])("takes its bounds: %s", async (_, text, revision, param) => {
    const { history, get } = newPerson();
    const [status, answer] = await get(`/sessions/${history.keep("one")}`, correction(text, revision));
    expect([status, answer.error?.details.issues[0].param ?? null]).toEqual([param ? 400 : 200, param]);
  });
});
