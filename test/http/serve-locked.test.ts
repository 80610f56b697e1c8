/** `tiro serve` where another program holds the database's write lock while it starts. */

import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { runTiro } from "../support/tiro.ts";

const MAIN = join(import.meta.dir, "../../src/main.ts");
const folder = temporaryFolder();

afterAll(() => folder[Symbol.dispose]());

function serve(dataDir: string) {
  return Bun.spawn([process.execPath, MAIN, "serve", "--data", dataDir, "--listen", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function lock(dataDir: string): Database {
  const db = new Database(join(dataDir, "tiro.db"));
  db.exec("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE");
  return db;
}

test("where the first person cannot be made, the start ends with 1 and holds nothing", async () => {
  // Opens the folder, and makes nobody.
  runTiro("orgs", "list", "--data", folder.path);
  using _ = lock(folder.path);
  const child = serve(folder.path);
  expect(await child.stderr.text()).toContain('"code":"storage_unavailable"');
  expect(await child.exited).toBe(1);
});

test("a lock that is taken after the greeting holds no start up", async () => {
  runTiro("users", "add", "--email", "ada@example.org", "--name", "Ada", "--data", folder.path);
  const child = serve(folder.path);
  const decoder = new TextDecoder();
  let log = "";
  let held: Database | undefined;
  for await (const block of child.stderr) {
    log += decoder.decode(block, { stream: true });
    if (log.includes('"event":"listening"')) held ??= lock(folder.path);
    if (/"event":"(serving|server_failed)"/.test(log)) break;
  }
  held?.close();
  child.kill("SIGKILL");
  await child.exited;
  expect(log).toContain('"event":"serving"');
});
