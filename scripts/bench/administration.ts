/**
 * `bun run bench:administration [people] [organizations] [lines]`: lists and filters of the pages of administration over HTTP,
 * with 10,000 people, 1,000 organizations and 100,000 lines of the audit log; the hundredth page beside the first, an auditor
 * beside an administrator, and how long `GET /v1/me` of others takes meanwhile: in turns with nothing beside it. The server,
 * the caller who is measured and those beside are processes of their own. Ends with 1 if a goal is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { recordAudit } from "../../src/accounts/audit/audit-log.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import type { ServerRole } from "../../src/accounts/policies/permissions.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { percentile } from "../../src/lib/percentile.ts";
import { inTransaction } from "../../src/store/db.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR, testBinding } from "../../test/support/database.ts";
import { startServerProcess } from "../../test/support/server-process.ts";
import { ask, type BesideName, inTurn } from "./administration-calls.ts";
import { tellLoad } from "./load.ts";

const [peopleCount = 10_000, organizationCount = 1_000, lineCount = 100_000] = Bun.argv.slice(2).map(Number);
const LOOKS = 60;
const GOALS = { openMs: 300, page100: 1.5, auditor: 1.2, meanwhile: 1.5 };
/** Of each kind, so that nobody asks more often in a minute than one person may. */
const CALLERS = 60;
/** With and without something beside, in turns, so that the machine's mood is the same for both. */
const ROUNDS = 4;
const LOOKS_OF_ROUND = 250;
const LOOK_PAUSE_MS = 5;
const BESIDE_BEGINS_MS = 1_000;

const dataDir = mkdtempSync(join(tmpdir(), "tiro-bench-"));
const { some, sessions } = filled(dataDir);
const server = await startServerProcess({ dataDir });
const nextOf = {
  administrator: inTurn(sessions.administrator),
  auditor: inTurn(sessions.auditor),
  others: inTurn(sessions.others),
};
let met = true;
try {
  while ((await fetch(new URL("/health", server.url))).status !== 200) await Bun.sleep(50);
  tellLoad();
  await measureLists();
  await measurePages();
  await measureMeanwhile();
  process.exitCode = met ? 0 : 1;
} finally {
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
}

function say(name: string, value: string, isMet: boolean): void {
  met &&= isMet;
  console.log(`${name.padEnd(44)} ${value}${isMet ? "" : "  MISSED"}`);
}

async function measureLists(): Promise<void> {
  const lists = [
    "/people",
    "/people?query=person 99",
    "/people?query=no such name",
    "/people?state=disabled",
    "/people?password_alone=true",
    "/people?server_role=auditor",
    `/people/${some.id}`,
    "/organizations",
    "/organizations?query=organization 99",
    "/organizations?query=no such name",
    "/organizations?state=disabled",
    "/audit",
    "/audit?action=limit.set",
    `/audit?actor=${some.id}`,
    `/audit?target=${some.id}`,
    "/audit?address=192.0.2.1",
    "/jobs?status=queued",
  ];
  for (const path of lists) {
    const p95 = percentile(await times("administrator", path), 0.95);
    say(path, `p95 ${p95.toFixed(1)} ms (goal ${GOALS.openMs})`, p95 < GOALS.openMs);
  }
}

async function measurePages(): Promise<void> {
  for (const path of ["/people?limit=50", "/organizations?limit=10", "/audit?limit=50"]) {
    const first = percentile(await times("administrator", path), 0.5);
    const hundredth = await times("administrator", `${path}&cursor=${await cursorOfPage(path, 100)}`);
    const ratio = percentile(hundredth, 0.5) / first;
    const name = `${path}, page 100 to page 1`;
    say(name, `${ratio.toFixed(2)} × (goal ${GOALS.page100})`, ratio <= GOALS.page100);
    const [looked = 0, administered = 0] = [
      percentile(await times("auditor", path), 0.5),
      percentile(await times("administrator", path), 0.5),
    ];
    const auditor = looked / administered;
    const who = `${path}, auditor to administrator`;
    say(who, `${auditor.toFixed(2)} × (goal ${GOALS.auditor})`, auditor <= GOALS.auditor);
  }
}

async function measureMeanwhile(): Promise<void> {
  await meTimes();
  const besides: BesideName[] = ["people", "audit", "verify", "export"];
  for (const name of besides) {
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(...(await meTimes()));
      const working = Bun.spawn(
        [
          process.execPath,
          join(import.meta.dir, "administration-calls.ts"),
          server.url,
          name,
          ...sessions.administrator,
        ],
        { stdio: ["ignore", "ignore", "inherit"] },
      );
      // They have machines of their own: what their browsers do is not the server's.
      setPriority(working.pid, 19);
      await Bun.sleep(BESIDE_BEGINS_MS);
      beside.push(...(await meTimes()));
      if (working.exitCode !== null) throw new Error("those beside went away");
      working.kill("SIGKILL");
      await working.exited;
    }
    const [idle, meanwhile] = [percentile(alone, 0.99), percentile(beside, 0.99)];
    const ratio = meanwhile / idle;
    const took = `${ratio.toFixed(2)} × (goal ${GOALS.meanwhile}; ${idle.toFixed(1)} and ${meanwhile.toFixed(1)} ms)`;
    say(`GET /v1/me p99 beside ${name}`, took, ratio <= GOALS.meanwhile);
  }
}

function filled(dataDir: string) {
  const begin = performance.now();
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR };
  try {
    const users = inTransaction(db, () =>
      Array.from({ length: peopleCount }, (_, index) =>
        addUser(deps, { email: `person${index}@bench.test`, name: `Person ${index}` }),
      ),
    );
    inTransaction(db, () => {
      for (let index = 0; index < organizationCount; index++) {
        const owner = users[index % users.length] as User;
        const { id } = addOrganization(deps, { name: `Organization ${index}`, owner });
        for (let member = 1; member <= 10; member++) {
          const user = users[(index + member * 7) % users.length] as User;
          if (user.id !== owner.id) addMember(deps, id, user.id, "member");
        }
      }
    });
    const callers = (kind: ServerRole | null) =>
      Array.from({ length: CALLERS }, (_, index) => {
        const user = addUser(deps, { email: `${kind}${index}@callers.test`, name: `Caller ${index}` });
        if (kind !== null) setServerRole(deps, user.id, kind);
        const entry = { methods: ["passkey"], address: "::1", userAgent: null } as const;
        return beginBrowserSession(deps, user, entry);
      });
    const sessions = {
      administrator: callers("administrator"),
      auditor: callers("auditor"),
      others: callers(null),
    };
    const lines = db.prepare<[], number>("SELECT sequence FROM audit_head").pluck().get() ?? 0;
    inTransaction(db, () => {
      for (let line = lines; line < lineCount; line++) {
        const user = users[line % users.length] as User;
        const system = { ...deps, actor: { ...deps.actor, id: "system" } };
        recordAudit(system, "user.logged_in", user.id, { methods: ["password"] });
      }
    });
    console.log(`filled in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    return { some: users[Math.floor(users.length / 2)] as User, sessions };
  } finally {
    db.close();
  }
}

async function times(who: ServerRole, path: string): Promise<number[]> {
  const taken: number[] = [];
  for (let look = 0; look < LOOKS; look++)
    taken.push((await ask(server.url, nextOf[who](), `/administration${path}`)).ms);
  return taken;
}

async function cursorOfPage(path: string, page: number): Promise<string> {
  let cursor = "";
  for (let at = 1; at < page; at++) {
    const query = cursor && `&cursor=${cursor}`;
    const { text } = await ask(server.url, nextOf.administrator(), `/administration${path}${query}`);
    cursor = (JSON.parse(text) as { next_cursor: string }).next_cursor;
  }
  return cursor;
}

async function meTimes(): Promise<number[]> {
  const taken: number[] = [];
  for (let look = 0; look < LOOKS_OF_ROUND; look++) {
    taken.push((await ask(server.url, nextOf.others(), "/me")).ms);
    await Bun.sleep(LOOK_PAUSE_MS);
  }
  return taken;
}
