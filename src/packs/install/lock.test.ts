/** Programs that want the same pack at the same moment. */
import { expect, test } from "bun:test";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";

const PROGRAMS = 4;
/** Takes the lock as often as it can get it in a second, and fails where another program has it too. */
const PROGRAM = `
  import { closeSync, openSync, rmSync } from "node:fs";
  import { lockPack } from ${JSON.stringify(join(import.meta.dir, "lock.ts"))};
  const own = process.argv[1] + "/owned";
  let times = 0;
  for (const deadline = Date.now() + 1_000; Date.now() < deadline; ) {
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
  expect(times.every((count) => count > 0)).toBe(true);
  expect(readdirSync(folder.path)).toEqual([]);
});
