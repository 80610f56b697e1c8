import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../config/limits.ts";
import { Cursors } from "./cursor.ts";

function cursorsAt(nowMs: number, secret = "one") {
  const clock = { nowMs, now: () => clock.nowMs };
  return { clock, cursors: new Cursors(Buffer.from(secret), clock, limits) };
}

describe("cursors", () => {
  test("come back as they went, to the last millisecond of their life", () => {
    const { clock, cursors } = cursorsAt(1_000);
    const cursor = cursors.encode("jobs of a", { createdAt: 5, id: "req_1" });
    clock.nowMs += limits.cursorAgeMs;
    expect(cursors.decode("jobs of a", cursor)).toEqual({ createdAt: 5, id: "req_1" });
    clock.nowMs += 1;
    expect(() => cursors.decode("jobs of a", cursor)).toThrow("expired");
  });

  test("are refused for another scope, from another installation, and when changed anywhere", () => {
    const { cursors } = cursorsAt(0);
    const cursor = cursors.encode("jobs of a", { id: "req_1" });
    expect(() => cursors.decode("jobs of b", cursor)).toThrow("cursor");
    expect(() => cursorsAt(0, "two").cursors.decode("jobs of a", cursor)).toThrow("cursor");
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(..."AZaz09-_=+/ "), (at, character) => {
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
        if (changed !== cursor) expect(() => cursors.decode("jobs of a", changed)).toThrow("cursor");
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), (text) =>
        expect(() => cursors.decode("x", text)).toThrow("cursor"),
      ),
    );
  });
});
