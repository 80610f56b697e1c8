/**
 * What holds a server up: `bun run fuzz:bodies [TRIES]`. Every route gets the largest, deepest and widest of everything
 * that it reads, and the event loop is watched: nobody waits for longer than 50 ms, and no turn takes more than 20 ms of
 * processor time.
 */
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { createScimToken } from "../../src/accounts/directory/tokens.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { routesOf } from "../../src/app.ts";
import { limits } from "../../src/config/limits.ts";
import type { Route } from "../../src/web/route.ts";
import { ClientThread } from "../support/client-thread.ts";
import type { Sending } from "../support/client-thread-worker.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import type { LongestTurn } from "../support/event-loop.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";

const MOST_MS = 50;
export const MOST_CPU_MS = 20;

export interface Held extends LongestTurn {
  /** Which route and what it was sent. */
  what: string;
  status: number | null;
}

interface Body {
  name: string;
  type: string;
  bytes: Uint8Array;
}

type Headers = Record<string, string>;

/** Puts up a server and sends it everything, each so many times: of the turns the shortest counts. */
export async function fuzzBodies(
  tries: number,
  isMeant: (route: Route) => boolean = () => true,
): Promise<Held[]> {
  const server = await startServer({
    environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" },
    overrides: { engine: endlessEngine },
    isChecked: false,
  });
  using client = new ClientThread();
  try {
    const callers = await callersOf(server);
    const held: Held[] = [];
    for (const route of routesOf(server.context).filter(isMeant)) {
      for (const { name, sending } of sendingsOf(server, route, callers)) {
        const turns: Held[] = [];
        for (let count = 0; count < tries; count += 1) {
          turns.push({ ...(await client.send(sending)), what: `${route.method} ${route.path}: ${name}` });
        }
        held.push(turns.reduce((best, turn) => (turn.cpuMs < best.cpuMs ? turn : best)));
      }
    }
    return held;
  } finally {
    await server.close();
  }
}

async function callersOf({
  context,
  url,
  key,
}: TestServer): Promise<Record<"key" | "browser" | "scim", Headers>> {
  const deps = { db: context.db, clock: context.clock, actor: TEST_ACTOR };
  const person = addUser(deps, { email: "browser@bodies.test", name: "Browser" });
  const entry = { methods: ["password"], address: "::1", userAgent: null } as const;
  const Cookie = `tiro_session=${beginBrowserSession(context, person, entry)}`;
  const profile = (await (await fetch(`${url}/v1/me/profile`, { headers: { Cookie } })).json()) as Json;
  return {
    key: { Authorization: `Bearer ${key}` },
    browser: { Cookie, Origin: url, "x-csrf-token": profile.browser_session.csrf_token },
    scim: { Authorization: `Bearer ${createScimToken(deps, { name: "test" }).token}` },
  };
}

function sendingsOf(
  { url }: TestServer,
  { method, path, access, family }: Route,
  callers: Awaited<ReturnType<typeof callersOf>>,
): { name: string; sending: Sending }[] {
  const own = family === "scim" ? callers.scim : access === "key" ? callers.key : callers.browser;
  const address = url + path.replace(/:\w+/g, "x").replace("*", "x");
  const send = (name: string, more: { query?: string; headers?: Headers; body?: Body }) => ({
    name,
    sending: {
      url: address + (more.query ?? ""),
      method,
      headers: { ...own, ...more.headers, ...(more.body && { "Content-Type": more.body.type }) },
      body: more.body?.bytes ?? null,
    },
  });
  const sendings = [
    send("a query of many parameters", { query: `?${"k=1&".repeat(3_000)}` }),
    send("a query of one parameter", { query: `?cursor=${"%41".repeat(4_000)}` }),
    send("many cookies", { headers: { Cookie: `${own.Cookie ?? "a=b"}${"; a=b".repeat(2_500)}` } }),
  ];
  if (method === "GET" || method === "OPTIONS") return sendings;
  const { "x-csrf-token": csrf = "", ...formHeaders } = own;
  for (const body of BODIES) {
    sendings.push(send(body.name, { body }));
    if (access !== "person" || body.type !== FORM) continue;
    const bytes = Buffer.concat([Buffer.from(`csrf=${csrf}&`), body.bytes]).subarray(0, limits.formBytes);
    const sending = { ...send(body.name, { body: { ...body, bytes } }).sending };
    sendings.push({
      name: `${body.name}, as a page`,
      sending: { ...sending, headers: { ...formHeaders, "Content-Type": FORM } },
    });
  }
  if (path === "/v1/customizations/table")
    for (const body of TABLES)
      for (const table of ["dictionary", "replacements"])
        sendings.push(send(`${table} of ${body.name}`, { body, query: `?table=${table}&mode=replace` }));
  return sendings;
}

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

const filled = (bytes: number, piece: (index: number) => string, separator = ",") => {
  const pieces: string[] = [];
  for (let length = 0; length < bytes; ) {
    const next = piece(pieces.length);
    pieces.push(next);
    length += Buffer.byteLength(next) + separator.length;
  }
  return pieces.slice(0, -1).join(separator);
};

const json = (name: string, text: string): Body => ({ name, type: JSON_TYPE, bytes: Buffer.from(text) });
const list = <Member>(count: number, member: (index: number) => Member) =>
  Array.from({ length: count }, (_, index) => member(index));

const most = limits.jsonBodyBytes;
const BODIES: Body[] = [
  json("JSON of many unknown keys", `{${filled(most - 2, (index) => `"k${index}":1`)}}`),
  json("JSON of as many keys as there may be", `{${filled(8_000, (index) => `"k${index}":1`)}}`),
  json("deep JSON", "[".repeat(most / 2) + "]".repeat(most / 2)),
  json("JSON of many numbers", `{"operations":[${filled(most - 20, () => "1")}]}`),
  json("JSON of many objects", `{"operations":[${filled(most - 20, () => "{}")}]}`),
  json("JSON of one text", JSON.stringify({ text: "a".repeat(most - 20) })),
  json("JSON of escaped text", `{"text":"${"\\u0041".repeat(most / 6 - 10)}"}`),
  json("JSON of one key", `{"${"a".repeat(most - 20)}":1}`),
  json("JSON that never ends", `{"text":"${"a".repeat(most - 20)}`),
  json(
    "as many words as there may be",
    JSON.stringify({
      operations: list(100, (index) => ({ type: "dictionary_add", word: `${index}`.padEnd(100, "字") })),
    }),
  ),
  json(
    "as many long replacements as there may be",
    JSON.stringify({
      operations: list(100, (index) => ({
        type: "replacement_set",
        from: `${index}`.padEnd(200, "é"),
        to: "é".repeat(2_000),
      })),
    }),
  ),
  json(
    "the longest instructions",
    JSON.stringify({
      operations: list(100, () => ({ type: "custom_instructions_set", text: "never write a. ".repeat(33) })),
    }),
  ),
  json(
    "many operations that are none",
    JSON.stringify({ operations: list(600, (index) => ({ type: `x${index}` })) }),
  ),
  json("the longest text to try", JSON.stringify({ text: "twenty one point five ".repeat(272) })),
  json(
    "a message of many elements",
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "add_dictionary_terms", arguments: { terms: list(990, (index) => `t${index}`) } },
    }),
  ),
  json(
    "a batch of messages",
    JSON.stringify(
      list(20, (id) => ({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: {
          name: "add_dictionary_terms",
          arguments: { terms: list(90, (index) => `t${id}-${index}`) },
        },
      })),
    ),
  ),
  json(
    "a group of many members",
    JSON.stringify({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
      displayName: "All",
      members: list(10_000, (index) => ({
        value: `usr_${index.toString(16).padStart(32, "0")}`,
        display: "Ada",
        type: "User",
      })),
    }),
  ),
  json(
    "a person of many addresses",
    JSON.stringify({
      userName: "a@b.test",
      emails: list(10_000, (index) => ({ value: `a${index}@b.test`, type: "work", primary: true })),
    }),
  ),
  json(
    "many operations on a person",
    JSON.stringify({
      Operations: list(1_000, () => ({
        op: "add",
        path: 'emails[type eq "work" and (value co "a" or value co "b")].value',
        value: "a@b.test",
      })),
    }),
  ),
  { name: "a form of many fields", type: FORM, bytes: Buffer.from("a=%41&".repeat(limits.formBytes / 6)) },
  {
    name: "a form of one field",
    type: FORM,
    bytes: Buffer.from(`password=${"%41".repeat(limits.formBytes / 3 - 10)}`),
  },
  { name: "a form that is too long", type: FORM, bytes: Buffer.from("a=%41&".repeat(200_000)) },
  ...[
    { name: "many fields", parts: list(10_000, (index) => ({ name: `f${index}`, body: "x" })) },
    {
      name: "large fields",
      parts: list(16, (index) => ({ name: `f${index}`, body: "x".repeat(limits.fieldBytes) })),
    },
    { name: "a long header", parts: [{ disposition: `form-data; name="f"; ${"x=y; ".repeat(200_000)}` }] },
    { name: "empty parts", parts: list(20_000, () => ({ disposition: null })) },
    {
      name: "a file of line breaks",
      parts: [{ name: "file", fileName: "a.wav", body: "\r\n--".repeat(250_000) }],
    },
  ].map(({ name, parts }) => ({ name: `multipart of ${name}`, type: CONTENT_TYPE, bytes: multipart(parts) })),
];

const csv = (name: string, text: string): Body => ({ name, type: "text/csv", bytes: Buffer.from(text) });
const mostCsv = limits.dictionaryTableBytes - 10;
const TABLES: Body[] = [
  csv("many lines", `word\n${"a\n".repeat(mostCsv / 2)}`),
  csv("many lines that are wrong", `word\n${"a,b\n".repeat(mostCsv / 4)}`),
  csv("many empty lines", `word\n${"\n".repeat(mostCsv)}`),
  csv("many columns", "a,".repeat(mostCsv / 2)),
  csv("many columns below", `word\n${",".repeat(mostCsv)}`),
  csv("one cell", `word\n${"a".repeat(mostCsv)}`),
  csv("many quotes", `word\n"${'""'.repeat(mostCsv / 2 - 5)}"`),
  csv("a quote that never ends", `word\n"${"a\n".repeat(mostCsv / 2 - 5)}`),
  csv(
    "as many words as there may be",
    `word\n${list(limits.dictionaryWords, (index) => `${index}`.padEnd(100, "字")).join("\n")}`,
  ),
  csv(
    "as many replacements as there may be",
    `from,to\n${list(limits.replacements, (index) => `${index},${"é".repeat(240)}`).join("\n")}`,
  ),
];

if (import.meta.main) {
  const [tries = "1"] = process.argv.slice(2);
  const held = await fuzzBodies(Number(tries));
  held.sort((a, b) => b.cpuMs - a.cpuMs);
  for (const { what, status, cpuMs, ms } of held.slice(0, 20))
    console.log(
      `${cpuMs.toFixed(1).padStart(8)} ms of processor time ${ms.toFixed(1).padStart(8)} ms  ${status}  ${what}`,
    );
  const slow = held.filter(({ cpuMs, ms }) => cpuMs > MOST_CPU_MS || ms > MOST_MS);
  console.log(
    `${held.length} bodies; ${slow.length} held the event loop for more than ${MOST_CPU_MS} ms of processor time or ${MOST_MS} ms`,
  );
  process.exit(slow.length === 0 ? 0 : 1);
}
