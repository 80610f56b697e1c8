/** `tiro sandboxed POLICY COMMAND…`: fences itself in and becomes the command. Started by the program, never by hand. */
import { enterSandbox } from "../../native/sandbox/enter.ts";
import { SANDBOX_FAILURE } from "../lib/sandbox.ts";

export async function run([policy = "", ...command]: string[]): Promise<void> {
  try {
    enterSandbox(JSON.parse(policy), command, process.env as Record<string, string>);
  } catch (error) {
    console.error(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(SANDBOX_FAILURE);
  }
}
