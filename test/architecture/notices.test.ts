import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { carriedPackages, thirdPartyNotices } from "../../scripts/build/third-party.ts";
import { ROOT } from "./source-files.ts";

const notices = readFileSync(join(ROOT, "THIRD_PARTY_NOTICES.md"), "utf8");

test("the notices are those of the installed packages (else: bun run notices)", () => {
  expect(notices).toBe(thirdPartyNotices());
});

test("every dependency and what it depends on is named with its version", () => {
  const names = carriedPackages().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)));
  for (const { name, version } of carriedPackages()) {
    expect(notices).toContain(name);
    expect(notices).toContain(version);
  }
});

test("the notices are for the Bun that builds", () => {
  expect(notices).toContain(`**bun** ${packageJson.engines.bun} `);
  expect(Bun.version).toBe(packageJson.engines.bun);
});
