import { expect, test } from "bun:test";
import { fulfilling, fulfils, parseFilter } from "./filter.ts";

const members = Array.from({ length: 1_000 }, (_, index) => ({
  value: `usr_${index}`,
  display: `P ${index}`,
}));
const group = { displayName: "All", members };

test.each([
  ['members[display eq "P 999" and value sw "usr_"]', true],
  ['members[display eq "P 1" and value eq "usr_2"]', false],
  ['members.display eq "P 3" and members.display eq "P 4" and displayName co "l"', true],
  ['not (members.value eq "usr_5") or members.display ew "x"', false],
  ['members.display ne "P 5" or not (displayName pr)', false],
])("a group of a thousand is asked in steps as at once: %s", (text, expected) => {
  const filter = parseFilter(text, "Group");
  const slices = fulfilling(group, filter);
  let steps = 0;
  for (;;) {
    const { done, value } = slices.next();
    if (done) {
      expect([value, fulfils(group, filter)]).toEqual([expected, expected]);
      break;
    }
    steps += 1;
  }
  expect(steps).toBeGreaterThan(2);
});
