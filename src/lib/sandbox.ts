/** The confinement of child processes that read untrusted bytes. */
import { accessSync, constants } from "node:fs";
import { selfCommand } from "./self-command.ts";
import { Tally } from "./tally.ts";

/** `auto`: as far as the kernel can; `required`: not at all where it cannot; `off`: without fences. */
export type SandboxMode = "auto" | "required" | "off";

export interface SandboxPolicy {
  mode: SandboxMode;
  /** Files and folders that it reads, besides the program itself and the system's libraries. */
  readable: readonly string[];
  /** Folders in which it makes, changes and removes files; none if it is left out. */
  writable?: readonly string[];
  /** Whether it may reach the network; not if it is left out. */
  network?: boolean;
  /** Memory that it may write to, besides what the program reserves for itself. */
  memoryBytes: number;
  /**
   * Memory that it reserves besides while it starts. It gives that back and lowers its limit (`limitMemory`) before it
   * reads anything of others; none if it is left out.
   */
  startBytes?: number;
  /** Whether it uses CUDA, which needs devices, further libraries and local sockets. */
  cuda: boolean;
}

/** A child process. */
export interface ChildProgram {
  /** The whole command line; the program by its path. */
  command: readonly string[];
  /** The whole environment. */
  environment: Readonly<Record<string, string>>;
  sandbox: SandboxPolicy;
}

/** What `tiro sandboxed` is given, as JSON. */
export interface SandboxArguments extends SandboxPolicy {
  /** The child ends with it. */
  parentPid: number;
}

/**
 * Child processes that ended though their work was not done. `cause` is the signal, `memory` if the kernel killed one
 * for lack of it, `hung` if it did not get on with what it held, or `exit` if it ended by itself or was stopped for
 * what else it did.
 */
export const childFailures = new Tally<"role" | "cause">([
  ...["recognizer", "speakers", "decoder", "text"].flatMap((role) =>
    ["exit", "memory", "SIGKILL", "SIGSEGV", "SIGABRT"].map((cause) => ({ role, cause })),
  ),
  { role: "recognizer", cause: "hung" },
  { role: "decoder", cause: "hung" },
]);

export const hungRecognizers = childFailures.of({ role: "recognizer", cause: "hung" });

/** Exit status of a process that could not be fenced in, and did none of its work. */
export const SANDBOX_FAILURE = 125;

/**
 * JavaScriptCore reserves up to 4 GiB for the shapes of its objects, the more the more there is: a limit on memory would
 * mean nothing. The hosts need a few MiB. It holds for the process that fences itself in too, whose threads would
 * otherwise be over the limit already.
 */
const SMALL_RESERVATIONS = { BUN_JSC_structureHeapSizeInKB: String(128 * 1024) };

/**
 * Command line and environment that start the program within its fences. It keeps its process id and its descriptors, and
 * ends with this process.
 * @throws if the program is not there.
 */
export function sandboxed({ command, environment, sandbox }: ChildProgram): {
  command: string[];
  environment: Record<string, string>;
} {
  accessSync(command[0] ?? "", constants.X_OK);
  const entrance: SandboxArguments = { ...sandbox, parentPid: process.pid };
  return {
    command: [...selfCommand(), "sandboxed", JSON.stringify(entrance), ...command],
    environment: { ...environment, ...(sandbox.mode !== "off" && SMALL_RESERVATIONS) },
  };
}
