import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { sandboxState } from "../../context/sandbox.ts";
import { TiroError } from "../../lib/errors.ts";
import { silentLogger } from "../../lib/logger.ts";
import { checkSandbox } from "./sandbox-check.ts";

const NOTHING = { landlockAbi: 0, seccomp: false };
const WITHOUT_LANDLOCK = { landlockAbi: 0, seccomp: true };

test.each([
  ["off", NOTHING, "warn", "engine.sandbox is off"],
  ["auto", NOTHING, "warn", "Landlock (Linux 5.13 or later) and seccomp"],
  ["auto", WITHOUT_LANDLOCK, "warn", "lacks Landlock"],
  ["required", WITHOUT_LANDLOCK, "fail", "lacks Landlock"],
] as const)("doctor: %s with %j is %s", async (sandbox, support, status, detail) => {
  const result = await checkSandbox({ sandbox }, tmpdir(), support);
  expect(result).toMatchObject({ status, detail: expect.stringContaining(detail) });
  expect(result.advice).toBeString();
});

test.each([
  ["off", NOTHING, "off"],
  ["auto", WITHOUT_LANDLOCK, "partial"],
  ["auto", { landlockAbi: 1, seccomp: true }, "on"],
  ["required", { landlockAbi: 7, seccomp: true }, "on"],
] as const)("a server: %s with %j is %s", (mode, support, state) => {
  expect(sandboxState(mode, silentLogger, () => support)).toBe(state);
});

test("a server that must confine does not start where it cannot", () => {
  expect(() => sandboxState("required", silentLogger, () => WITHOUT_LANDLOCK)).toThrow(TiroError);
});
