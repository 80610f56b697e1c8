import { join, resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { limits } from "../config/limits.ts";
import { systemClock, toIsoTime } from "../lib/clock.ts";
import { hostName, wholeNumber } from "./support/arguments.ts";
import { printJson, printLine } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";
import { type MadeFiles, makeFiles } from "./tls/files.ts";

interface SelfSignedFlags extends SiteFlags {
  host: string[];
  out?: string;
  days: number;
}

export function buildCommand(): Command {
  return new Command("tls")
    .description("Certificates for https without a reverse proxy.")
    .addCommand(addSiteOptions(selfSignedCommand()));
}

function selfSignedCommand(): Command {
  return new Command("self-signed")
    .description(
      "For a site without an authority of its own: makes a small one that can vouch for the named hosts only, and a certificate by it. Run again, it renews the certificate; clients still trust the authority.",
    )
    .addOption(
      new Option("--host <name>", "name or address that clients call the server by; may be repeated")
        .argParser(collectHosts)
        .makeOptionMandatory(),
    )
    .option("--out <dir>", "folder for the files (default: tls in the data folder)")
    .option("--days <days>", "how long the certificate is valid", days, limits.certificateDays)
    .action(makeSelfSigned);
}

async function makeSelfSigned({ host: hosts, out, days, ...flags }: SelfSignedFlags): Promise<void> {
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const dir = resolve(out ?? join(config.data.dir, "tls"));
  const made = await makeFiles({ dir, hosts, days, nowMs: systemClock.now() });
  if (!flags.json) return printMade(made, hosts);
  const { certificate, key, authority, isNewAuthority, endsAtMs } = made;
  printJson({
    hosts,
    certificate,
    key,
    authority,
    new_authority: isNewAuthority,
    ends_at: toIsoTime(endsAtMs),
  });
}

function printMade(made: MadeFiles, hosts: readonly string[]): void {
  const ends = toIsoTime(made.endsAtMs).slice(0, "YYYY-MM-DD".length);
  printLine(`Certificate for ${hosts.join(", ")} until ${ends}: ${made.certificate}`);
  printLine(`Its key, which stays on this machine: ${made.key}`);
  printLine(`Authority that every client has to trust: ${made.authority}`);
  printLine(
    made.isNewAuthority
      ? "\nConfigure the server and start it again:\n"
      : "\nThe authority is the former one. A server takes the new certificate up by itself if it is configured so:\n",
  );
  printLine(
    `[server.tls]\ncertificate = ${JSON.stringify(made.certificate)}\nkey = ${JSON.stringify(made.key)}`,
  );
}

function collectHosts(text: string, before: string[] = []): string[] {
  const hosts = [...new Set([...before, hostName(text)])];
  if (hosts.length <= limits.certificateHosts) return hosts;
  throw new InvalidArgumentError(`At most ${limits.certificateHosts} hosts.`);
}

function days(text: string): number {
  const count = wholeNumber(text);
  if (count >= 1 && count <= limits.certificateDaysMax) return count;
  throw new InvalidArgumentError(
    `Must be from 1 to ${limits.certificateDaysMax}: clients refuse longer ones.`,
  );
}
