import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../../config/limits.ts";
import { faultOfRedirectUri, isRegistered, placeOf, withParameters } from "./redirect-uris.ts";

const host = fc.constantFrom(
  "app.test",
  "127.0.0.1",
  "[::1]",
  "localhost",
  "evil.test",
  "127.0.0.1.evil.test",
);
const port = fc.constantFrom("", ":1", ":80", ":443", ":8080", ":65535", ":65536", ":");
const uri = fc
  .tuple(
    fc.constantFrom("https://", "http://", "cursor://", "HTTP://"),
    host,
    port,
    fc.constantFrom("", "/", "/cb", "/cb/", "/CB", "/cb/../x", "/%63b", "/cb;x"),
    fc.constantFrom("", "?", "?a=1", "?a=1&b=2", "#", "#f"),
  )
  .map((parts) => parts.join(""));

const registrable = uri.filter((text) => URL.canParse(text));

describe("a redirect URI is registered", () => {
  test("only where it leads to the very same place, but for a loopback port", () => {
    fc.assert(
      fc.property(fc.array(registrable, { minLength: 1, maxLength: 3 }), uri, (registered, asked) => {
        if (!isRegistered(registered, asked) || registered.includes(asked)) return;
        const place = placeOf(asked);
        expect(place.kind).toBe("loopback");
        const { hostname, pathname, search, hash } = new URL(asked);
        const same = registered.filter((other) => {
          const known = new URL(other);
          return known.protocol === "http:" && known.hostname === hostname && known.pathname === pathname;
        });
        expect(same.some((other) => new URL(other).search === search)).toBe(true);
        expect(hash).toBe("");
      }),
      { numRuns: 2_000 },
    );
  });

  test("where it is one of them, letter for letter", () => {
    fc.assert(
      fc.property(fc.array(uri, { minLength: 1, maxLength: 3 }), (registered) => {
        for (const each of registered) expect(isRegistered(registered, each)).toBe(true);
      }),
    );
  });

  test("never at a port that there is not", () => {
    expect(isRegistered(["http://localhost/cb"], "http://localhost:65536/cb")).toBe(false);
  });

  test("without a path as with the slash that stands for it", () => {
    expect(isRegistered(["http://127.0.0.1/"], "http://127.0.0.1:33418")).toBe(true);
    expect(isRegistered(["http://localhost:1"], "http://localhost:2/")).toBe(true);
  });
});

describe("what can be registered", () => {
  test.each([
    "https://app.test/cb",
    "https://app.test:8443/cb?x=1",
    "http://127.0.0.1/cb",
    "http://[::1]:9000/",
    "http://localhost:1/cb",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "com.example.app:/oauth",
    `https://app.test/${"x".repeat(limits.oauthRedirectUriChars - "https://app.test/".length)}`,
  ])("%p", (text) => expect(faultOfRedirectUri(text)).toBeNull());

  test("is longer by one character: no more", () => {
    const long = `https://app.test/${"x".repeat(limits.oauthRedirectUriChars + 1 - "https://app.test/".length)}`;
    expect(faultOfRedirectUri(long)).toContain("longer");
  });
});

test("parameters go behind what is there, and leave it as it is", () => {
  expect(withParameters("cursor://a/b", { code: "x y", state: "&=" })).toBe(
    "cursor://a/b?code=x+y&state=%26%3D",
  );
  expect(withParameters("https://a.test/?q=%20", { code: "x" })).toBe("https://a.test/?q=%20&code=x");
});
