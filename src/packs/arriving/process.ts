/** Starts the process in which a pack arrives, within its fences, and hears how far it is. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";
import { networkEnvironment } from "../../config/network-environment.ts";
import { type OperatorCode, OperatorError } from "../../lib/errors.ts";
import { readTail } from "../../lib/read-tail.ts";
import { type SandboxMode, sandboxed } from "../../lib/sandbox.ts";
import { selfCommand } from "../../lib/self-command.ts";
import { arrivedPack } from "./arrived-pack.ts";
import { type PackHostOptions, packHostLine } from "./protocol.ts";

interface Arrival extends PackHostOptions {
  sandbox: SandboxMode;
  signal: AbortSignal;
  /** @param share from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * @returns the folder of the whole pack; null of one that was only fetched.
 * @throws OperatorError as `installPack`, or `pack_damaged` if the process ended without a word; the signal's reason.
 */
export async function runPackProcess({
  sandbox,
  signal,
  onProgress,
  ...options
}: Arrival): Promise<string | null> {
  // Its holder was a process of this server's, which runs no longer: fenced in, the next one could not find that out.
  const name = options.entry && `${options.entry.id}-${options.entry.version}`;
  if (name !== null) rmSync(join(options.folder, `.lock-${name}`), { force: true });
  const network = options.step === "fetch";
  const { command, environment } = sandboxed({
    command: [...selfCommand(), "pack-host"],
    environment: network ? networkEnvironment() : {},
    sandbox: {
      ...{ mode: sandbox, readable: [], writable: [options.folder], network, cuda: false },
      memoryBytes: limits.packHostMemoryBytes,
    },
  });
  const stdin = Buffer.from(JSON.stringify(options));
  const child = Bun.spawn(command, { stdin, stdout: "pipe", stderr: "pipe", env: environment });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  try {
    const stderr = readTail(child.stderr, limits.packHostStderrBytes);
    const outcome = await listen(child.stdout, onProgress);
    await child.exited;
    signal.throwIfAborted();
    if (outcome === null) throw endedSilently(child.signalCode ?? child.exitCode, await stderr);
    return outcome.folder === null ? null : arrivedPack(options.folder, outcome.folder);
  } finally {
    signal.removeEventListener("abort", kill);
    kill();
  }
}

/** Null if it ended without saying how. */
async function listen(
  stdout: ReadableStream<Uint8Array>,
  onProgress: (share: number) => void,
): Promise<{ folder: string | null } | null> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const block of stdout) {
    text += decoder.decode(block, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    if (text.length > limits.packHostLineChars) throw endedSilently("too long a line", "");
    for (const line of lines) {
      const said = packHostLine.parse(JSON.parse(line));
      if ("fraction" in said) onProgress(said.fraction ?? 0);
      else if ("installed" in said) return { folder: said.installed?.folder ?? null };
      else {
        const { code, message, hint } = said.failure;
        throw new OperatorError(code as OperatorCode, message, hint === undefined ? {} : { hint });
      }
    }
  }
  return null;
}

function endedSilently(how: string | number | null, stderr: string): OperatorError {
  return new OperatorError("pack_damaged", "The pack could not be unpacked.", {
    hint: `Its process ended with ${how}: ${stderr}`,
  });
}
