/** Events for the operator without a change. */
import { expect, test } from "bun:test";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { listKeys, revokeKey } from "../../src/accounts/credentials/api-keys.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import { testServer } from "../support/test-servers.ts";

const server = await testServer({ overrides: { engine: endlessEngine } });

const events = (action: string) =>
  listAudit(server.context.db, { target: null, limit: 100 }).filter((line) => line.action === action);

test("the use of a key after its revocation is logged and audited, without the key", async () => {
  const { db, clock } = server.context;
  const key = server.newKey();
  const id = listKeys(db, null).at(-1)?.id ?? "";
  revokeKey({ db, clock, actor: TEST_ACTOR }, id);
  const answer = await server.call("/me", { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(401);
  expect(events("key.used_after_revocation")).toMatchObject([{ target: id, address: "127.0.0.1" }]);
  const logged = server.log.filter(({ event }) => event === "security_event");
  expect(logged).toMatchObject([{ action: "key.used_after_revocation", target: id }]);
  expect(JSON.stringify(logged)).not.toContain(key);
});

test.each([
  ["/mcp", "origin_not_allowed"],
  ["/login", "foreign_request"],
  ["/setup/x", "foreign_request"],
])("a refused origin at %s is logged and audited", async (path, code) => {
  const headers = { Origin: "https://evil.test", "Content-Type": "application/x-www-form-urlencoded" };
  expect((await fetch(server.url + path, { method: "POST", headers, body: "x=1" })).status).toBe(403);
  const details = { code, origin: "https://evil.test" };
  const target = path.replace("/x", "/:token");
  expect(events("origin.refused").at(-1)).toMatchObject({ target, address: "127.0.0.1", details });
});
