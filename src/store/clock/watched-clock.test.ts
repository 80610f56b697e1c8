import { describe, expect, test } from "bun:test";
import { testClock, testDatabase } from "../../../test/support/database.ts";
import { limits } from "../../config/limits.ts";
import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import { setHeartbeat } from "./heartbeat.ts";
import { confirmClock, WatchedClock } from "./watched-clock.ts";

/** A wall clock that can be set, beside a machine that runs on. */
function machine() {
  const wall = testClock();
  let [uptimeMs, boot] = [HOUR_MS, "boot one"];
  const clock = { ...wall, now: () => wall.nowMs, forAges: () => wall.nowMs, uptime: () => uptimeMs };
  const pass = (ms: number) => {
    wall.nowMs += ms;
    uptimeMs += ms;
  };
  return {
    ...testDatabase(),
    clock,
    pass,
    set: (jumpMs: number) => {
      wall.nowMs += jumpMs;
    },
    /** Off for a while, with a clock that runs on, or not. */
    reboot: (offMs: number) => {
      wall.nowMs += offMs;
      [uptimeMs, boot] = [0, `${boot}, and the next`];
    },
    boot: () => boot,
  };
}

function start(site: ReturnType<typeof machine>): WatchedClock {
  const clock = new WatchedClock(site.db, site.clock, site.boot());
  clock.beat();
  return clock;
}

const withheldMs = (clock: WatchedClock) => clock.now() - clock.forAges();

describe("a clock that jumps", () => {
  test("forward does not count for ages: at once, at later beats, and over restarts of the server", () => {
    using site = machine();
    const clock = start(site);
    site.pass(HOUR_MS);
    expect(withheldMs(clock)).toBe(0);
    expect(clock.beat()).toBeNull();
    site.set(5 * DAY_MS);
    expect(withheldMs(clock)).toBe(5 * DAY_MS);
    expect(clock.beat()).toEqual({ jumpMs: 5 * DAY_MS, jumpedAt: clock.now(), withheldMs: 5 * DAY_MS });
    site.pass(HOUR_MS);
    expect([clock.beat(), withheldMs(clock)]).toEqual([null, 5 * DAY_MS]);
    expect(withheldMs(start(site))).toBe(5 * DAY_MS);
  });

  test("while no server runs is seen at the next start, as long as the machine runs on", () => {
    using site = machine();
    start(site);
    site.set(DAY_MS);
    site.pass(HOUR_MS);
    expect(withheldMs(start(site))).toBe(DAY_MS);
  });

  test("forward and back again counts once more as it should; back alone withholds nothing", () => {
    using site = machine();
    const clock = start(site);
    site.set(5 * DAY_MS);
    clock.beat();
    site.set(-5 * DAY_MS);
    expect(withheldMs(clock)).toBe(0);
    clock.beat();
    site.set(-DAY_MS);
    expect(clock.beat()).toMatchObject({ jumpMs: -DAY_MS, withheldMs: 0 });
    // Rows stored on the wrong day must not look older than they are.
    site.set(DAY_MS);
    clock.beat();
    expect(withheldMs(clock)).toBe(DAY_MS);
  });

  test("by no more than ten minutes is a clock that is kept right", () => {
    using site = machine();
    const clock = start(site);
    site.set(limits.clockJumpMs);
    expect([clock.beat(), withheldMs(clock)]).toEqual([null, 0]);
    site.set(limits.clockJumpMs + 1);
    expect(withheldMs(clock)).toBe(limits.clockJumpMs + 1);
  });

  test("over a restart of the machine is told only where it went back", () => {
    using site = machine();
    const clock = start(site);
    site.set(2 * DAY_MS);
    clock.beat();
    site.reboot(10 * DAY_MS);
    expect(withheldMs(start(site))).toBe(2 * DAY_MS);
    site.reboot(-DAY_MS);
    const again = start(site);
    expect([again.jump?.jumpMs, withheldMs(again)]).toEqual([-DAY_MS, DAY_MS]);
  });

  test("counts from when the operator confirms it, for a server that runs too", () => {
    using site = machine();
    const clock = start(site);
    site.set(5 * DAY_MS);
    clock.beat();
    expect(clock.jump).not.toBeNull();
    expect(confirmClock(site.db, site.clock)?.withheldMs).toBe(5 * DAY_MS);
    // The command reads the machine's own start; here it is a made-up one.
    setHeartbeat(site.db, {
      ...{ wallMs: clock.now(), uptimeMs: clock.uptime(), bootId: site.boot() },
      ...{ withheldMs: 0, jumpMs: null, jumpedAt: null },
    });
    expect(clock.beat()).toBeNull();
    expect([clock.jump, withheldMs(clock)]).toEqual([null, 0]);
    expect(withheldMs(start(site))).toBe(0);
  });
});
