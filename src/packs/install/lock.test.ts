/** Programs that want the same pack at the same moment. */
import { expect, test } from "bun:test";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";

const PROGRAMS = 4;
const TIMES = 20;
/** Takes the lock until it has had it so often, and fails where another program has it too. */
const PROGRAM = `
  import { closeSync, openSync, rmSync } from "node:fs";
  import { lockPack } from ${JSON.stringify(join(import.meta.dir, "lock.ts"))};
  const own = process.argv[1] + "/owned";
  let times = 0;
  while (times < ${TIMES}) {
    try {
      const unlock = lockPack(process.argv[1], "pack");
      closeSync(openSync(own, "wx"));
      times += 1;
      rmSync(own);
      unlock();
    } catch (error) {
      if (error.code !== "pack_busy") throw error;
    }
  }
  console.log(times);
`;

test("of many programs at once one has the lock, whatever a killed one left", async () => {
  using folder = temporaryFolder();
  symlinkSync("4194304", join(folder.path, ".lock-pack"));
  const programs = Array.from({ length: PROGRAMS }, () =>
    Bun.spawn([process.execPath, "-e", PROGRAM, folder.path], { stdout: "pipe", stderr: "inherit" }),
  );
  const times = await Promise.all(
    programs.map(async ({ stdout }) => Number(await new Response(stdout).text())),
  );
  expect(times).toEqual(Array(PROGRAMS).fill(TIMES));
  expect(readdirSync(folder.path)).toEqual([]);
});
