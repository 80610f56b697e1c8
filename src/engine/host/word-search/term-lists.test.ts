import { expect, test } from "bun:test";
import { limits } from "../../../config/limits.ts";
import { TermLists } from "./term-lists.ts";

const PIECES = ["▁gra", "fa", "na"];
const names = (count: number) => Array.from({ length: count }, (_, n) => [`Grafana${"a".repeat(n)}`]);

test("as many lists are remembered as the limit says, and no more", () => {
  const lists = new TermLists(PIECES);
  const [first = [], second = [], ...others] = names(limits.engineTermLists + 1);
  const known = [lists.of(first), lists.of(second)];
  for (const each of others.slice(0, -1)) lists.of(each);
  expect([lists.of(first), lists.of(second)].map((terms, n) => terms === known[n])).toEqual([true, true]);
  for (const each of others) lists.of(each);
  expect([lists.of(second) === known[1], lists.of(first) === known[0]]).toEqual([true, false]);
});

test("the same terms are the same list, whoever brings them", () => {
  const lists = new TermLists(PIECES);
  expect(lists.of(["Grafana", "Kowalski"])).toBe(lists.of(["Grafana", "Kowalski"]));
  expect(lists.of(["Kowalski", "Grafana"])).not.toBe(lists.of(["Grafana", "Kowalski"]));
});
