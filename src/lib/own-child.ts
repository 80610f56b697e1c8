/** This program once more, beside the server: what takes seconds must not hold up requests. */
import { setPriority } from "node:os";
import { readTail } from "./read-tail.ts";
import { selfCommand } from "./self-command.ts";

export interface OwnChildOptions {
  /** Ends it. */
  signal: AbortSignal;
  /** The process's own unless another is given. */
  env?: Record<string, string>;
  /** Called for every line of its standard output but the last. */
  onLine?: (line: string) => void;
  /** The size limit of its output: all of it, or each line. */
  mostBytes: number;
  niceness?: number;
}

export interface OwnChildEnd {
  exitCode: number;
  /** The last line, or all of the output where nobody asked for lines. */
  output: string;
  /** The end of what it said on standard error. */
  problem: string;
}

const NICENESS = 10;
const PROBLEM_BYTES = 4_096;

/** @throws the signal's reason where it was ended; Error if it was killed, or says more than a server should hold. */
export async function runOwnChild(
  words: readonly string[],
  { signal, env, onLine, mostBytes, niceness = NICENESS }: OwnChildOptions,
): Promise<OwnChildEnd> {
  signal.throwIfAborted();
  const child = Bun.spawn([...selfCommand(), ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(env && { env }),
  });
  const end = () => child.kill();
  signal.addEventListener("abort", end, { once: true });
  try {
    setPriority(child.pid, niceness);
    const [output, problem] = await Promise.all([
      onLine ? lastLine(child.stdout, onLine, mostBytes) : boundedText(child.stdout, mostBytes),
      readTail(child.stderr, PROBLEM_BYTES),
    ]);
    await child.exited;
    signal.throwIfAborted();
    if (child.exitCode === null) throw new Error(`tiro ${words[0]} ended by ${child.signalCode}`);
    return { exitCode: child.exitCode, output, problem };
  } finally {
    signal.removeEventListener("abort", end);
    child.kill();
  }
}

async function boundedText(stream: ReadableStream<Uint8Array>, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new Error("a command of tiro said too much");
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

async function lastLine(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
  mostBytes: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of stream) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > mostBytes) throw new Error("a command of tiro said too much");
    for (const line of lines) onLine(line);
  }
  return rest;
}
