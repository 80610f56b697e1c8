import { expect, spyOn, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { startServerProcess } from "../../test/support/server-process.ts";
import { OperatorError } from "../lib/errors.ts";
import { reportFailure } from "./failure.ts";
import { bold } from "./support/colors.ts";
import { printLine } from "./support/output.ts";

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

test("a terminal only shows what other machines said: it acts on none of it", () => {
  const said = "550 \u001b]0;title\u0007\u009b2J\u001b[2J\rno\u007f";
  const shown = "550 \\u001b]0;title\\u0007\\u009b2J\\u001b[2J\\u000dno\\u007f";
  const lines: unknown[] = [];
  const streams = [process.stdout, process.stderr].map((stream) =>
    spyOn(stream, "write").mockImplementation((text) => lines.push(text) > 0),
  );
  try {
    printLine(`${bold("mail")}\t${said}\n`);
    reportFailure(new OperatorError("disk_full", said, { hint: said }));
    reportFailure(Object.assign(new Error(), { stack: said }));
  } finally {
    process.exitCode = 0;
    for (const stream of streams) stream.mockRestore();
  }
  expect(lines).toEqual([
    `${bold("mail")}\t${shown}\n\n`,
    `tiro: ${shown} [disk_full]\n`,
    `      ${shown}\n`,
    `tiro: unexpected failure\n${shown}\n`,
  ]);
});
