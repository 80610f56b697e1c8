import { describe, expect, test } from "bun:test";
import { testClock } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";
import { DelayedAttempts } from "./delayed-attempts.ts";

const PACE = { inARow: 2, firstMs: 1_000, longestMs: 4_000, waiting: 4 };

/** Runs timers only on demand, one by one, and says what each was to wait. */
function setUp() {
  const clock = testClock();
  const timers: { run: () => void; ms: number }[] = [];
  const attempts = new DelayedAttempts(clock, PACE, (run, ms) => void timers.push({ run, ms }));
  const settled: string[] = [];
  const begin = (label: string, network = label, name = "ada") =>
    attempts.begin(name, network).then(
      () => void settled.push(label),
      (error) => void settled.push(`${label}: ${error.code}`),
    );
  const turn = async () => {
    const { run, ms } = timers.shift() ?? { run: () => {}, ms: -1 };
    run();
    await Bun.sleep(0);
    return ms;
  };
  return { clock, attempts, timers, settled, begin, turn };
}

describe("delayed attempts", () => {
  test("pass at once up to the bound; each after that waits twice as long, up to the longest", async () => {
    const { begin, turn, settled } = setUp();
    await begin("a");
    await begin("b");
    const waits = [];
    for (const label of ["c", "d", "e", "f"]) {
      void begin(label);
      waits.push(await turn());
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 4_000]);
    expect(settled).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  test("are made one after the other, however many come together", async () => {
    const { begin, turn, timers, settled } = setUp();
    for (const label of ["a", "b"]) await begin(label);
    for (const label of ["c", "d", "e"]) void begin(label);
    expect(timers).toHaveLength(1);
    await turn();
    expect(settled).toEqual(["a", "b", "c"]);
    expect(timers).toHaveLength(1);
  });

  test("of two networks take turns", async () => {
    const { begin, turn, settled } = setUp();
    for (const label of ["x", "y"]) await begin(label);
    for (const label of ["a1", "a2", "a3"]) void begin(label, "a");
    void begin("b1", "b");
    for (let i = 0; i < 4; i++) await turn();
    expect(settled.slice(2)).toEqual(["a1", "b1", "a2", "a3"]);
  });

  test("are given up where too many wait, of the network of which most do", async () => {
    const { begin, turn, settled } = setUp();
    for (const label of ["x", "y"]) await begin(label);
    void begin("b", "b");
    for (let i = 0; i < 50; i++) void begin(`a${i}`, "a");
    await Bun.sleep(0);
    const given = settled.filter((each) => each.includes("rate_limit_exceeded"));
    expect(given).toHaveLength(50 + 1 - PACE.waiting);
    expect(given.every((each) => each.startsWith("a"))).toBe(true);
    await turn();
    expect(settled).toContain("b");
  });

  test("have room for so many over all names", async () => {
    const { begin, settled } = setUp();
    const names = Math.ceil(limits.attemptsWaiting / PACE.waiting);
    for (let name = 0; name <= names; name++)
      for (let i = 0; i < PACE.inARow + PACE.waiting; i++) void begin(`${name}`, `${i}`, `name ${name}`);
    await Bun.sleep(0);
    expect(settled.filter((each) => each.includes("rate_limit_exceeded")).length).toBeGreaterThan(0);
  });

  test("are forgiven by and by, after a long attack as soon as after a short one", async () => {
    const { begin, turn, clock, timers } = setUp();
    for (let i = 0; i < 30; i++) {
      void begin(`${i}`);
      await turn();
    }
    clock.nowMs += 3 * limits.passwordFailureMs;
    await begin("later");
    expect(timers).toHaveLength(0);
  });

  test("are forgotten with the right one, and taken back where nothing failed", async () => {
    const { begin, attempts, timers } = setUp();
    for (const label of ["a", "b"]) await begin(label);
    attempts.takeBack("ada");
    await begin("c");
    attempts.forget("ada");
    for (const label of ["d", "e"]) await begin(label);
    expect(timers).toHaveLength(0);
    void begin("f");
    expect(timers).toHaveLength(1);
  });
});
