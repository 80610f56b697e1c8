import { expect, test } from "bun:test";
import { temporaryFolder, testBinding } from "../../../test/support/database.ts";
import { lockDataFolder } from "./server-lock.ts";

test("a data folder has one server at a time, and the next after it", () => {
  using folder = temporaryFolder();
  const unlock = lockDataFolder(folder.path, testBinding());
  expect(() => lockDataFolder(folder.path, testBinding())).toThrow("Another tiro server");
  unlock();
  lockDataFolder(folder.path, testBinding())();
});

test("a server that was killed leaves the folder free", async () => {
  using folder = temporaryFolder();
  const script = `import { lockDataFolder } from ${JSON.stringify(`${import.meta.dir}/server-lock.ts`)};
    globalThis.unlock = lockDataFolder(${JSON.stringify(folder.path)}, ${JSON.stringify(testBinding())});
    console.log("locked"); setInterval(() => {}, 1000);`;
  const holder = Bun.spawn([process.execPath, "-e", script], { env: {}, stdout: "pipe" });
  await holder.stdout.getReader().read();
  expect(() => lockDataFolder(folder.path, testBinding())).toThrow("Another tiro server");
  holder.kill("SIGKILL");
  await holder.exited;
  lockDataFolder(folder.path, testBinding())();
});
