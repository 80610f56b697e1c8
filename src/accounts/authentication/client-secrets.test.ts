import { expect, test } from "bun:test";
import { PUBLIC_URL } from "../../../test/support/accounts.ts";
import { testClock } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";
import { SCOPES } from "../credentials/scopes.ts";
import { ClientSecrets } from "./client-secrets.ts";
import type { Principal } from "./principal.ts";

const principal = (accountId: string): Principal => ({
  accountId,
  userId: accountId,
  credential: { id: "key_a", method: "api_key", scopes: SCOPES },
});
const asked = { publicUrl: PUBLIC_URL, resource: "api" } as const;

test("a secret works for its time, for whom it was made", () => {
  const clock = testClock();
  const secrets = new ClientSecrets<{ language: string }>(clock);
  const { value, expiresAt } = secrets.make(principal("usr_a"), { language: "de" }, 600);
  expect(value).toMatch(/^ek_[\w-]{43}$/);
  expect(expiresAt).toBe(clock.nowMs + 600_000);
  expect(secrets.find(`Bearer ${value}`, asked)).toMatchObject({
    principal: principal("usr_a"),
    settings: { language: "de" },
  });
  clock.nowMs += 600_000;
  const refused = expect.objectContaining({ code: "invalid_api_key" });
  for (const wrong of [value, `${value.slice(0, -1)}-`, "ek_"])
    expect(() => secrets.find(`Bearer ${wrong}x`, asked)).toThrow(refused);
  expect(() => secrets.find(`bearer ${value}`, asked)).toThrow(refused);
});

test("other credentials are none of them", () => {
  const secrets = new ClientSecrets(testClock());
  for (const header of [null, "", "Bearer sk_abc", "Basic ek_abc"])
    expect(secrets.find(header, asked)).toBeNull();
});

test("an account takes its share of the memory and no more; what expired makes room", () => {
  const clock = testClock();
  const secrets = new ClientSecrets<{ text: string }>(clock);
  const settings = { text: "x".repeat(limits.clientSecretAccountBytes / 4) };
  secrets.make(principal("usr_a"), settings, 10);
  const again = () => secrets.make(principal("usr_a"), settings, 10);
  expect(again).toThrow(expect.objectContaining({ code: "concurrency_limit_exceeded" }));
  secrets.make(principal("usr_b"), settings, 10);
  clock.nowMs += 10_000;
  again();
  expect(secrets.size).toBe(1);
});
