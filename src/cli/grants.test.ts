import { expect, test } from "bun:test";
import { endlessEngine } from "../../test/support/engines.ts";
import { App, bearer, newPerson } from "../../test/support/oauth.ts";
import type { Json } from "../../test/support/server.ts";
import { testServer } from "../../test/support/test-servers.ts";

const MAIN = new URL("../main.ts", import.meta.url).pathname;

const server = await testServer({ overrides: { engine: endlessEngine } });

function tiro(...args: string[]): { code: number; stdout: string; stderr: string } {
  const command = [process.execPath, MAIN, "grants", ...args, "--data", server.dataDir];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: { PATH: process.env.PATH ?? "" } });
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test("lists and revokes grants while the server runs, which refuses their tokens from then on", async () => {
  expect(tiro("list").stdout).toBe("No app has access.\n");
  const app = await App.register(server);
  const [ada, bob] = [newPerson(server), newPerson(server)];
  const tokens = await app.tokens(ada, { scope: "read" });
  await app.tokens(bob);
  const [listed, ...others] = JSON.parse(tiro("list", "--user", ada.email, "--json").stdout) as Json[];
  expect(others).toEqual([]);
  expect(listed).toEqual({
    id: expect.stringMatching(/^gra_[0-9a-f]{32}$/),
    user_id: ada.id,
    email: ada.email,
    client_id: app.id,
    client_name: "Test App",
    scopes: ["read"],
    resources: ["api", "mcp"],
    redirect_uri: "http://127.0.0.1:33418/callback",
    created_at: expect.any(String),
    last_used_at: null,
    expires_at: expect.any(String),
    revoked_at: null,
  });
  const me = () => fetch(`${server.url}/v1/me`, { headers: bearer(tokens.access_token) });
  expect((await me()).status).toBe(200);
  expect(tiro("revoke", listed.id).stdout).toBe(`Revoked ${listed.id} (Test App for ${ada.email}).\n`);
  expect((await me()).status).toBe(401);
  expect((await app.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
  const table = tiro("list").stdout.trimEnd().split("\n");
  expect(table).toHaveLength(2);
  expect(table[1]).toMatch(new RegExp(`${bob.email} +Test App +read write +api mcp +\\S+ +never$`));
  const [again] = JSON.parse(tiro("revoke", listed.id, "--json").stdout) as Json[];
  expect(again.revoked_at).toEqual(expect.any(String));
});

test("revokes all that a person allowed, and nothing of others", async () => {
  const app = await App.register(server);
  const [ada, bob] = [newPerson(server), newPerson(server)];
  const tokens = [await app.tokens(ada), await app.tokens(ada), await app.tokens(bob)];
  expect(tiro("revoke", "--user", ada.email).stdout.trimEnd().split("\n")).toHaveLength(2);
  const statuses = tokens.map(
    async ({ access_token }) =>
      (await fetch(`${server.url}/v1/me`, { headers: bearer(access_token) })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  expect(tiro("revoke", "--user", ada.email).stdout).toBe("No app had access.\n");
});

test("says what is wrong and what to do", () => {
  const unknown = tiro("revoke", "gra_0");
  expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
  expect(unknown.stderr).toContain("tiro grants list");
  expect(tiro("list", "--user", "nobody@example.org").code).toBe(1);
  expect(tiro("revoke").stderr).toContain("--user EMAIL");
  expect(tiro("revoke", "gra_0", "--user", "nobody@example.org").code).toBe(1);
});
