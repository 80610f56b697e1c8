/** The executable's children are confined, do their work so, and end with a server that is killed. */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wavFile } from "../audio/support/wav-file.ts";
import { CONFINES, childrenThatRun, confinement, isAlive } from "../sandbox/support.ts";
import { eventually } from "../support/eventually.ts";
import { AUDIO, EXECUTABLE, emptyFolder, NO_NETWORK } from "./executable.ts";
import { startServer } from "./server.ts";

const folder = emptyFolder();
afterAll(folder.remove);
const REQUIRED = { TIRO_ENGINE_SANDBOX: "required" };

function tiro(args: string[], settings: Record<string, string>) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...NO_NETWORK, EXECUTABLE, ...args], {
    cwd: folder.path,
    env: { HOME: folder.path, ...REQUIRED, ...settings },
  });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test.skipIf(!CONFINES)("doctor finds no way out", () => {
  const { stdout } = tiro(["doctor", "--data", "data", "--json"], {});
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
  expect(checks.find(({ name }) => name === "sandbox")).toMatchObject({
    status: "ok",
    detail: expect.stringContaining("Landlock"),
  });
});

test.skipIf(!CONFINES).each(["1", "4"])("recognition in batches of %s and speaker labels work", (batch) => {
  const recording = join(AUDIO, "conversation_two_speakers.wav");
  const args = ["transcribe", "--diarize", "--json", "--data", "data", recording];
  const { exitCode, stdout, stderr } = tiro(args, { TIRO_ENGINE_BATCH: batch });
  expect(stderr).not.toContain("error");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("speaker");
});

test.skipIf(!CONFINES)("a file that needs the decoder is decoded", () => {
  const path = join(folder.path, "telephone.wav");
  writeFileSync(path, wavFile({ seconds: 2, sampleRate: 8_000 }));
  expect(tiro(["transcribe", "--data", "data", path], {})).toMatchObject({ exitCode: 0 });
});

test.skipIf(!CONFINES)("recognizers are confined, and end with a server that is killed", async () => {
  const server = await startServer(folder.path, join(folder.path, "data"), REQUIRED);
  const hosts = childrenThatRun("engine-host", server.pid);
  expect(hosts.length).toBeGreaterThan(0);
  for (const pid of hosts) {
    expect(confinement(pid)).toMatchObject({ newPrivileges: "none", systemCalls: "filtered", coreFile: "0" });
    process.kill(pid, "SIGSTOP");
  }
  process.kill(server.pid, "SIGKILL");
  await eventually(() => hosts.filter(isAlive), []);
});
