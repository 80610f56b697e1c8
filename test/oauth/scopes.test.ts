/** Rights of tokens with fewer scopes, on every route that names a scope. */
import { describe, expect, test } from "bun:test";
import { routesOf } from "../../src/app.ts";
import type { KeyRoute } from "../../src/web/route.ts";
import { bearer } from "../support/oauth.ts";
import type { Json } from "../support/server.ts";
import { useSite } from "./site.ts";

const site = useSite();

const scoped = () =>
  routesOf(site.server.context).filter((route): route is KeyRoute => route.access === "key" && !!route.scope);

for (const have of ["read", "write"] as const)
  test(`a token with ${have} alone is refused where the other is needed, and told what to ask for`, async () => {
    const { access_token } = await site.app.tokens(site.person, { scope: have, resource: site.api });
    expect(scoped().length).toBeGreaterThan(15);
    for (const { method, path, scope } of scoped()) {
      const answer = await fetch(site.server.url + path.replace(/:\w+/g, "x"), {
        method,
        headers: bearer(access_token),
      });
      const challenge = answer.headers.get("www-authenticate");
      if (scope === have) {
        expect([method, path, [401, 403].includes(answer.status), challenge]).toEqual([
          method,
          path,
          false,
          null,
        ]);
        continue;
      }
      expect([method, path, answer.status, challenge]).toEqual([
        method,
        path,
        403,
        `Bearer realm="tiro", error="insufficient_scope", scope="read write", resource_metadata="${site.server.url}/.well-known/oauth-protected-resource/v1"`,
      ]);
      expect(((await answer.json()) as Json).error.code).toBe("insufficient_scope");
    }
  });

describe("a token", () => {
  test("acts as its person, and says so", async () => {
    const { access_token } = await site.app.tokens(site.person, { scope: "read" });
    const me = await (await fetch(`${site.api}/me`, { headers: bearer(access_token) })).json();
    expect(me).toMatchObject({
      id: site.person.id,
      credential: { id: expect.stringMatching(/^gra_/), method: "oauth", scopes: ["read"] },
    });
  });

  test("reads and writes what is its person's", async () => {
    const { access_token } = await site.app.tokens(site.person);
    const headers = { ...bearer(access_token), "Content-Type": "application/json" };
    const body = JSON.stringify({ language: "de" });
    const changed = await fetch(`${site.api}/settings`, { method: "PATCH", headers, body });
    expect(changed.status).toBe(200);
    const read = await fetch(`${site.api}/settings`, { headers: bearer(access_token) });
    expect(((await read.json()) as Json).language).toBe("de");
  });

  test("counts for its person's limits, and shows them", async () => {
    const { access_token } = await site.app.tokens(site.person);
    const { headers } = await fetch(`${site.api}/me`, { headers: bearer(access_token) });
    expect(headers.get("x-ratelimit-limit-requests")).toBe("600");
  });
});
