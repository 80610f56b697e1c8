/** `tiro serve` as a process whose database is deleted below it. */
import { expect, test } from "bun:test";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { startServerProcess } from "../support/server-process.ts";

test("a deleted database ends the server, is saved, and is asked for at the next start", async () => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const first = await startServerProcess({ dataDir });
  const headers = { Authorization: `Bearer ${first.key}`, "Content-Type": "application/json" };
  const settings = { method: "PATCH", headers, body: '{"language":"fr"}' };
  rmSync(join(dataDir, "tiro.db"));
  expect((await fetch(`${first.url}/settings`, settings)).status).toBe(200);
  expect(await first.exited).toBe(1);
  const [copy = ""] = readdirSync(dataDir).filter((name) => name.startsWith("tiro-rescued-"));
  expect(first.stderrTail()).toContain(`mv ${join(dataDir, copy)} ${join(dataDir, "tiro.db")}`);

  expect(startServerProcess({ dataDir })).rejects.toThrow(copy);
  renameSync(join(dataDir, copy), join(dataDir, "tiro.db"));
  const second = await startServerProcess({ dataDir });
  const kept = await fetch(`${second.url}/settings`, { headers });
  expect(await kept.json()).toMatchObject({ language: "fr" });
  expect(await second.stop()).toBe(0);
});
