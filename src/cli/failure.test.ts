import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { startServerProcess } from "../../test/support/server-process.ts";

const MAIN = join(import.meta.dir, "../main.ts");

test("what no code of a server caught is a line of JSON, as its log is", async () => {
  using folder = temporaryFolder();
  const fault = join(folder.path, "fault.ts");
  writeFileSync(fault, `process.on("SIGUSR2", () => { throw new Error("nobody caught this"); });`);
  const server = await startServerProcess({
    dataDir: join(folder.path, "data"),
    command: [process.execPath, "--preload", fault, MAIN],
  });
  process.kill(server.pid, "SIGUSR2");
  expect(await server.exited).toBe(1);
  const lines = server.stderrTail().trim().split("\n");
  const told = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "server_failed");
  expect(told).toMatchObject([{ level: "error", message: "nobody caught this" }]);
});
