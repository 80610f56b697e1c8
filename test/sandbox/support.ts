/** Shared by the tests of the sandbox: whether this kernel has it, each child's policy, and a process's confinement. */
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import type { ProbeArguments, ProbeReport } from "../../native/sandbox/probe.ts";
import { missingOf, sandboxSupport } from "../../native/sandbox/support.ts";
import { decoderSandbox } from "../../src/audio/decoder-sandbox.ts";
import { configSchema } from "../../src/config/schema.ts";
import { hostSandbox } from "../../src/engine/host-sandbox.ts";
import { type SandboxMode, type SandboxPolicy, sandboxed } from "../../src/lib/sandbox.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { MIB } from "../../src/lib/units.ts";
import { builtinPackFolder } from "../../src/packs/builtin.ts";
import { loadPack, packFiles } from "../../src/packs/load-pack.ts";
import { chooseSpeakerPacks } from "../../src/packs/speaker-packs.ts";

/** Elsewhere `tiro doctor` says what is missing, and these tests are left out. */
export const CONFINES = missingOf(sandboxSupport()).length === 0;

const dataDir = join(tmpdir(), "tiro-sandbox-tests");
const { sherpaAddonPath, vadModelPath } = prepareNativeLibraries({ dataDir });
export const starterFiles = Object.values(packFiles(loadPack(builtinPackFolder(dataDir))));

export function hostPolicy(sandbox: SandboxMode, modelFiles: string[], provider = "cpu"): SandboxPolicy {
  const config = configSchema.parse({ engine: { sandbox, provider } }).engine;
  const otherFiles = [vadModelPath];
  const libraries = [sherpaAddonPath];
  return hostSandbox({ config, libraries, modelFiles, otherFiles, memoryLimitBytes: 512 * MIB });
}

const { segmentation, embedding } = chooseSpeakerPacks({ dataDir }, {});

/** As the program makes them for its children. */
export const POLICIES: [child: string, policy: SandboxPolicy][] = [
  ["engine-host", hostPolicy("required", starterFiles)],
  ["engine-host with CUDA", hostPolicy("required", starterFiles, "cuda")],
  ["speaker-host", hostPolicy("required", [segmentation, embedding])],
  ["media-host", decoderSandbox({ sandbox: "required" })],
];

export async function runProbe(sandbox: SandboxPolicy, attempts: ProbeArguments): Promise<ProbeReport> {
  return JSON.parse(await run([...selfCommand(), "sandbox-probe", JSON.stringify(attempts)], sandbox));
}

/** The output of a sandboxed command. */
export async function run(command: string[], sandbox: SandboxPolicy): Promise<string> {
  const program = sandboxed({ command, environment: {}, sandbox });
  const child = Bun.spawn(program.command, {
    env: program.environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const text = await new Response(child.stdout).text();
  await child.exited;
  return text;
}

/** The kernel's state of a running process. */
export function confinement(pid: number): Record<string, string> {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1] ?? "";
  const limit = (name: string) => new RegExp(`^${name}\\s+(\\S+)\\s+(\\S+)`, "m").exec(limits)?.[2] ?? "";
  return {
    newPrivileges: field("NoNewPrivs") === "1" ? "none" : "possible",
    systemCalls: field("Seccomp") === "2" ? "filtered" : "all",
    coreFile: limit("Max core file size"),
    memory: limit("Max data size") === "unlimited" ? "unlimited" : "limited",
  };
}

/** Children of a process, this one's by default, that run the command already. */
export function childrenThatRun(command: string, parent = process.pid): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const commandLine = textOf(`/proc/${pid}/cmdline`).split("\0");
      const isChild = textOf(`/proc/${pid}/status`).includes(`PPid:\t${parent}\n`);
      return isChild && commandLine.includes(command) && !commandLine.includes("sandboxed");
    });
}

/** Empty if the process has ended in the meantime. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
