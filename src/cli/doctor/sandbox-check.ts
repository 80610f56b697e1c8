import { createServer } from "node:net";
import { join } from "node:path";
import type { ProbeArguments, ProbeReport } from "../../../native/sandbox/probe.ts";
import { missingOf, sandboxSupport } from "../../../native/sandbox/support.ts";
import { decoderSandbox } from "../../audio/decoder-sandbox.ts";
import type { Config } from "../../config/schema.ts";
import { sandboxed } from "../../lib/sandbox.ts";
import { selfCommand } from "../../lib/self-command.ts";
import { type Finding, fail, ok, warn } from "./check.ts";

const REMEDY =
  "Recognizers and decoders read recordings of strangers. Use Linux 5.13 or later with Landlock and seccomp; in a container, let their system calls through.";

/** Starts a process as decoders are started, which tries to read the database and to reach the network. */
export async function checkSandbox(
  { sandbox }: Pick<Config["engine"], "sandbox">,
  dataDir: string,
  support = sandboxSupport(),
): Promise<Finding> {
  if (sandbox === "off") return warn("engine.sandbox is off", 'Set it to "auto" or "required".');
  const missing = missingOf(support);
  if (missing.length > 0) {
    const unfit = sandbox === "required" ? fail : warn;
    return unfit(`this kernel lacks ${missing.join(" and ")}`, REMEDY);
  }
  const escapes = await escapesOf(dataDir);
  const offered = `Landlock (version ${support.landlockAbi}) and seccomp`;
  if (escapes.length > 0) return fail(`in spite of ${offered}: ${escapes.join("; ")}`, REMEDY);
  return ok(`${offered} keep recognizers and decoders from files and network`);
}

/** The escapes that succeeded. @throws if the process does not answer. */
async function escapesOf(dataDir: string): Promise<string[]> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    const { port } = server.address() as { port: number };
    const attempts: ProbeArguments = {
      readable: ["/etc/passwd", join(dataDir, "tiro.db")],
      writable: [],
      port,
    };
    const { command, environment } = sandboxed({
      command: [...selfCommand(), "sandbox-probe", JSON.stringify(attempts)],
      environment: {},
      sandbox: decoderSandbox({}),
    });
    const child = Bun.spawn(command, {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [said, complained] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new Error(`The sandboxed process ended: ${complained.trim()}`);
    const report: ProbeReport = JSON.parse(said);
    return Object.keys(report).filter((attempt) => report[attempt] === "succeeded");
  } finally {
    server.close();
  }
}
