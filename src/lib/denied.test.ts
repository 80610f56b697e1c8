/** Root may pass everywhere, so an ordinary user looks. */
import { expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)(isRoot ? "names the first closed folder, else the file" : "needs root", () => {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o755);
  const closed = join(folder.path, "closed");
  mkdirSync(join(closed, "below"), { recursive: true });
  chmodSync(closed, 0o700);
  const open = join(folder.path, "server.key");
  writeFileSync(open, "", { mode: 0o600 });
  const module = join(folder.path, "denied.ts");
  copyFileSync(join(import.meta.dir, "denied.ts"), module);
  const program = `process.setuid(${NOBODY}); const { deniedAt } = await import(process.argv[1]);
    console.log(process.argv.slice(2).map(deniedAt).join("\\n"));`;
  const { stdout, stderr } = Bun.spawnSync(
    [process.execPath, "-e", program, module, join(closed, "below/server.key"), open],
    { stdout: "pipe", stderr: "pipe" },
  );
  expect([stderr.toString(), stdout.toString()]).toEqual(["", `${closed}\n${open}\n`]);
});
