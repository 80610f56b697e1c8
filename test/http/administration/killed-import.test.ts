/** An import of people under `kill -9`: no line is half written, and the same table brings the rest. */
import { expect, test } from "bun:test";
import { verifyAudit } from "../../../src/accounts/audit/audit-log.ts";
import { beginBrowserSession } from "../../../src/accounts/credentials/browser-sessions.ts";
import { addOrganization } from "../../../src/accounts/organizations/organizations.ts";
import { setServerRole } from "../../../src/accounts/people/server-roles.ts";
import { addUser } from "../../../src/accounts/people/users.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Db } from "../../../src/store/db.ts";
import { openDatabase } from "../../../src/store/open-database.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";
import type { Json } from "../../support/server.ts";
import { type ServerProcess, startServerProcess } from "../../support/server-process.ts";

const LINES = 2_000;
const TABLE = [
  "email,name,organization",
  ...Array.from({ length: LINES }, (_, i) => `n${i}@many.test,N ${i},Acme`),
];

test("what a killed server had written is whole, and the table is imported again", async () => {
  using folder = await killedMidway();
  const dataDir = folder.path;
  const session = folder.session;
  using open = opened(dataDir);
  const before = written(open.db);
  expect(verifyAudit(open.db).intact).toBe(true);

  const server = await startServerProcess({ dataDir });
  try {
    const task = await startImport(server, session);
    const ended = async () => (await ask(server, session, `/administration/tasks/${task}`)).state;
    await eventually(ended, "succeeded");
    const { result } = await ask(server, session, `/administration/tasks/${task}`);
    expect(result).toEqual({ added: LINES - before, joined: 0, unchanged: before });
  } finally {
    await server.kill();
  }
  expect(written(open.db)).toBe(LINES);
  expect(verifyAudit(open.db).intact).toBe(true);
});

/**
 * A data folder whose server was killed with part of the table written. On a busy machine the import may end before the kill
 * arrives; then another server is killed, in another folder.
 */
async function killedMidway(): Promise<{ path: string; session: string } & Disposable> {
  for (;;) {
    const folder = temporaryFolder();
    const session = prepare(folder.path);
    const server = await startServerProcess({ dataDir: folder.path });
    using open = opened(folder.path);
    const count = open.db
      .prepare<[], number>("SELECT count(*) FROM users WHERE email LIKE '%@many.test'")
      .pluck();
    await startImport(server, session);
    while (count.get() === 0) await Bun.sleep(1);
    await server.kill();
    const kept = count.get() as number;
    if (kept < LINES) return { path: folder.path, session, [Symbol.dispose]: () => folder[Symbol.dispose]() };
    folder[Symbol.dispose]();
  }
}

function opened(dataDir: string): { db: Db } & Disposable {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  return { db, [Symbol.dispose]: () => void db.close() };
}

/** An administrator's session, in an installation that has an organization. */
function prepare(dataDir: string): string {
  using site = opened(dataDir);
  const deps = { db: site.db, clock: systemClock, actor: TEST_ACTOR };
  const ada = addUser(deps, { email: "ada@acme.test", name: "Ada" });
  setServerRole(deps, ada.id, "administrator");
  addOrganization(deps, { name: "Acme", owner: ada });
  return beginBrowserSession(deps, ada, { methods: ["passkey"], address: "::1", userAgent: null });
}

/** People of the table: each with its membership and both lines of the audit log, or the test fails. */
function written(db: Db): number {
  const { people, whole } = db
    .prepare<[], { people: number; whole: number }>(
      `SELECT count(*) AS people, coalesce(sum(
         EXISTS (SELECT 1 FROM members WHERE user_id = users.id)
         AND EXISTS (SELECT 1 FROM audit_log WHERE target = users.id AND action = 'user.added')), 0) AS whole
       FROM users WHERE email LIKE '%@many.test'`,
    )
    .get() as { people: number; whole: number };
  expect(whole).toBe(people);
  return people;
}

async function ask(
  { url }: ServerProcess,
  session: string,
  path: string,
  init: RequestInit = {},
): Promise<Json> {
  const answer = await fetch(`${url}${path}`, {
    ...init,
    headers: { Cookie: `tiro_session=${session}`, ...init.headers },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

async function startImport(server: ServerProcess, session: string): Promise<string> {
  const profile = await ask(server, session, "/me/profile");
  const headers = {
    "Content-Type": "text/csv",
    Origin: new URL(server.url).origin,
    "x-csrf-token": profile.browser_session.csrf_token,
  };
  const init = { method: "POST", headers, body: TABLE.join("\n") };
  return (await ask(server, session, "/administration/people/import", init)).id;
}
