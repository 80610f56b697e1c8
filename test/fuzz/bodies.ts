/**
 * Requests that hold up a server: `bun run fuzz:bodies [TRIES [WHAT]]`, all or those whose line contains WHAT. Every route
 * gets the largest, deepest and widest of everything that it reads, and the event loop is watched: no turn takes more than
 * 20 ms of processor time and, unless the machine is busy with something else, of 50 ms by the clock.
 */
import { availableParallelism, loadavg } from "node:os";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { createScimToken } from "../../src/accounts/directory/tokens.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { routesOf } from "../../src/app.ts";
import { limits } from "../../src/config/limits.ts";
import { keepSession } from "../../src/dictation/history/keep-session.ts";
import { newId } from "../../src/lib/ids.ts";
import { inTransaction } from "../../src/store/db.ts";
import { setCustomizations } from "../../src/store/dictation/customizations.ts";
import { addScimGroupMembers, upsertScimGroup } from "../../src/store/directory/groups.ts";
import { insertUser } from "../../src/store/people/users.ts";
import type { Route } from "../../src/web/route.ts";
import { ClientThread } from "../support/client-thread.ts";
import type { Sending } from "../support/client-thread-worker.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import type { LongestTurn } from "../support/event-loop.ts";
import { addRecording } from "../support/recordings.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";
import { BODIES, type Body, FORM, FULL, list, MEMBERS, QUERIES, TABLES } from "./large-bodies.ts";
import { IMPORTS, LONG_TRANSCRIPT, SAVES } from "./transcript-bodies.ts";

const MOST_MS = 50;
export const MOST_CPU_MS = 20;
/** Bodies are made and copied here for the client: garbage that is not the server's, collected after so many bytes of them. */
const GARBAGE_BYTES = 16 * 2 ** 20;
const WARMING = new Set(["a query of many parameters", "JSON of as many keys as there may be"]);

/** The processor time is that of the machine that limits were set on: others may need the processor's other half here. */
export interface Held extends LongestTurn {
  /** Which route and what it was sent. */
  what: string;
  status: number | null;
}

type Headers = Record<string, string>;

/**
 * Puts up a server and sends it everything. A body that holds it up is sent again, so many times in all, and the shortest of
 * its turns counts: others need the processor, too.
 */
export async function fuzzBodies(
  tries: number,
  isMeant: (route: Route) => boolean = () => true,
  part = "",
): Promise<Held[]> {
  const server = await startServer({
    environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" },
    overrides: { engine: endlessEngine },
    isChecked: false,
  });
  using client = new ClientThread();
  try {
    const site = { server, directory: directoryOf(server) };
    const held: Held[] = [];
    for (const route of routesOf(server.context).filter(isMeant)) {
      // Each of a person of their own, who has made no other request and is still logged in.
      const caller = await callerOf(site);
      if (route.path.includes(":recording"))
        caller.ids.recording = addRecording(server.context.db, caller.person, { segments: LONG_TRANSCRIPT });
      // Not counted: modules that a route needs first are compiled from their source here; `first-requests.ts` measures an executable.
      for (const { name, sending } of sendingsOf(server, route, caller))
        if (WARMING.has(name)) await client.send(sending);
      const shortest = new Map<string, Held>();
      Bun.gc(true);
      const slower = await client.slowness();
      // Round after round: a collection of garbage lasts for several tries of one body, if they follow each other.
      for (let count = 0; count < tries; count += 1) {
        for (const { name, sending } of sendingsOf(server, route, caller)) {
          const what = `${route.method} ${route.path}: ${name}`;
          const isShort = (shortest.get(what)?.cpuMs ?? Number.POSITIVE_INFINITY) <= MOST_CPU_MS;
          if (!what.includes(part) || isShort) continue;
          if (collectAfter(sending)) Bun.gc(true);
          const sent = await client.send(sending);
          const turn = { ...sent, what, cpuMs: sent.cpuMs / slower };
          if (turn.cpuMs < (shortest.get(what)?.cpuMs ?? Number.POSITIVE_INFINITY)) shortest.set(what, turn);
        }
      }
      held.push(...shortest.values());
    }
    return held;
  } finally {
    await server.close();
  }
}

let garbageBytes = 0;

function collectAfter({ body }: Sending): boolean {
  garbageBytes += body?.length ?? 0;
  const isMuch = garbageBytes > GARBAGE_BYTES;
  if (isMuch) garbageBytes = 0;
  return isMuch;
}

interface Caller {
  person: string;
  key: Headers;
  browser: Headers;
  scim: Headers;
  /** Values of the variable parts of paths, so that a request comes as far as it can. */
  ids: Record<string, string>;
}

interface Directory {
  token: string;
  userId: string;
  groupId: string;
}

/** A group of as many people as there may be. */
function directoryOf({ context: { db, clock } }: TestServer): Directory {
  const deps = { db, clock, actor: TEST_ACTOR };
  const groupId = newId("grp");
  const userId = addUser(deps, { email: "changed@bodies.test", name: "Ada" }).id;
  inTransaction(db, () => {
    const first = addUser(deps, { email: "member@bodies.test", name: "Ada" });
    for (const id of MEMBERS) insertUser(db, { ...first, id, email: `${id}@bodies.test` });
    upsertScimGroup(db, {
      id: groupId,
      displayName: "Everybody",
      externalId: null,
      createdAt: 0,
      updatedAt: 0,
    });
    addScimGroupMembers(db, groupId, MEMBERS);
  });
  return { token: createScimToken(deps, { name: "test" }).token, userId, groupId };
}

let people = 0;

/** Somebody who has as much as they can, and owns an organization. */
async function callerOf({
  server: { context, url },
  directory,
}: {
  server: TestServer;
  directory: Directory;
}): Promise<Caller> {
  const { db, clock, config } = context;
  const deps = { db, clock, actor: TEST_ACTOR, keyPrefixes: config.auth.key_prefixes };
  people += 1;
  const person = addUser(deps, { email: `browser${people}@bodies.test`, name: "Browser" });
  const organization = addOrganization(deps, { name: `Bodies ${people}`, owner: person });
  inTransaction(db, () => setCustomizations(db, person.id, FULL));
  const history = { userId: person.id, organizationId: null, app: null, durationSeconds: 2.5 };
  const session = newId("ses");
  const finalText = "twenty one point five ".repeat(limits.correctedTextChars / 22);
  inTransaction(db, () =>
    keepSession(db, { ...history, id: session, finalText, rawText: finalText }, clock.now()),
  );
  const entry = { methods: ["password"], address: "::1", userAgent: null } as const;
  const Cookie = `tiro_session=${beginBrowserSession(context, person, entry)}`;
  const profile = (await (await fetch(`${url}/v1/me/profile`, { headers: { Cookie } })).json()) as Json;
  return {
    person: person.id,
    key: { Authorization: `Bearer ${createKey(deps, person, { name: "k" }).key}` },
    browser: { Cookie, Origin: url, "x-csrf-token": profile.browser_session.csrf_token },
    scim: { Authorization: `Bearer ${directory.token}` },
    ids: {
      organization: organization.id,
      session,
      key: createKey(deps, person, { name: "of the path" }).id,
      model: "speech-v1.5",
      "Users/:id": directory.userId,
      "Groups/:id": directory.groupId,
    },
  };
}

/** If the caller has nothing of the kind, an id of nothing. */
function pathOf(path: string, ids: Caller["ids"]): string {
  return path
    .replace(/(Users|Groups)\/:id/, (part, kind) => `${kind}/${ids[part]}`)
    .replace(/:(\w+)/g, (_, name) => ids[name] ?? "x")
    .replace("*", "x");
}

function sendingsOf(
  { url }: TestServer,
  { method, path, access, family }: Route,
  callers: Caller,
): { name: string; sending: Sending }[] {
  const own = family === "scim" ? callers.scim : access === "key" ? callers.key : callers.browser;
  const address = url + pathOf(path, callers.ids);
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
    send("many headers", {
      headers: Object.fromEntries(list(90, (index) => [`x-header-${index}`, "a".repeat(100)])),
    }),
    send("many cookies", { headers: { Cookie: `${own.Cookie ?? "a=b"}${"; a=b".repeat(2_500)}` } }),
  ];
  if (method === "GET") sendings.push(...QUERIES.map(({ name, query }) => send(name, { query })));
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
  const transcripts =
    { "/v1/recordings/import": IMPORTS, "/v1/recordings/:recording/transcript": SAVES }[path] ?? [];
  sendings.push(...transcripts.map((body) => send(body.name, { body })));
  return sendings;
}

if (import.meta.main) {
  const [tries = "1", part = ""] = process.argv.slice(2);
  const held = await fuzzBodies(Number(tries), (route) => part === "" || part.includes(route.path), part);
  held.sort((a, b) => b.cpuMs - a.cpuMs);
  for (const { what, status, cpuMs, ms } of held.slice(0, 20))
    console.log(
      `${cpuMs.toFixed(1).padStart(8)} ms of processor time ${ms.toFixed(1).padStart(8)} ms  ${status}  ${what}`,
    );
  const [load = 0] = loadavg();
  const isQuiet = load <= availableParallelism();
  const slow = held.filter(({ cpuMs, ms }) => cpuMs > MOST_CPU_MS || (isQuiet && ms > MOST_MS));
  const byClock = isQuiet ? ` or ${MOST_MS} ms` : "";
  console.log(
    `${held.length} bodies, load ${load.toFixed(1)}; ${slow.length} held the event loop for more than ${MOST_CPU_MS} ms of processor time${byClock}`,
  );
  process.exit(slow.length === 0 ? 0 : 1);
}
