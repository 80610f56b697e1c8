/** `tiro status`: how the running server is, in words. */
import { Command } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { EXIT } from "./exit-codes.ts";
import { askServer, type ServerStatus } from "./status/ask-server.ts";
import { headline, statusRows, verdict, versionRows } from "./status/in-words.ts";
import { origin } from "./support/arguments.ts";
import { printJson, printLine, printOutcome } from "./support/output.ts";
import { serverOfFolder } from "./support/running-server.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";
import { addTimeOption, type TimeFlags } from "./support/times.ts";

interface StatusFlags extends SiteFlags, TimeFlags {
  url?: string;
}

const EXIT_BY_STATUS = { ok: EXIT.done, degraded: EXIT.degraded, unavailable: EXIT.unavailable } as const;

export function buildCommand(): Command {
  const command = new Command("status")
    .description(
      "Asks the running server how it is: version, address, health, packs, queue, and whether it recognized recorded speech lately.",
    )
    .option("--url <address>", "ask a server elsewhere (default: the one that has the data folder)", origin);
  return addTimeOption(addSiteOptions(command)).action(status);
}

async function status(flags: StatusFlags): Promise<void> {
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const server =
    flags.url === undefined
      ? serverOfFolder(config.data.dir)
      : { publicUrl: flags.url, listenUrl: flags.url };
  if (server === null) return tellNotRunning(config.data.dir, flags);
  const answer = await askServer(server.listenUrl, flags.url === undefined);
  process.exitCode = answer === null ? EXIT.unavailable : EXIT_BY_STATUS[verdict(answer)];
  if (flags.json)
    printJson({
      running: true,
      public_url: server.publicUrl,
      program_version: packageJson.version,
      ...answer,
    });
  else tell(answer, server.publicUrl, flags);
}

function tellNotRunning(dataDir: string, { json }: StatusFlags): void {
  process.exitCode = EXIT.notRunning;
  printOutcome({ json }, { running: false }, `No server runs on the data folder ${dataDir}.`);
}

function tell(answer: ServerStatus | null, url: string, flags: StatusFlags): void {
  printLine(headline(answer));
  const rows: [name: string, text: string][] = [
    ["address", url],
    ...(answer && flags.url === undefined ? versionRows(answer.health.version, packageJson.version) : []),
    ...(answer ? statusRows(answer, flags) : []),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, text] of rows) printLine(`${name.padEnd(width)}  ${text}`);
}
