/**
 * The command line: parse, then call one command; nothing else. A command's file is loaded only when it is
 * called and exports `buildCommand()`; a child process's file exports `run(args)` and goes past the parser,
 * because every recording waits for its start.
 */
import { Command, CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };

interface CommandEntry {
  summary: string;
  load: () => Promise<{ buildCommand: () => Command }>;
}

const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  serve: { summary: "serve the HTTP API", load: () => import("./cli/serve.ts") },
  transcribe: {
    summary: "transcribe recordings without a server",
    load: () => import("./cli/transcribe.ts"),
  },
  users: { summary: "people and their accounts", load: () => import("./cli/users.ts") },
  orgs: { summary: "organizations, members, policies and invitations", load: () => import("./cli/orgs.ts") },
  keys: { summary: "create, list, rotate and revoke API keys", load: () => import("./cli/keys.ts") },
  grants: { summary: "list and revoke what apps may do for people", load: () => import("./cli/grants.ts") },
  scim: {
    summary: "tokens with which the company's directory provisions people",
    load: () => import("./cli/scim.ts"),
  },
  usage: {
    summary: "what was used, by account, key, day, month or member",
    load: () => import("./cli/usage.ts"),
  },
  invoices: { summary: "close, list, export and settle invoices", load: () => import("./cli/invoices.ts") },
  limits: { summary: "what one account may have", load: () => import("./cli/limits.ts") },
  audit: { summary: "list, verify and export the audit log", load: () => import("./cli/audit.ts") },
  secrets: { summary: "rotate the key that seals secrets", load: () => import("./cli/secrets.ts") },
  backup: { summary: "make a backup, also while the server runs", load: () => import("./cli/backup.ts") },
  restore: { summary: "make a data folder from a backup", load: () => import("./cli/restore.ts") },
  "upgrade-check": {
    summary: "say what this version would change in a data folder",
    load: () => import("./cli/upgrade-check.ts"),
  },
  tls: { summary: "make a certificate for a site that has none", load: () => import("./cli/tls.ts") },
  edit: { summary: "try a spoken instruction on text", load: () => import("./cli/edit.ts") },
  models: {
    summary: "find, install, list, verify and remove model packs",
    load: () => import("./cli/models.ts"),
  },
  format: {
    summary: "format lines of text as dictations would be",
    load: () => import("./cli/format.ts"),
  },
  doctor: { summary: "say what is wrong and what to do", load: () => import("./cli/doctor.ts") },
  "support-bundle": {
    summary: "collect what helps to find a fault, without anybody's data",
    load: () => import("./cli/support-bundle.ts"),
  },
  clock: { summary: "confirm the machine's clock after a jump", load: () => import("./cli/clock.ts") },
  version: {
    summary: "print the version and what the executable holds",
    load: () => import("./cli/version.ts"),
  },
};

/** Started by the program itself, never by people; absent from the help. */
const HOSTS: Readonly<Record<string, () => Promise<{ run: (args: string[]) => Promise<void> }>>> = {
  "backup-host": () => import("./cli/backup-host.ts"),
  "engine-host": () => import("./cli/engine-host.ts"),
  "media-host": () => import("./cli/media-host.ts"),
  sandboxed: () => import("./cli/sandboxed.ts"),
  "sandbox-probe": () => import("./cli/sandbox-probe.ts"),
  "speaker-host": () => import("./cli/speaker-host.ts"),
  "text-host": () => import("./cli/text-host.ts"),
};

const EXIT_STATUS = "Exit status: 0 done, 1 failed, 2 usage error, 130 interrupted.";
const EXIT_FAILURE = 1;
/** Wrong usage. */
const EXIT_USAGE = 2;

async function main(args: string[]): Promise<void> {
  const [name = "", ...rest] = args;
  const host = HOSTS[name];
  if (host) return (await host()).run(rest);
  process.stdout.on("error", endWithReader);
  try {
    const program = await buildProgram(name);
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
    else (await import("./cli/failure.ts")).reportFailure(error);
  }
}

/** A reader that has seen enough (`tiro … | head`) ends the command; that is no failure worth a stack. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT_FAILURE);
}

/** All commands by name and summary; the one that is called with its options and action. */
async function buildProgram(called: string): Promise<Command> {
  const program = new Command("tiro")
    .description(packageJson.description)
    .version(packageJson.version)
    .helpCommand(false)
    .addHelpText("after", `\n${EXIT_STATUS}`)
    .exitOverride();
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = name === called ? (await load()).buildCommand() : new Command(name);
    program.addCommand(inheritExit(command.summary(summary)));
  }
  return program;
}

/** Usage errors of every level come back as `CommanderError` instead of ending the process in mid-write. */
function inheritExit(command: Command): Command {
  for (const child of command.commands) inheritExit(child);
  return command.exitOverride().showHelpAfterError("(--help shows what is possible)");
}

void main(process.argv.slice(2));
