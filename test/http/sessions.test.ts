/** Stored sessions over HTTP: list, pages, search, detail, transcript, feedback. */
import { describe, expect, test } from "bun:test";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import { TEST_ACTOR, testClock } from "../support/database.ts";
import { type History, historyOf } from "../support/history.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

const clock = testClock();

const server = await testServer({ overrides: { clock } });

/** A person of their own for each test, with a key. */
let people = 0;
function newPerson(): {
  history: History;
  get: (path: string, init?: RequestInit) => Promise<[number, Json]>;
} {
  const { db } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const email = `historian${++people}@example.org`;
  const { key } = createKey(deps, addUser(deps, { email, name: "H" }), { name: "k" });
  return {
    history: historyOf(server, email),
    get: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${key}`);
      const answer = await server.call(path, { ...init, headers });
      const text = await answer.text();
      return [answer.status, text === "" ? null : JSON.parse(text)];
    },
  };
}

const query = (parameters: Record<string, string | number>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value));
  return `/sessions?${search}`;
};
const idsOf = (list: Json) => list.data.map(({ id }: Json) => id);

test("an empty history is an empty list", async () => {
  const { get } = newPerson();
  expect(await get("/sessions")).toEqual([
    200,
    { object: "list", data: [], has_more: false, next_cursor: null },
  ]);
});

test("a session reads as the contract says, in list, detail and transcript", async () => {
  const { history, get } = newPerson();
  const finalText =
    "Dear  Anna,\nthe meeting has been moved to Thursday at half past two, so please come earlier than we had planned before; and bring the papers that we spoke of with you.";
  const id = history.keep(finalText, {
    app: "Mail",
    durationSeconds: 7.25,
    rawText: "dear anna the meeting",
  });
  const detail = {
    object: "session",
    id,
    created_at: "2026-11-21T00:00:00.000Z",
    updated_at: "2026-11-21T00:00:00.000Z",
    status: "stopped",
    title: "Dear Anna, the meeting has been moved to Thursday at half",
    app: "Mail",
    duration_seconds: 7.25,
    word_count: 32,
    preview:
      "Dear Anna, the meeting has been moved to Thursday at half past two, so please come earlier than we had planned before; and bring the papers",
    revision: 0,
  };
  expect(detail.preview.length).toBeLessThanOrEqual(limits.previewChars);
  expect(await get(`/sessions/${id}`)).toEqual([200, detail]);
  expect((await get("/sessions"))[1].data).toEqual([detail]);
  expect(await get(`/sessions/${id}/transcript`)).toEqual([
    200,
    {
      object: "transcript",
      session_id: id,
      final_text: finalText,
      raw_text: "dear anna the meeting",
      original_text: null,
    },
  ]);
});

test("pages go from newest to oldest without gap or repetition, also while new sessions come in", async () => {
  const { history, get } = newPerson();
  const ids = Array.from({ length: 7 }, (_, index) =>
    history.keep(`note ${index}`, { atMs: clock.nowMs + (index >> 1) }),
  ).reverse();
  const seen: string[] = [];
  let cursor = "";
  for (;;) {
    const [, page] = await get(query({ limit: 3, cursor }));
    seen.push(...idsOf(page));
    history.keep("newer");
    if (!page.has_more) break;
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(ids);
});

test("a clock that was set back a little does not change the order", async () => {
  const { history, get } = newPerson();
  const first = history.keep("first", { atMs: clock.nowMs + 5_000 });
  const second = history.keep("second", { atMs: clock.nowMs - 5_000 });
  const [, list] = await get("/sessions");
  expect(idsOf(list)).toEqual([second, first]);
  expect(list.data[0].created_at).toBe(list.data[1].created_at);
});

test("since is inclusive and until exclusive, as dates and as times, with and without search", async () => {
  const { history, get } = newPerson();
  const at = (iso: string) => history.keep("memo", { atMs: Date.parse(iso) });
  const [a, b, c] = ["2026-11-01T00:00:00Z", "2026-11-02T10:00:00.500Z", "2026-11-03T00:00:00Z"].map(at);
  const cases: [Record<string, string>, (string | undefined)[]][] = [
    [{ since: "2026-11-02" }, [c, b]],
    [{ until: "2026-11-03" }, [b, a]],
    [{ since: "2026-11-01", until: "2026-11-02" }, [a]],
    [{ since: "2026-11-02T10:00:00.500Z", until: "2026-11-03T00:00:00.001Z" }, [c, b]],
    [{ since: "2026-11-02T10:00:00.501Z" }, [c]],
    [{ since: "2026-11-02T11:00:00.5+01:00", until: "2026-11-02T23:00-02:00" }, [c, b]],
    [{ since: "2027-01-01" }, []],
    [{ until: "2020-01-01" }, []],
    [{ since: "2026-11-03", until: "2026-11-01" }, []],
  ];
  for (const [filters, expected] of cases) {
    for (const search of [{}, { query: "memo" }]) {
      const [, list] = await get(query({ ...filters, ...search }));
      expect([filters, idsOf(list)]).toEqual([filters, expected]);
    }
  }
});

const REFUSED: [path: string, param: string][] = [
  ["limit=0", "limit"],
  ["limit=101", "limit"],
  ["limit=2.5", "limit"],
  ["limit=1&limit=2", "limit"],
  ["query=", "query"],
  [`query=${"x".repeat(501)}`, "query"],
  [`query=${encodeURIComponent("the … of!")}`, "query"],
  ["query=%F0%9F%98%80", "query"],
  ["since=yesterday", "since"],
  ["since=2026-02-30", "since"],
  ["until=2026-11-21T25:00Z", "until"],
  [`cursor=${"x".repeat(2049)}`, "cursor"],
  ["order=asc", "order"],
];
test.each(REFUSED)("GET /sessions?%s is refused", async (path, param) => {
  const [status, { error }] = await newPerson().get(`/sessions?${path}`);
  expect([status, error.code, error.details.issues.map((issue: Json) => issue.param)]).toEqual([
    400,
    "invalid_request",
    [param],
  ]);
});

test("limits hold at their edge", async () => {
  const { get } = newPerson();
  for (const path of [
    "limit=100",
    "limit=1",
    `query=${"x".repeat(500)}`,
    `query=${encodeURIComponent("😀".repeat(499))}x`,
  ])
    expect((await get(`/sessions?${path}`))[0]).toBe(200);
});

describe("a cursor", () => {
  const invalid = async (answer: Promise<[number, Json]>) => {
    const [status, { error }] = await answer;
    expect([status, error.code]).toEqual([400, "invalid_cursor"]);
  };

  test("works for its own filters only, for its owner only, unchanged only, and for 30 days", async () => {
    const { history, get } = newPerson();
    for (let index = 0; index < 3; index++) history.keep(`memo ${index}`);
    const filters = { query: "memo", since: "2026-11-01" };
    const [, { next_cursor: cursor }] = await get(query({ ...filters, limit: 1 }));
    expect((await get(query({ ...filters, limit: 2, cursor })))[1].data).toHaveLength(2);
    await invalid(get(query({ query: "memo", cursor })));
    await invalid(get(query({ ...filters, query: "memos", cursor })));
    await invalid(get(query({ ...filters, since: "2026-11-02", cursor })));
    await invalid(get(query({ ...filters, until: "2027-01-01", cursor })));
    await invalid(newPerson().get(query({ ...filters, cursor })));
    await invalid(get(query({ ...filters, cursor: `${cursor}A` })));
    await invalid(get(query({ ...filters, cursor: "x" })));
    const before = clock.nowMs;
    clock.nowMs += 30 * DAY_MS;
    expect((await get(query({ ...filters, cursor })))[0]).toBe(200);
    clock.nowMs += 1;
    await invalid(get(query({ ...filters, cursor })));
    clock.nowMs = before;
  });
});

/** Text, queries that find it, queries that do not. */
const SEARCHES: [text: string, found: string[], missed: string[]][] = [
  [
    "The Café in Zürich opens at 8:30.",
    ["cafe", "CAFÉ zurich", "the café", "8:30", "8 30", "zürich!"],
    ["caf", "9:30", "cafe berlin"],
  ],
  ["L’État, c’est moi", ["etat", "l'état", "moi état"], ["eta"]],
  ["Die Straße nach Łódź", ["strasse", "lodz", "STRASSE"], ["stras"]],
  ["Приехал Семён в Киев", ["семен", "КИЕВ", "семён в киев"], ["семенов"]],
  ["Καλημέρα ὁ λόγος", ["καλημερα", "λογοσ", "ΛΌΓΟΣ"], ["λογο"]],
  ["我们明天下午在会议室见。", ["会议室", "会议", "明天 会议室", "我们的会议"], ["会议厅", "昨天"]],
  ["明日の会議は東京タワーです", ["会議", "東京", "タワー", "東京の会議"], ["大阪", "京都"]],
  ["タワとワー", ["タワ"], ["タワー"]],
  ["회의가 내일 오후에 있습니다", ["회의", "내일 회의", "오후"], ["어제"]],
  ["พรุ่งนี้ประชุมที่กรุงเทพ", ["ประชุม", "กรุงเทพ"], ["เมื่อวาน"]],
  ["कल की बैठक दिल्ली में है", ["बैठक", "दिल्ली", "की बैठक"], ["मुंबई", "बैठका"]],
  ["اِجْتِماع الغد في القاهرة", ["اجتماع", "القاهره"], ["بيروت"]],
  ["הפגישה מָחָר בתל אביב", ["מחר", "אביב"], ["אתמול"]],
  ["Don't forget the R2-D2 unit", ["don't", "r2-d2", "R2 unit"], ["r3"]],
  ["İstanbul'da Iğdır toplantısı", ["istanbul", "ığdır", "toplantisi"], ["ankara"]],
];
test.each(SEARCHES)("search in: %s", async (text, found, missed) => {
  const { history, get } = newPerson();
  const id = history.keep(text);
  history.keep("something else altogether");
  for (const term of found)
    expect([term, idsOf((await get(query({ query: term })))[1])]).toEqual([term, [id]]);
  for (const term of missed)
    expect([term, idsOf((await get(query({ query: term })))[1])]).toEqual([term, []]);
});

test("a hit in the raw text only says so; one in both is told from the final text", async () => {
  const { history, get } = newPerson();
  history.keep("At 5:00 with Ann.", { rawText: "at five o'clock with ann" });
  const matchOf = async (term: string) => (await get(query({ query: term })))[1].data[0].match;
  expect(await matchOf("clock")).toEqual({ source: "raw_text", snippet: "at five o'clock with ann" });
  expect(await matchOf("ann")).toEqual({ source: "final_text", snippet: "At 5:00 with Ann." });
});

test("the snippet stands around the first hit", async () => {
  const { history, get } = newPerson();
  const filler = "so it went on and on ";
  history.keep(`${filler.repeat(40)}needle ${filler.repeat(40)}`);
  history.keep("needle first");
  const [, { data }] = await get(query({ query: "needle" }));
  const [short, long] = data.map(({ match }: Json) => match.snippet);
  expect(short).toBe("needle first");
  expect(long.length).toBeLessThanOrEqual(limits.snippetChars);
  expect(long.length).toBeGreaterThan(limits.snippetChars - 10);
  expect(Math.abs(long.indexOf("needle") + 3 - long.length / 2)).toBeLessThan(5);
});

test("search pages are as the list's", async () => {
  const { history, get } = newPerson();
  const ids = Array.from({ length: 5 }, (_, index) => {
    history.keep("beta");
    return history.keep(`alpha ${index}`);
  }).reverse();
  const [, first] = await get(query({ query: "alpha", limit: 3 }));
  const [, second] = await get(query({ query: "alpha", limit: 3, cursor: first.next_cursor }));
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
  expect([second.has_more, second.next_cursor]).toEqual([false, null]);
});

test("hidden sessions are nowhere", async () => {
  const { history, get } = newPerson();
  const id = history.keep("secret plan");
  server.context.db.prepare("UPDATE sessions SET hidden = 1 WHERE final_text = 'secret plan'").run();
  expect((await get("/sessions"))[1].data).toEqual([]);
  expect((await get(query({ query: "plan" })))[1].data).toEqual([]);
  expect((await get(`/sessions/${id}`))[0]).toBe(404);
  expect((await get(`/sessions/${id}/transcript`))[0]).toBe(404);
});

test("missing sessions, those of others and malformed ids are one and the same 404", async () => {
  const id = newPerson().history.keep("mine");
  const { get } = newPerson();
  const body = JSON.stringify({ feedback_type: "positive" });
  const post = { method: "POST", body, headers: { "Content-Type": "application/json" } };
  const answers: Json[] = [];
  for (const wanted of [id, `ses_${"0".repeat(32)}`, "ses_1", id.toUpperCase(), "x"]) {
    for (const path of [`/sessions/${wanted}`, `/sessions/${wanted}/transcript`])
      answers.push(await get(path));
    answers.push(await get(`/sessions/${wanted}/feedback`, post));
    answers.push(await get(`/sessions/${wanted}/feedback`, { method: "DELETE" }));
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect([answers[0][0], answers[0][1].error.code]).toEqual([404, "session_not_found"]);
});

describe("feedback", () => {
  const send = (get: ReturnType<typeof newPerson>["get"], id: string, body: unknown) =>
    get(`/sessions/${id}/feedback`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "Content-Type": "application/json; charset=utf-8" },
    });

  test("is created, replaced and deleted, also when there is none", async () => {
    const { history, get } = newPerson();
    const id = history.keep("hello");
    const first = {
      feedback_type: "negative",
      message: "m".repeat(5000),
      corrected_text: "😀".repeat(40000),
    };
    const told = { object: "session_feedback", session_id: id, updated_at: "2026-11-21T00:00:00.000Z" };
    expect(await send(get, id, first)).toEqual([200, { ...told, ...first }]);
    const second = { feedback_type: "positive", message: null, corrected_text: null };
    expect(await send(get, id, { feedback_type: "positive" })).toEqual([200, { ...told, ...second }]);
    const stored = server.context.db.prepare("SELECT feedback_type, message FROM session_feedback").all();
    expect(stored).toEqual([{ feedback_type: "positive", message: null }]);
    for (let times = 0; times < 2; times++)
      expect(await get(`/sessions/${id}/feedback`, { method: "DELETE" })).toEqual([204, null]);
    expect(server.context.db.prepare("SELECT count(*) FROM session_feedback").pluck().get()).toBe(0);
  });

  const BAD: [body: unknown, code: string, params: string[]][] = [
    ["{", "invalid_json", []],
    ["[]", "invalid_request", ["body"]],
    [{}, "invalid_request", ["feedback_type"]],
    [{ feedback_type: "meh" }, "invalid_request", ["feedback_type"]],
    [{ feedback_type: "positive", message: "m".repeat(5001) }, "invalid_request", ["message"]],
    [{ feedback_type: "positive", corrected_text: "m".repeat(40001) }, "invalid_request", ["corrected_text"]],
    [{ feedback_type: "positive", message: null, stars: 5 }, "invalid_request", ["message", "stars"]],
    [" ".repeat(limits.jsonBodyBytes + 1), "payload_too_large", []],
  ];
  test.each(BAD)("refuses body %#", async (body, code, params) => {
    const { history, get } = newPerson();
    const [, { error }] = await send(get, history.keep("x"), body);
    expect(error.code).toBe(code);
    expect((error.details.issues ?? []).map((issue: Json) => issue.param)).toEqual(params);
  });

  test("wants JSON by its type", async () => {
    const { history, get } = newPerson();
    const id = history.keep("x");
    const [status, { error }] = await get(`/sessions/${id}/feedback`, {
      method: "POST",
      body: "feedback_type=positive",
    });
    expect([status, error.code]).toEqual([415, "unsupported_media_type"]);
  });
});

test("where the organization forbids history nothing of it can be read, by any key of its people", async () => {
  const { history, get } = newPerson();
  const id = history.keep("x");
  const { db } = server.context;
  const deps = { db, clock, actor: TEST_ACTOR };
  const owner = addUser(deps, { email: "owner@history.test", name: "O" });
  const { id: organizationId } = addOrganization(deps, { name: "No history", owner });
  addMember(deps, organizationId, history.userId, "member");
  setPolicy(deps, organizationId, { historyAllowed: false });
  const post = {
    method: "POST",
    body: '{"feedback_type":"positive"}',
    headers: { "Content-Type": "application/json" },
  };
  for (const answer of [
    await get("/sessions"),
    await get(`/sessions/${id}`),
    await get(`/sessions/${id}/transcript`),
    await get(`/sessions/${id}`, { ...post, method: "PATCH", body: '{"text":"y","revision":0}' }),
    await get(`/sessions/${id}/feedback`, post),
    await get(`/sessions/${id}/feedback`, { method: "DELETE" }),
  ])
    expect([answer[0], answer[1].error.code]).toEqual([403, "history_unavailable"]);
  expect((await get("/me"))[1].history_available).toBe(false);
});
