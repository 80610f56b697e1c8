/**
 * `bun run bench:administration [people] [organizations] [lines]`: lists and filters of the pages of administration over HTTP,
 * with 10,000 people, 1,000 organizations and 100,000 lines of the audit log; the hundredth page beside the first, an auditor
 * beside an administrator, and how long `GET /v1/me` of another person takes meanwhile. Ends with 1 if a goal is missed.
 */
import { recordAudit } from "../../src/accounts/audit/audit-log.ts";
import { verifyBeside } from "../../src/accounts/audit/verification.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import type { ServerRole } from "../../src/accounts/policies/permissions.ts";
import { percentile } from "../../src/lib/percentile.ts";
import { inTransaction } from "../../src/store/db.ts";
import type { User } from "../../src/store/people/users.ts";
import { type People, startPeople } from "../../test/support/people.ts";
import { tellLoad } from "./load.ts";

const [peopleCount = 10_000, organizationCount = 1_000, lineCount = 100_000] = Bun.argv.slice(2).map(Number);
const LOOKS = 60;
const VERIFY_MS = 120_000;
const GOALS = { openMs: 300, page100: 1.5, auditor: 1.2, meanwhile: 1.5 };

const people = await startPeople();
try {
  const users = fill(people);
  const some = users[Math.floor(users.length / 2)] as User;
  const [administrator, auditor] = (["administrator", "auditor"] as const).map((role) => cookieOf(role));
  tellLoad();
  let met = true;
  const say = (name: string, value: string, isMet: boolean) => {
    met &&= isMet;
    console.log(`${name.padEnd(44)} ${value}${isMet ? "" : "  MISSED"}`);
  };
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
  const idle = await meWhile(null);
  for (const path of lists) {
    const p95 = percentile(await times(administrator, path), 0.95);
    say(path, `p95 ${p95.toFixed(1)} ms (goal ${GOALS.openMs})`, p95 < GOALS.openMs);
  }
  for (const path of ["/people?limit=50", "/organizations?limit=10", "/audit?limit=50"]) {
    const first = percentile(await times(administrator, path), 0.5);
    const hundredth = percentile(
      await times(administrator, `${path}&cursor=${await cursorOfPage(administrator, path, 100)}`),
      0.5,
    );
    const ratio = hundredth / first;
    say(
      `${path}, page 100 to page 1`,
      `${ratio.toFixed(2)} × (goal ${GOALS.page100})`,
      ratio <= GOALS.page100,
    );
    const looked =
      percentile(await times(auditor, path), 0.5) / percentile(await times(administrator, path), 0.5);
    say(
      `${path}, auditor to administrator`,
      `${looked.toFixed(2)} × (goal ${GOALS.auditor})`,
      looked <= GOALS.auditor,
    );
  }
  const besides = [
    ["/people?query=no such name", () => ask(administrator, "/v1/administration/people?query=no such name")],
    ["/audit?address=192.0.2.1", () => ask(administrator, "/v1/administration/audit?address=192.0.2.1")],
    ["POST /audit/verify", verifyAll],
    ["/audit/export", () => ask(administrator, "/v1/administration/audit/export?format=csv")],
  ] as const;
  for (const [name, work] of besides) {
    const ratio = (await meWhile(work)) / idle;
    say(
      `GET /v1/me p99 beside ${name}`,
      `${ratio.toFixed(2)} × (goal ${GOALS.meanwhile})`,
      ratio <= GOALS.meanwhile,
    );
  }
  process.exitCode = met ? 0 : 1;
} finally {
  await people.server.close();
}

function fill({ deps }: People): User[] {
  const begin = performance.now();
  const users = inTransaction(deps.db, () =>
    Array.from({ length: peopleCount }, (_, index) =>
      addUser(deps, { email: `person${index}@bench.test`, name: `Person ${index}` }),
    ),
  );
  inTransaction(deps.db, () => {
    for (let index = 0; index < organizationCount; index++) {
      const owner = users[index % users.length] as User;
      const { id } = addOrganization(deps, { name: `Organization ${index}`, owner });
      for (let member = 1; member <= 10; member++) {
        const user = users[(index + member * 7) % users.length] as User;
        if (user.id !== owner.id) addMember(deps, id, user.id, "member");
      }
    }
  });
  const lines = deps.db.prepare<[], number>("SELECT sequence FROM audit_head").pluck().get() ?? 0;
  inTransaction(deps.db, () => {
    for (let line = lines; line < lineCount; line++) {
      const user = users[line % users.length] as User;
      recordAudit({ ...deps, actor: { ...deps.actor, id: "system" } }, "user.logged_in", user.id, {
        methods: ["password"],
      });
    }
  });
  console.log(`filled in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  return users;
}

function cookieOf(role: ServerRole): string {
  const user = people.add(role);
  setServerRole(people.deps, user.id, role);
  return sessionOf(user);
}

function sessionOf(user: User): string {
  const entry = { methods: ["passkey"], address: "::1", userAgent: null } as const;
  return `tiro_session=${beginBrowserSession(people.deps, user, entry)}`;
}

async function ask(cookie: string | undefined, path: string): Promise<{ ms: number; text: string }> {
  // The clock of the server stands: so nobody asks too often.
  people.clock.nowMs += 1_000;
  const begin = performance.now();
  const answer = await fetch(`${people.server.url}${path}`, { headers: { Cookie: cookie ?? "" } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return { ms: performance.now() - begin, text };
}

async function times(cookie: string | undefined, path: string): Promise<number[]> {
  const taken: number[] = [];
  for (let look = 0; look < LOOKS; look++) taken.push((await ask(cookie, `/v1/administration${path}`)).ms);
  return taken;
}

async function cursorOfPage(cookie: string | undefined, path: string, page: number): Promise<string> {
  let cursor = "";
  for (let at = 1; at < page; at++) {
    const query = cursor && `&cursor=${cursor}`;
    const { text } = await ask(cookie, `/v1/administration${path}${query}`);
    cursor = (JSON.parse(text) as { next_cursor: string }).next_cursor;
  }
  return cursor;
}

/** As `POST /v1/administration/audit/verify` does it, until it has read every line. */
async function verifyAll(): Promise<void> {
  const { context } = people.server;
  const untold = { signal: AbortSignal.timeout(VERIFY_MS), progress: () => {} };
  const verdict = await verifyBeside(context.verificationSite, people.deps, null, untold);
  if (!verdict.intact) throw new Error(`the log is broken at line ${verdict.line}`);
}

/** p99 of another person's `GET /v1/me`, while something is done again and again; null: with nothing beside it. */
async function meWhile(work: (() => Promise<unknown>) | null): Promise<number> {
  const other = sessionOf(people.add("other"));
  let isOver = false;
  const beside = async () => {
    while (!isOver && work !== null) await work();
  };
  const working = beside();
  const taken: number[] = [];
  for (let look = 0; look < 300; look++) {
    taken.push((await ask(other, "/v1/me")).ms);
    await Bun.sleep(5);
  }
  isOver = true;
  await working;
  return percentile(taken, 0.99);
}
