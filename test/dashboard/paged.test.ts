import { expect, test } from "bun:test";
import { pagedList } from "../../src/dashboard/state/paged.ts";

test("a list reads on where a page is empty and not the last", async () => {
  const pages = [[], [], [1], [], []].map((data, index, { length }) => ({
    data,
    next_cursor: index + 1 < length ? String(index + 1) : null,
  }));
  const asked: (string | undefined)[] = [];
  const { list } = pagedList(async ({ cursor }) => {
    asked.push(cursor);
    return pages[Number(cursor ?? 0)] as (typeof pages)[number];
  });
  await list.more();
  expect([list.rows.value, asked]).toEqual([[1], [undefined, "1", "2"]]);
  await list.more();
  expect([list.rows.value, list.answer.value?.next_cursor]).toEqual([[1], null]);
});
