/** `tiro config apply`: the running server reads its configuration again. */
import { Command } from "commander";
import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";
import { OperatorError } from "../../lib/errors.ts";
import { type ConfigurationNote, readConfigurationNote } from "../../store/data-folder/configuration-note.ts";
import { printJson, printLine } from "../support/output.ts";
import { serverOfFolder } from "../support/running-server.ts";
import type { SiteFlags } from "../support/site.ts";
import { siteConfig } from "../support/site-config.ts";

export function applyCommand(): Command {
  return new Command("apply")
    .description(
      "Makes the running server read its configuration again. Says which settings apply from now on and which need a restart; a faulty configuration changes nothing.",
    )
    .action(apply);
}

async function apply({ config: file, data, json }: SiteFlags): Promise<void> {
  const { config } = siteConfig({ config: file, data });
  const { applied, needRestart, fault } = await askServer(config.data.dir);
  if (fault !== null)
    throw new OperatorError(
      "configuration_not_applied",
      "The server cannot use the configuration and keeps the one it has.",
      { hint: fault },
    );
  if (json) return printJson({ applied, need_restart: needRestart });
  if (applied.length > 0) printLine(`In force from now on: ${applied.join(", ")}.`);
  if (needRestart.length > 0) printLine(`In force after a restart: ${needRestart.join(", ")}.`);
  if (applied.length + needRestart.length === 0) printLine("Nothing has changed.");
}

/** @throws OperatorError if no server is there, or none that answers. */
async function askServer(dataDir: string): Promise<ConfigurationNote> {
  const server = serverOfFolder(dataDir);
  if (server === null)
    throw new OperatorError("server_not_running", "No server runs on the data folder.", {
      hint: `Nothing holds ${dataDir}. The configuration applies from the next start on.`,
    });
  if (!server.readsAgain)
    throw new OperatorError(
      "server_not_reloadable",
      "The server runs in a terminal and reads its configuration only at its start.",
      {
        hint: "Stop it there with Ctrl C and start it again.",
      },
    );
  const before = readConfigurationNote(dataDir)?.number ?? 0;
  process.kill(server.pid, "SIGHUP");
  const deadline = systemClock.monotonic() + limits.configApplyMs;
  for (;;) {
    const note = readConfigurationNote(dataDir);
    if (note !== null && note.number > before) return note;
    if (systemClock.monotonic() > deadline)
      throw new OperatorError(
        "server_not_reloadable",
        "The server was asked to read its configuration and has not answered.",
        {
          hint: "It may be starting or very busy: `tiro status` and its log (configuration_applied) show more.",
        },
      );
    await Bun.sleep(limits.configApplyLookMs);
  }
}
