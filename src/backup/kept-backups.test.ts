import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { limits } from "../config/limits.ts";
import { keptBackups } from "./kept-backups.ts";

test("of many backups, the newest are listed", async () => {
  using folder = temporaryFolder();
  const add = (number: number) => {
    const name = `tiro-backup-20261126T020000${String(number).padStart(3, "0")}Z.tar`;
    writeFileSync(join(folder.path, name), "");
    return name;
  };
  for (let number = 0; number < limits.backupsListed; number += 1) add(number);
  expect(await keptBackups(folder.path)).toHaveLength(limits.backupsListed);
  const newest = add(limits.backupsListed);
  const listed = await keptBackups(folder.path);
  expect([listed.length, listed[0]?.name]).toEqual([limits.backupsListed, newest]);
});
