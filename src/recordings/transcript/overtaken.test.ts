import { expect, test } from "bun:test";
import { limits } from "../../config/limits.ts";
import { untilNobodySaved } from "./overtaken.ts";

test("work begins again so often while others save, and no more", async () => {
  const { transcriptBeginnings: most } = limits;
  const overtaken = (times: number) => {
    let begun = 0;
    return untilNobodySaved(async () => (begun++ < times ? null : begun));
  };
  expect(await overtaken(most - 1)).toBe(most);
  expect(overtaken(most)).rejects.toMatchObject({
    ...{ code: "revision_conflict", status: 409 },
    extras: { retryAfterSeconds: 1, hint: expect.stringContaining("without a pause") },
  });
});
