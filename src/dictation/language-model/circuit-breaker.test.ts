import { expect, test } from "bun:test";
import { type Attempt, CircuitBreaker } from "./circuit-breaker.ts";

function startBreaker() {
  let nowMs = 0;
  const clock = { monotonic: () => nowMs };
  const breaker = new CircuitBreaker({ failures: 3, pauseFirstMs: 100, pauseLongestMs: 350 }, clock);
  const begin = (): Attempt => {
    const attempt = breaker.begin();
    if (attempt === null) throw new Error("no call may be made");
    return attempt;
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { breaker, begin, pass };
}

test("opens at the third failure in a row, not when a success lies between", () => {
  const { breaker, begin } = startBreaker();
  expect([begin().failed(), begin().failed()]).toEqual([null, null]);
  begin().succeeded();
  expect([begin().failed(), begin().failed(), begin().failed()]).toEqual([null, null, 100]);
  expect(breaker.begin()).toBeNull();
});

test("lets one trial through after the pause, and doubles the pause up to the longest", () => {
  const { breaker, begin, pass } = startBreaker();
  for (let failures = 0; failures < 3; failures += 1) begin().failed();
  for (const [pauseMs, nextMs] of [
    [100, 200],
    [200, 350],
    [350, 350],
  ] as const) {
    pass(pauseMs - 1);
    expect(breaker.begin()).toBeNull();
    pass(1);
    const trial = begin();
    expect(breaker.begin()).toBeNull();
    expect(trial.failed()).toBe(nextMs);
  }
});

test("a trial that succeeds closes it, with all failures forgiven", () => {
  const { begin, pass } = startBreaker();
  for (let failures = 0; failures < 3; failures += 1) begin().failed();
  pass(100);
  begin().succeeded();
  expect([begin().failed(), begin().failed(), begin().failed()]).toEqual([null, null, 100]);
});

test("a trial that was abandoned leaves the place to the next", () => {
  const { begin, pass } = startBreaker();
  for (let failures = 0; failures < 3; failures += 1) begin().failed();
  pass(100);
  begin().abandoned();
  expect(begin().failed()).toBe(200);
});

test("what began before it opened and fails afterwards does not lengthen the pause", () => {
  const { begin, breaker, pass } = startBreaker();
  const slow = begin();
  for (let failures = 0; failures < 3; failures += 1) begin().failed();
  expect(slow.failed()).toBeNull();
  pass(100);
  expect(breaker.begin()).not.toBeNull();
});
