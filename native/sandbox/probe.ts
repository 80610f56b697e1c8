/** Tries what a sandboxed process must not be able to do, in every way that code in it could try. */
import { closeSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { connect } from "node:net";
import { nativeOpen, nativeSocket, syscall } from "./libc.ts";
import { architecture, numbersOf, REFUSED } from "./system-calls.ts";

export interface ProbeArguments {
  /** Files to open for reading, and folders to list. */
  readable: readonly string[];
  /** Files to make. */
  writable: readonly string[];
  /** On this machine; something should listen there. */
  port: number;
}

/** `succeeded`, or the error's code, by what was tried and from where: `main thread: read /etc/passwd`. */
export type ProbeReport = Record<string, string>;

type Attempt = () => unknown;

export async function probe({ readable, writable, port }: ProbeArguments): Promise<ProbeReport> {
  const files = [
    ...readable.map((path) => ["read", path, "r"]),
    ...writable.map((path) => ["write", path, "w"]),
  ];
  const report: ProbeReport = {};
  const attempt = async (what: string, act: Attempt) => {
    report[what] = await outcomeOf(act);
  };
  for (const [verb, path = "", flags = "r"] of files) {
    await attempt(`main thread: ${verb} ${path}`, () => closeSync(openSync(path, flags)));
    await attempt(`pool thread: ${verb} ${path}`, async () => (await open(path, flags)).close());
    await attempt(`native code: ${verb} ${path}`, () => nativeOpen(path, flags === "w"));
    await attempt(`worker: ${verb} ${path}`, () =>
      inWorker(`require("node:fs").openSync(${JSON.stringify(path)}, "${flags}")`),
    );
  }
  await attempt("main thread: connect", () => connectTo(port));
  await attempt("worker: connect", () => inWorker(`(${connectTo})(${port}, require("node:net").connect)`));
  await attempt("native code: socket", () => nativeSocket());
  await attempt("native code: unshare", () => {
    const [unshare = 0] = numbersOf({ unshare: REFUSED.unshare }, architecture());
    if (syscall(unshare, 0) < 0) throw new Error("refused");
  });
  await attempt("main thread: execute /bin/sh", () => Bun.spawnSync(["/bin/sh", "-c", "exit 0"]));
  await attempt("main thread: signal to the parent", () => process.kill(process.ppid, 0));
  return report;
}

async function outcomeOf(act: Attempt): Promise<string> {
  try {
    await act();
    return "succeeded";
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return code ?? message ?? String(error);
  }
}

/** Also runs as text in a worker, hence the parameter. */
function connectTo(port: number, dial = connect): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = dial(port, "127.0.0.1");
    socket.once("error", reject).once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}

/** Runs an expression in a thread of its own, which began before anything was tried there. */
async function inWorker(expression: string): Promise<void> {
  const script = `self.onmessage = async () => {
    try { await ${expression}; postMessage(null); } catch (error) { postMessage(error.code ?? String(error)); }
  };`;
  const worker = new Worker(URL.createObjectURL(new Blob([script])));
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(null);
  const code = await promise.finally(() => worker.terminate());
  if (code !== null) throw Object.assign(new Error(code), { code });
}
