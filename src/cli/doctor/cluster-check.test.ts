import { expect, test } from "bun:test";
import { isSafeBroker } from "./cluster-check.ts";

test.each([
  ["2.9.10", false],
  ["2.10.99", false],
  ["2.11.15", false],
  ["2.11.16", true],
  ["2.12.6", false],
  ["2.12.7", true],
  ["2.13.9", false],
  ["2.14.0", true],
  ["2.14.0-RC.1", false],
  ["3.0.0", true],
  ["", false],
  ["latest", false],
])("nats-server %s is safe: %p", (version, isSafe) => {
  expect(isSafeBroker(version)).toBe(isSafe);
});
