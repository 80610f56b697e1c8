import { expect, test } from "bun:test";
import { wantsPage } from "./accept.ts";

test.each([
  [null, false],
  ["", false],
  ["*/*", false],
  ["application/json", false],
  ["application/json, text/html;q=0.5", false],
  ["text/html, application/json", false],
  ["text/html;q=0", false],
  ["text/html;q=x", false],
  ["image/avif,image/webp,*/*;q=0.8", false],
  ["text/html", true],
  ["TEXT/HTML; charset=utf-8", true],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8", true],
  ["application/json;q=0.4, text/html;q=0.5", true],
])("with Accept: %p a page is wanted: %p", (accept, wanted) => {
  expect(wantsPage(new Request("http://tiro.test/", { headers: accept === null ? {} : { accept } }))).toBe(
    wanted,
  );
});
