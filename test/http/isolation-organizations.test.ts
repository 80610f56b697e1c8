/**
 * One person with a key of their own who belongs to two organizations: what they dictated alone or through one of them
 * is not there for the other's key, by any route or tool that reads or changes content.
 */
import { expect, test } from "bun:test";
import type { z } from "zod";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization, setPolicy } from "../../src/accounts/organizations/organizations.ts";
import { addUser, findUser } from "../../src/accounts/people/users.ts";
import { routesOf } from "../../src/app.ts";
import { TOOLS } from "../../src/mcp/tools/index.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { dictation } from "../support/dictation.ts";
import { historyOf } from "../support/history.ts";
import { mcpCaller } from "../support/mcp.ts";
import { tokenHeaders } from "../support/oauth.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";

type Origin = "alone" | "acme" | "beta";
type Caller = { headers: Record<string, string>; sees: Origin[] };

const EVERYWHERE = "zanzibarite";
const ORIGINS: Origin[] = ["alone", "acme", "beta"];

const deps = () => {
  const { db, clock, config } = server.context;
  return { db, clock, actor: TEST_ACTOR, keyPrefixes: config.auth.key_prefixes };
};

const server = await testServer();
await server.context.engine.ready();
const token = await tokenHeaders(server, ["read", "write"]);
const me = await server.call("/me", { headers: token });
const person = findUser(server.context.db, ((await me.json()) as Json).id);
const own = { Authorization: `Bearer ${createKey(deps(), person, { name: "k" }).key}` };
const organization = (name: string) => {
  const owner = addUser(deps(), { email: `owner@${name}.test`, name });
  const made = addOrganization(deps(), { name, owner });
  addMember(deps(), made.id, person.id, "member");
  const { key } = createKey(deps(), made, { name: "k" });
  return { id: made.id, headers: { Authorization: `Bearer ${key}`, "Service-User": person.id } };
};
const [acme, beta, wide] = [organization("acme"), organization("beta"), organization("wide")];
setPolicy(deps(), wide.id, { historyScope: "all" });
const organizations: Record<"acme" | "beta", string> = { acme: acme.id, beta: beta.id };
const callers: Record<string, Caller> = {
  "their own key": { headers: own, sees: ORIGINS },
  "their app's token": { headers: token, sees: ORIGINS },
  "Acme's key": { headers: acme.headers, sees: ["acme"] },
  "Beta's key": { headers: beta.headers, sees: ["beta"] },
  "the key of an organization that may see all": { headers: wide.headers, sees: ORIGINS },
};
const email = person.email;
const { keep } = historyOf(server, email);
const sessions: Record<Origin, string> = {
  alone: keep(`${EVERYWHERE} alone`),
  acme: keep(`${EVERYWHERE} acme`, { organizationId: acme.id }),
  beta: keep(`${EVERYWHERE} beta`, { organizationId: beta.id }),
};

async function eachCaller(check: (name: string, caller: Caller) => Promise<void>): Promise<void> {
  for (const [name, caller] of Object.entries(callers)) await check(name, caller);
}

const call = async ({ headers }: Caller, path: string, init: RequestInit = {}): Promise<[number, Json]> => {
  const answer = await server.call(path, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), ...headers },
  });
  const text = await answer.text();
  return [answer.status, text === "" ? null : JSON.parse(text)];
};

const idsOf = (list: Json) => list.data.map(({ id }: Json) => id);
const seenBy = ({ sees }: Caller) => sees.map((origin) => sessions[origin]).toReversed();
const FEEDBACK = {
  body: JSON.stringify({ feedback_type: "positive" }),
  headers: { "Content-Type": "application/json" },
};

/** With one session each. */
const ROUTES: Record<string, RequestInit> = {
  "GET /v1/sessions/:session": {},
  // Of a revision that there is not: it changes nothing.
  "PATCH /v1/sessions/:session": {
    headers: { "Content-Type": "application/json" },
    body: '{"text":"Taken over.","revision":9}',
  },
  "GET /v1/sessions/:session/transcript": {},
  "POST /v1/sessions/:session/feedback": FEEDBACK,
  "DELETE /v1/sessions/:session/feedback": {},
};
const FOUND: Record<string, { status: number; code?: string }> = {
  DELETE: { status: 204 },
  PATCH: { status: 409, code: "revision_conflict" },
};
const TOOLS_OF_A_SESSION: Record<string, Json> = {
  get_session: {},
  get_transcript: {},
  send_feedback: { feedback_type: "negative" },
  delete_feedback: {},
};

test("the tables have every route and tool that is about a session", () => {
  const routes = routesOf(server.context).filter(
    ({ access, path }) => access === "key" && path.includes(":session"),
  );
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(ROUTES).sort());
  const tools = TOOLS.filter(({ input }) => "session_id" in (input as z.ZodObject).shape).map(
    ({ name }) => name as string,
  );
  expect(tools.sort()).toEqual(Object.keys(TOOLS_OF_A_SESSION).sort());
});

test.each(Object.entries(ROUTES))("%s", async (route, init) => {
  const [method = "", path = ""] = route.split(" ");
  await eachCaller(async (name, caller) => {
    for (const origin of ORIGINS) {
      const own = path.replace("/v1", "").replace(":session", sessions[origin]);
      const [status, body] = await call(caller, own, { ...init, method });
      const told = { name, origin, status, code: body?.error?.code };
      const found = FOUND[method] ?? { status: 200, code: undefined };
      const hidden = { status: 404, code: "session_not_found" };
      expect(told).toEqual({ ...told, ...(caller.sees.includes(origin) ? found : hidden) });
    }
  });
});

test.each(Object.entries(TOOLS_OF_A_SESSION))("the tool %s", async (tool, input) => {
  await eachCaller(async (name, { headers, sees }) => {
    for (const origin of ORIGINS) {
      const result = await mcpCaller(server, headers).call(tool, { session_id: sessions[origin], ...input });
      const refused = result.isError === true && result.content[0].text.includes("(session_not_found)");
      expect([name, origin, !refused]).toEqual([name, origin, sees.includes(origin)]);
    }
  });
});

test("lists and searches show no more, over HTTP and MCP, with any filter and on any page", async () => {
  await eachCaller(async (name, caller) => {
    const seen = seenBy(caller);
    for (const filter of [
      "",
      `?query=${EVERYWHERE}`,
      "?since=2020-01-01",
      `?query=${EVERYWHERE}&until=2999-01-01`,
    ])
      expect([name, filter, idsOf((await call(caller, `/sessions${filter}`))[1])]).toEqual([
        name,
        filter,
        seen,
      ]);
    for (const origin of ORIGINS) {
      const found = idsOf((await call(caller, `/sessions?query=${EVERYWHERE}+${origin}`))[1]);
      expect([name, origin, found]).toEqual([name, origin, seen.filter((id) => id === sessions[origin])]);
    }
    for (const query of ["", `&query=${EVERYWHERE}`]) {
      const paged: string[] = [];
      for (let cursor = ""; ; ) {
        const [, page] = await call(caller, `/sessions?limit=1${query}&cursor=${encodeURIComponent(cursor)}`);
        paged.push(...idsOf(page));
        if (!page.has_more) break;
        cursor = page.next_cursor;
      }
      expect([name, paged]).toEqual([name, seen]);
    }
    const mcp = mcpCaller(server, caller.headers);
    for (const input of [{}, { query: EVERYWHERE }]) {
      const { structuredContent } = await mcp.call("list_sessions", input);
      expect([name, idsOf(structuredContent)]).toEqual([name, seen]);
    }
  });
});

test("no word that is typed reaches what stands beside the words of a session", async () => {
  const acme = callers["Acme's key"] as Caller;
  const hex = organizations.beta.slice("org_".length);
  for (const query of [
    hex,
    `·${hex}`,
    `1··${hex}`,
    `"${EVERYWHERE}" OR "${hex}"`,
    `${EVERYWHERE} NOT acme`,
  ]) {
    const [, list] = await call(acme, `/sessions?query=${encodeURIComponent(query)}`);
    for (const id of list.data ? idsOf(list) : []) expect(id).toBe(sessions.acme);
  }
});

test("a cursor of the person's own view is none of an organization's, nor the other way round", async () => {
  const [own, acme] = [callers["their own key"], callers["Acme's key"]] as [Caller, Caller];
  const { keep } = historyOf(server, email);
  keep("one more", { organizationId: organizations.acme });
  for (const [from, to] of [
    [own, acme],
    [acme, own],
  ] as const) {
    const [, page] = await call(from, "/sessions?limit=1");
    const [status, { error }] = await call(
      to,
      `/sessions?limit=1&cursor=${encodeURIComponent(page.next_cursor)}`,
    );
    expect([status, error.code]).toEqual([400, "invalid_cursor"]);
  }
});

test("what is dictated now is where it was made, and the person has it all", async () => {
  const made: Record<string, string> = {};
  await eachCaller(async (name, caller) => {
    const [status, { session_id }] = await call(caller, "/dictations", dictation());
    expect([name, status]).toEqual([name, 200]);
    made[name] = session_id;
  });
  const all = Object.keys(made);
  const seen: Record<string, string[]> = {};
  for (const [name, caller] of Object.entries(callers)) {
    const ids = idsOf((await call(caller, "/sessions"))[1]);
    seen[name] = all.filter((origin) => ids.includes(made[origin]));
  }
  expect(seen).toEqual({
    "their own key": all,
    "their app's token": all,
    "Acme's key": ["Acme's key"],
    "Beta's key": ["Beta's key"],
    "the key of an organization that may see all": all,
  });
});

test("dictionary, replacements, instructions and settings are the person's one set", async () => {
  const json = (body: unknown) => ({
    method: "PATCH",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  const acme = callers["Acme's key"] as Caller;
  const operations = [{ type: "dictionary_add", word: "Zwingenberg" }];
  expect((await call(acme, "/customizations", json({ operations })))[0]).toBe(200);
  expect((await call(acme, "/settings", json({ language: "de" })))[0]).toBe(200);
  await eachCaller(async (name, caller) => {
    const [, { dictionary }] = await call(caller, "/customizations");
    const [, { language }] = await call(caller, "/settings");
    expect([name, dictionary, language]).toEqual([name, ["Zwingenberg"], "de"]);
  });
});

test("the policy can be taken back, and counts from the next request on", async () => {
  const acme = callers["Acme's key"] as Caller;
  setPolicy(deps(), organizations.acme, { historyScope: "all" });
  expect((await call(acme, `/sessions/${sessions.beta}`))[0]).toBe(200);
  setPolicy(deps(), organizations.acme, { historyScope: "own" });
  expect((await call(acme, `/sessions/${sessions.beta}`))[0]).toBe(404);
});
