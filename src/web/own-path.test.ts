import { expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../config/limits.ts";
import { ownPath } from "./own-path.ts";

test.each([
  ["/account", "/account"],
  ["/oauth/authorize?client_id=a&redirect_uri=http%3A%2F%2Flocalhost", null],
  ["/a/../account?x=1#part", "/account?x=1"],
  ["/%2f%2fevil.test", null],
  ["/%5cevil.test", null],
  ["/", "/"],
])("%p is a path of this server", (path, becomes) => {
  expect(ownPath(path)).toBe(becomes ?? path);
});

test.each([
  null,
  "",
  "account",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\/evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "/.//evil.test",
  "/a/..//evil.test",
  "/%2e//evil.test",
  "https://evil.test/",
  "javascript:alert(1)",
  " /account",
  "/ä",
  "/a b",
])("%p is none", (path) => {
  expect(ownPath(path)).toBeNull();
});

test("its length is bounded", () => {
  const path = `/${"a".repeat(limits.returnPathChars - 1)}`;
  expect(ownPath(path)).toBe(path);
  expect(ownPath(`${path}a`)).toBeNull();
});

test("whatever is let through leads a browser to this server", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "//",
    "%2f",
    "%2e",
    "%5c",
    "@",
    ":",
    "evil.test",
    "?",
    "#",
    "\t",
    "a",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = ownPath(pieces.join(""));
      if (path !== null) expect(new URL(path, "https://tiro.test").origin).toBe("https://tiro.test");
    }),
    { numRuns: 2_000 },
  );
});
