import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { builtApp } from "../../src/dashboard/server/build.ts";
import { firstScripts } from "./first-scripts.ts";

const FIRST_LOAD_BYTES = 80_000;

test("the first load is at most 80 kB of compressed script", async () => {
  const scripts = firstScripts(await builtApp());
  const bytes = scripts.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
});
