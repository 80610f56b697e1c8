import { expect, test } from "bun:test";
import { wireForm } from "./wire-form.ts";

const KEY = { id: "key_1", userId: null, lastFour: "wxyz", createdAt: 0, lastUsedAt: null, hash: "secret" };

test("the named members alone, in their order, in snake case, times as text", () => {
  const form = wireForm(KEY, "id", "lastFour", "userId", "createdAt", "lastUsedAt");
  const createdAt: string = form.created_at;
  expect(createdAt).toBe("1970-01-01T00:00:00.000Z");
  expect(JSON.stringify(form)).toBe(
    '{"id":"key_1","last_four":"wxyz","user_id":null,"created_at":"1970-01-01T00:00:00.000Z","last_used_at":null}',
  );
});
