/** Whatever is sent, the server says what is wrong with it, and sends nobody to where the app did not register. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { elsewhere, LOOPBACK, onward } from "../support/oauth.ts";
import { useSite } from "./site.ts";

const site = useSite();
const RUNS = { numRuns: 200 };

const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "%",
    "a".repeat(5_000),
    "🦀",
    "' OR 1=1 --",
    "../..",
    "__proto__",
    "null",
    "[]",
  ),
);

test("any form at the token and revocation endpoints", async () => {
  const name = fc.constantFrom(
    ..."grant_type client_id client_secret code code_verifier redirect_uri refresh_token scope resource token".split(
      " ",
    ),
  );
  const known = fc.constantFrom("authorization_code", "refresh_token", "APP", LOOPBACK, "read", "API");
  const fields = fc.array(fc.tuple(name, fc.oneof(known, odd)), { maxLength: 12 });
  const path = fc.constantFrom("/oauth/token", "/oauth/revoke");
  await fc.assert(
    fc.asyncProperty(path, fields, fc.option(odd), async (where, pairs, header) => {
      const replaced = pairs.map(([key, value]) => [
        key,
        { APP: site.app.id, API: site.api }[value] ?? value,
      ]);
      const authorization =
        header === null ? {} : { Authorization: `Basic ${Buffer.from(header).toString("base64")}` };
      const init = {
        method: "POST",
        body: new URLSearchParams(replaced as [string, string][]),
        headers: authorization,
      };
      const answer = await fetch(site.server.url + where, init as RequestInit);
      const body = (await answer.json()) as { error?: string; error_description?: string };
      if (answer.status === 200) return expect(where).toBe("/oauth/revoke");
      expect([400, 401, 413]).toContain(answer.status);
      expect(body.error).toMatch(/^[a-z_]+$/);
      expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    }),
    RUNS,
  );
});

test("any document at the registration", async () => {
  const value = fc.oneof(fc.jsonValue(), odd, fc.array(odd, { maxLength: 3 }), fc.constant([LOOPBACK]));
  const document = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        redirect_uris: value,
        client_name: value,
        grant_types: value,
        response_types: value,
        token_endpoint_auth_method: value,
        scope: value,
      },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(document, async (sent) => {
      const answer = await fetch(`${site.server.url}/oauth/register`, {
        method: "POST",
        body: JSON.stringify(sent),
        headers: { "Content-Type": "application/json", ...elsewhere() },
      });
      const body = (await answer.json()) as { error?: string };
      if (answer.status === 201) return;
      expect([answer.status, body.error]).toEqual([
        400,
        expect.stringMatching(/^invalid_(redirect_uri|client_metadata|scope)$/),
      ]);
    }),
    RUNS,
  );
});

test("any authorization request", async () => {
  const name = fc.constantFrom(
    ..."response_type client_id redirect_uri scope state resource code_challenge code_challenge_method prompt".split(
      " ",
    ),
  );
  const change = fc.array(fc.tuple(name, odd), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(change, fc.boolean(), async (changes, added) => {
      const request = new URL(site.app.authorizationPath(), site.server.url);
      for (const [key, value] of changes)
        if (added) request.searchParams.append(key, value);
        else request.searchParams.set(key, value);
      const page = await site.visitor.get(request.pathname + request.search);
      const answer = onward(page);
      expect(page.location).toBeNull();
      if (answer !== null) expect(answer.href).toStartWith(`${LOOPBACK}?error=`);
      else expect([200, 400]).toContain(page.status);
    }),
    RUNS,
  );
});
