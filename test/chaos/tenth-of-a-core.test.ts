import { expect, test } from "bun:test";
import { CAN_TIGHTEN, runOnATenth } from "./tenth-of-a-core.ts";

if (!CAN_TIGHTEN) console.log("a tenth of a core: skipped, for want of the right to make control groups");

test.skipIf(!CAN_TIGHTEN)(
  "six recordings at once on a tenth of a core all end well",
  async () => {
    const { violations, throttled } = await runOnATenth(() => {});
    expect(violations).toEqual([]);
    // Else it was no test.
    expect(throttled).toBeGreaterThan(0);
  },
  600_000,
);
