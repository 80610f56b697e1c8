import { expect, test } from "bun:test";
import { testDatabase } from "../../test/support/database.ts";
import { limits } from "../config/limits.ts";
import { newId } from "../lib/ids.ts";
import { billedSeconds, recordUsage } from "./usage.ts";

test.each([
  [1, limits.billingMinimumSeconds],
  [limits.billingMinimumSeconds, limits.billingMinimumSeconds],
  [limits.billingMinimumSeconds + 1, limits.billingMinimumSeconds + 1],
])("%p s of audio are billed as %p s", (audio, billed) => {
  expect(billedSeconds(audio)).toBe(billed);
});

test("a request cannot be billed twice", () => {
  using store = testDatabase();
  const use = { requestId: newId("req"), accountId: "usr_a", keyId: "key_a", audioSeconds: 4, createdAt: 1 };
  recordUsage(store.db, { ...use, kind: "transcription" });
  expect(() => recordUsage(store.db, { ...use, kind: "transcription" })).toThrow();
});
