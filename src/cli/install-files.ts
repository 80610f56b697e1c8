import { realpathSync } from "node:fs";
import { Command } from "commander";
import { TiroError } from "../lib/errors.ts";
import { isCompiled } from "../lib/self-command.ts";
import type { CommandDescription } from "./describe.ts";
import { DEBIAN, installationFiles, LOCAL } from "./installation/files.ts";
import { type Written, writeExecutable, writeInstallation } from "./installation/write.ts";
import { printJson, printLine } from "./support/output.ts";

interface InstallFilesFlags {
  system?: boolean;
  json?: boolean;
}

const NEXT_STEPS = `Next:
  systemd-sysusers && systemd-tmpfiles --create tiro.conf && systemctl daemon-reload
  systemctl enable --now tiro`;

export function buildCommand(describeProgram: () => Promise<CommandDescription>): Command {
  return new Command("install-files")
    .description(
      "Writes what an installation needs: systemd unit, user, data folder, default configuration, examples for proxies, Kubernetes, Ansible, Prometheus and Grafana, completion for bash, zsh and fish, man page, manual, changelog, licences. A changed configuration is kept.",
    )
    .argument("[dir]", "folder that stands for the root of the system")
    .option("--system", "install on this machine, with the executable as /usr/local/bin/tiro; needs root")
    .option("--json", "print JSON")
    .action(async (dir: string | undefined, flags: InstallFilesFlags) => {
      const root = rootOf(dir, flags);
      const written: Written[] = [];
      if (root === "/") written.push(installExecutable());
      written.push(...writeInstallation(await installationFiles(LOCAL, await describeProgram()), root));
      if (flags.json) return printJson({ files: written });
      for (const { path, outcome } of written) printLine(`${outcome.padEnd("unchanged".length)}  ${path}`);
      if (root === "/") printLine(NEXT_STEPS);
    });
}

function rootOf(dir: string | undefined, { system = false }: InstallFilesFlags): string {
  if ((dir !== undefined) === system)
    throw new TiroError("invalid_request", "Name a folder, or --system for this machine.");
  return dir ?? "/";
}

/** @throws TiroError `invalid_request` if this program is not the executable, or belongs to a package. */
function installExecutable(): Written {
  const path = LOCAL.executable;
  if (!isCompiled())
    throw new TiroError("invalid_request", "Only the executable installs itself: build it first.");
  if (process.execPath === DEBIAN.executable)
    throw new TiroError("invalid_request", "A package of this system has installed tiro with all its files.");
  if (isSameFile(process.execPath, path)) return { path, outcome: "unchanged" };
  writeExecutable(process.execPath, path);
  return { path, outcome: "written" };
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
