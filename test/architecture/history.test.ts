/** The commits that a change brings are named as CONTRIBUTING asks; which those are, `scripts/history.ts` says. */
import { expect, test } from "bun:test";
import { faultOf, newCommits } from "../../scripts/history.ts";
import { ROOT } from "./source-files.ts";

test("new commits name an area and an effect", () => {
  const faults = (newCommits(ROOT) ?? []).map(({ id, subject }) => ({
    id,
    subject,
    fault: faultOf(subject),
  }));
  expect(faults.filter(({ fault }) => fault !== null)).toEqual([]);
});
