import { expect, test } from "bun:test";
import { testAccounts } from "../../../test/support/accounts.ts";
import { limits } from "../../config/limits.ts";
import { SealedStates } from "./sealed-states.ts";

test("opens what it sealed, for its purpose and in its time, also after a restart", () => {
  using site = testAccounts();
  const sealed = new SealedStates(site.db, site.clock).seal("a", { x: "ü" });
  const states = new SealedStates(site.db, site.clock);
  expect(states.open<unknown>("a", sealed)).toEqual({ x: "ü" });
  expect(states.open("b", sealed)).toBeNull();
  site.clock.nowMs += limits.logInMs - 1;
  expect(states.open("a", sealed)).not.toBeNull();
  site.clock.nowMs += 1;
  expect(states.open("a", sealed)).toBeNull();
});

test("opens nothing else", () => {
  using site = testAccounts();
  using other = testAccounts();
  const states = new SealedStates(site.db, site.clock);
  const sealed = states.seal("a", {});
  const foreign = new SealedStates(other.db, other.clock).seal("a", {});
  const bytes = Buffer.from(sealed, "base64url");
  for (const text of [null, "", "x", "AAAA".repeat(20), foreign, sealed.slice(0, -8)])
    expect(states.open("a", text)).toBeNull();
  for (let i = 0; i < bytes.byteLength; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(states.open("a", changed.toString("base64url"))).toBeNull();
  }
});

test("opens once, however it is written", () => {
  using site = testAccounts();
  const states = new SealedStates(site.db, site.clock);
  const sealed = states.seal("a", 1);
  expect(states.openOnce<number>("a", sealed)).toBe(1);
  for (const again of [sealed, `${sealed}=`, `${sealed}==`, sealed.replaceAll("-", "+").replaceAll("_", "/")])
    expect(states.openOnce("a", again)).toBeNull();
});

test("remembers so many that were opened", () => {
  using site = testAccounts();
  const states = new SealedStates(site.db, site.clock);
  const first = states.seal("a", 0);
  states.openOnce("a", first);
  for (let i = 1; i < limits.logInsUnderWay; i++) states.openOnce("a", states.seal("a", i));
  expect(states.openOnce("a", first)).toBeNull();
  states.openOnce("a", states.seal("a", -1));
  expect(states.openOnce<number>("a", first)).toBe(0);
});
