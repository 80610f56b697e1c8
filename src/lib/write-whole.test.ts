import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { writeWholeBeside } from "./write-whole.ts";

test("a link that somebody put into the folder leads nowhere", async () => {
  using folder = temporaryFolder();
  const [path, other] = [join(folder.path, "report.csv"), join(folder.path, "other")];
  writeFileSync(other, "theirs");
  for (const name of [path, `${path}.tmp`]) symlinkSync(other, name);
  await writeWholeBeside(path, "ours");
  expect([readFileSync(path, "utf8"), readFileSync(other, "utf8")]).toEqual(["ours", "theirs"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path).sort()).toEqual(["other", "report.csv"]);
});
