/** Preloaded into an executable: writes each long turn of its event loop, in milliseconds of processor time, into the file `PROBED`. */
import { appendFileSync } from "node:fs";
import { threadCpuMs } from "../support/thread-time.ts";

const LEAST_MS = 4;

function watch(file: string): void {
  let before = threadCpuMs();
  const look = () => {
    const took = threadCpuMs() - before;
    if (took > LEAST_MS) appendFileSync(file, `${took}\n`);
    before = threadCpuMs();
    setImmediate(look);
  };
  setImmediate(look);
}

// Children are the same executable.
if (process.argv.includes("serve")) watch(process.env.PROBED ?? "");
