import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { ASSETS_PATH, builtApp } from "../../src/dashboard/server/build.ts";

const FIRST_LOAD_BYTES = 80_000;

test("the first load is at most 80 kB of compressed script", async () => {
  const { page, files } = await builtApp();
  const bodies = new Map(files.map(({ name, body }) => [name, body]));
  const scripts = new Set<string>();
  // What a script imports at once comes with it; what it imports later does not.
  const add = (text: string, pattern: RegExp) => {
    for (const [, name = ""] of text.matchAll(pattern)) {
      if (scripts.has(name)) continue;
      scripts.add(name);
      add(
        bodies.get(name)?.toString() ?? "",
        new RegExp(`(?:from|import)\\s*"${ASSETS_PATH}/([\\w.-]+\\.js)"`, "g"),
      );
    }
  };
  add(page, new RegExp(`src="${ASSETS_PATH}/([\\w.-]+\\.js)"`, "g"));
  const bytes = [...scripts].reduce(
    (sum, name) => sum + gzipSync(bodies.get(name) ?? "", { level: 9 }).length,
    0,
  );
  console.log(`first load: ${bytes} bytes in ${scripts.size} scripts`);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
});
