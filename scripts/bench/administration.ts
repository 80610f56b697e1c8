/**
 * `bun run bench:administration [people] [organizations] [lines] [usage]`: lists and filters of the pages of administration over
 * HTTP, with 10,000 people, 1,000 organizations, 100,000 lines of the audit log and 300,000 of the ledger; the hundredth page
 * beside the first, an auditor beside an administrator, and how long `GET /v1/me` of others takes meanwhile: in turns with
 * nothing beside it. The server, the caller who is measured and those beside are processes of their own. Ends with 1 if a goal
 * is missed.
 */
import { join } from "node:path";
import { recordAudit } from "../../src/accounts/audit/audit-log.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import type { ServerRole } from "../../src/accounts/policies/permissions.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { percentile } from "../../src/lib/percentile.ts";
import { type Db, inTransaction } from "../../src/store/db.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR, temporaryFolder } from "../../test/support/database.ts";
import { ask, type BesideName, inTurn } from "./administration-calls.ts";
import { addUsage } from "./administration-usage.ts";
import { latencies, tell } from "./figures.ts";
import { addPerson, beside, inDatabase, openServer } from "./server.ts";

const [peopleCount = 10_000, organizationCount = 1_000, lineCount = 100_000, usageCount = 300_000] = Bun.argv
  .slice(2)
  .map(Number);
const LOOKS = 60;
const GOALS = { openMs: 300, reportMs: 100, page100: 1.5, auditor: 1.2, meanwhile: 1.5 };
/** Of each kind, so that nobody asks more often in a minute than one person may. */
const CALLERS = 60;
/** With and without something beside, in turns, so that the machine's mood is the same for both. */
const ROUNDS = 4;
const LOOKS_OF_ROUND = 250;
const LOOK_PAUSE_MS = 5;
const BESIDE_BEGINS_MS = 1_000;

using folder = temporaryFolder();
const { some, reporting, sessions } = inDatabase(folder.path, filled);
await using server = await openServer(folder.path);
const nextOf = {
  administrator: inTurn(sessions.administrator),
  auditor: inTurn(sessions.auditor),
  others: inTurn(sessions.others),
};
await measureLists();
await measureReports();
await measurePages();
await measureMeanwhile();

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
    tell(`${path}, p95`, p95, "ms", { most: GOALS.openMs });
  }
}

async function measureReports(): Promise<void> {
  for (const query of ["by=member", "by=month", "by=day", "by=day&format=csv"]) {
    const path = `/organizations/${reporting}/usage?${query}`;
    const p95 = percentile(await times("administrator", path), 0.95);
    tell(`a report of usage, ${query}, p95`, p95, "ms", { most: GOALS.reportMs });
  }
}

async function measurePages(): Promise<void> {
  for (const path of ["/people?limit=50", "/organizations?limit=10", "/audit?limit=50"]) {
    const first = percentile(await times("administrator", path), 0.5);
    const hundredth = await times("administrator", `${path}&cursor=${await cursorOfPage(path, 100)}`);
    const ratio = percentile(hundredth, 0.5) / first;
    tell(`${path}, page 100 to page 1`, ratio, "×", { most: GOALS.page100 });
    const [looked = 0, administered = 0] = [
      percentile(await times("auditor", path), 0.5),
      percentile(await times("administrator", path), 0.5),
    ];
    tell(`${path}, auditor to administrator`, looked / administered, "×", { most: GOALS.auditor });
  }
}

async function measureMeanwhile(): Promise<void> {
  await meTimes();
  const besides: BesideName[] = ["people", "audit", "verify", "export"];
  for (const name of besides) {
    const [alone, meanwhile]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(...(await meTimes()));
      const script = join(import.meta.dir, "administration-calls.ts");
      const calling = [script, server.url, name, ...sessions.administrator];
      meanwhile.push(...(await beside(calling, BESIDE_BEGINS_MS, meTimes)));
    }
    const [idle, busy] = [percentile(alone, 0.99), percentile(meanwhile, 0.99)];
    const what = `GET /v1/me beside ${name}, p99 ${idle.toFixed(1)} → ${busy.toFixed(1)} ms`;
    tell(what, busy / idle, "×", { most: GOALS.meanwhile });
  }
}

function filled(db: Db) {
  const begin = performance.now();
  const deps = { db, clock: systemClock, actor: TEST_ACTOR };
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
  const callers = (role: ServerRole | null) =>
    Array.from({ length: CALLERS }, (_, index) => addPerson(db, `${role}${index}`, role).session);
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
  const reporting = addUsage(db, users, usageCount);
  console.log(`filled in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return { some: users[Math.floor(users.length / 2)] as User, reporting, sessions };
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

function meTimes(): Promise<number[]> {
  return latencies(
    LOOKS_OF_ROUND,
    () => LOOK_PAUSE_MS,
    () => ask(server.url, nextOf.others(), "/me"),
  );
}
