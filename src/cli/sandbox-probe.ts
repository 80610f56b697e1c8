/** `tiro sandbox-probe ARGUMENTS`: tries to break out. Started in a sandbox by `tiro doctor` and tests, never by hand. */
import { probe } from "../../native/sandbox/probe.ts";

export async function run([probeArguments = ""]: string[]): Promise<void> {
  const report = await probe(JSON.parse(probeArguments));
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
}
