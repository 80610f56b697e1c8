import { expect, test } from "bun:test";
import { nextPage } from "../../src/dashboard/state/next-page.ts";

test("a list reads on where a page is empty and not the last", async () => {
  const pages = [[], [], [1], [], []].map((data, index, { length }) => ({
    data,
    next_cursor: index + 1 < length ? String(index + 1) : null,
  }));
  const load = async ({ cursor = "0" }: { cursor?: string }) =>
    pages[Number(cursor)] as (typeof pages)[number];
  const found = await nextPage(load, null);
  expect(found).toEqual({ data: [1], next_cursor: "3" });
  expect(await nextPage(load, found.next_cursor)).toEqual({ data: [], next_cursor: null });
});
