import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { newCredentials } from "../cluster/credentials.ts";
import { clusterSettings, requireCluster } from "../cluster/permissions.ts";
import {
  initCluster,
  type MadeCluster,
  makeCluster,
  putRenewedCluster,
  renewCluster,
} from "../cluster/set-up.ts";
import { workerFiles, workerKeysOf } from "../cluster/worker-folder.ts";
import {
  addWorker,
  drainWorker,
  requireWorkerName,
  resumeWorker,
  revokeWorker,
  rotateWorker,
} from "../cluster/workers.ts";
import { systemClock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { wireForm } from "../lib/wire-form.ts";
import type { ClusterIdentity } from "../store/cluster/identity.ts";
import { type ClusterWorker, clusterWorkers } from "../store/cluster/workers.ts";
import { fillFolder, replaceFiles } from "./cluster/folders.ts";
import { type Accounts, timeOr, withAccounts } from "./support/accounts.ts";
import { printJson, printLine, printList, printOutcome } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";
import { addTimeOption, type TimeFlags } from "./support/times.ts";

const NATS_CONF = "nats.conf";
const BROKER_FOLDER = "/etc/nats";
const WORKER_FOLDER = "/etc/tiro/worker";

type PlaceFlags = SiteFlags & { out: string; at: string };

export function buildCommand(): Command {
  const command = new Command("cluster").description(
    "Recognizers on other machines: their keys, and what the broker permits them. The manual has each step (/docs/cluster).",
  );
  const parts = [
    initCommand(),
    addCommand(),
    rotateCommand(),
    revokeCommand(),
    statusCommand(),
    drainCommand(
      "drain",
      "Lets a worker finish its work and gives it no more, before its machine is stopped.",
    ),
    drainCommand("resume", "Gives a drained worker work again."),
  ];
  for (const part of parts) command.addCommand(addSiteOptions(part));
  return command;
}

function initCommand(): Command {
  return new Command("init")
    .description(
      "Makes an authority, and the broker's certificate and configuration (nats.conf). The private keys of this machine are sealed in the database.",
    )
    .requiredOption("--out <dir>", "empty folder for the broker's files")
    .option("--at <dir>", "folder in which the broker's machine has them", folderThere, BROKER_FOLDER)
    .option("--replace", "begin anew in the place of a former cluster, without its workers")
    .action(async (flags: PlaceFlags & { replace?: boolean }) => {
      const { replace = false, at: installedAt } = flags;
      const settings = clusterSettings(siteConfig(flags).config);
      const folder = resolve(flags.out);
      const made = await makeCluster(settings, { folder, installedAt }, systemClock.now());
      withAccounts(
        flags,
        (accounts) =>
          initCluster(accounts, made, { settings, replace }, (natsConf) =>
            fillFolder(folder, { ...brokerFiles(made), [NATS_CONF]: natsConf }, () => {}),
          ),
        true,
      );
      if (flags.json) return printJson({ folder, broker: settings.broker });
      printLine(`The broker's files are in ${folder}; ${installedAt} on its machine must hold them.`);
      printLine(`Start it with: nats-server -c ${installedAt}/${NATS_CONF}`);
      printLine("Then add workers: tiro cluster add NAME --out DIR");
    });
}

function addCommand(): Command {
  return keysCommand(
    "add",
    "Lets a machine recognize for this one, and writes the files that it needs.",
  ).action((name: string, flags: PlaceFlags) => makeKeys(addWorker, name, flags));
}

function rotateCommand(): Command {
  return keysCommand(
    "rotate",
    "New keys for a worker, or for broker and server if none is named.",
    "[name]",
  ).action((name: string | undefined, flags: Partial<PlaceFlags>) => {
    if (name === undefined) return renewKeys(flags);
    return makeKeys(rotateWorker, name, flags as PlaceFlags);
  });
}

function keysCommand(name: string, description: string, argument = "<name>"): Command {
  const command = new Command(name)
    .description(description)
    .argument(argument, "the worker's name: small letters, digits and hyphens");
  return command
    .option("--out <dir>", "empty folder for the worker's files")
    .option("--at <dir>", "folder in which the worker's machine has them", folderThere, WORKER_FOLDER);
}

async function makeKeys(
  put: typeof addWorker,
  name: string,
  flags: SiteFlags & { out?: string; at: string },
): Promise<void> {
  const { config } = siteConfig(flags);
  const settings = clusterSettings(config);
  requireWorkerName(name);
  if (flags.out === undefined)
    throw new TiroError("invalid_request", "Name a folder for the worker's files.", { hint: "--out DIR" });
  const folder = resolve(flags.out);
  const identity = withAccounts(flags, ({ db }) => requireCluster(db));
  const credentials = await newCredentials(identity.authority, `tiro worker ${name}`, systemClock.now());
  const files = {
    ...workerFiles(workerKeysOf(identity, credentials)),
    "worker.toml": workerToml(name, settings, flags.at),
  };
  withAccounts(flags, (accounts) =>
    put(accounts, { name, credentials, settings }, (natsConf) =>
      fillFolder(folder, files, () => replaceFiles(identity.folder, { [NATS_CONF]: natsConf })),
    ),
  );
  if (flags.json) return printJson({ name, folder, nats_conf: natsConfOf(identity) });
  printLine(`The files of ${name} are in ${folder}; ${flags.at} on its machine must hold them.`);
  printLine(`Start it with: tiro worker --config ${flags.at}/worker.toml`);
  printReload(identity);
}

async function renewKeys(flags: SiteFlags): Promise<void> {
  const settings = clusterSettings(siteConfig(flags).config);
  const identity = withAccounts(flags, ({ db }) => requireCluster(db));
  const renewed = await renewCluster(identity, settings, systemClock.now());
  withAccounts(flags, (accounts) =>
    putRenewedCluster(accounts, renewed, settings, (natsConf) =>
      replaceFiles(identity.folder, { ...brokerFiles(renewed), [NATS_CONF]: natsConf }),
    ),
  );
  if (flags.json) return printJson({ folder: identity.folder });
  printLine(`New keys and certificates of the broker are in ${identity.folder}.`);
  printReload(identity);
  printLine("Then start tiro's server again: it has new keys too.");
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Ends a worker's work at once. Its keys are worth nothing from then on.")
    .argument("<name>", "name of the worker")
    .action((name: string, flags: SiteFlags) => {
      const settings = clusterSettings(siteConfig(flags).config);
      const identity = withAccounts(flags, (accounts) => {
        const cluster = requireCluster(accounts.db);
        revokeWorker(accounts, { name, settings }, (natsConf) =>
          replaceFiles(cluster.folder, { [NATS_CONF]: natsConf }),
        );
        return cluster;
      });
      if (flags.json) return printJson({ name, nats_conf: natsConfOf(identity) });
      printLine(`Revoked ${name}: the server takes nothing from it any more.`);
      printReload(identity);
    });
}

function drainCommand(name: "drain" | "resume", description: string): Command {
  const change: (accounts: Accounts, worker: string) => void = name === "drain" ? drainWorker : resumeWorker;
  return new Command(name)
    .description(description)
    .argument("<name>", "name of the worker")
    .action((worker: string, flags: SiteFlags) => {
      withAccounts(flags, (accounts) => change(accounts, worker));
      const words = name === "drain" ? `${worker} finishes its work.` : `${worker} gets work again.`;
      printOutcome(flags, { name: worker }, words);
    });
}

function statusCommand(): Command {
  return addTimeOption(new Command("status"))
    .description("Lists workers and when their certificates end. `tiro status` shows which are connected.")
    .action((flags: SiteFlags & TimeFlags) => {
      const workers = withAccounts(flags, ({ db }) => clusterWorkers(db));
      printList(flags, workers.map(toJson), "No workers yet.", {
        NAME: "name",
        STATE: "state",
        ADDED: "added_at",
        "CERTIFICATE UNTIL": "certificate_ends_at",
      });
    });
}

function brokerFiles({ identity, broker }: MadeCluster): Record<string, string> {
  const { certificate, key } = broker;
  return { "authority.pem": identity.authority.certificate, "broker.pem": certificate, "broker.key": key };
}

function workerToml(
  name: string,
  { name: cluster, broker }: { name: string; broker: string },
  at: string,
): string {
  const lines = Object.entries({ name, broker, cluster, folder: at });
  return `# Written by tiro for the machine that is the worker ${name}; sections such as engine and models are as on a server.
[worker]
${lines.map(([key, value]) => `${key} = ${JSON.stringify(value)}`).join("\n")}
`;
}

function printReload(identity: ClusterIdentity): void {
  printLine(
    `Let the broker read ${natsConfOf(identity)} now: copy it to ${identity.installedAt} on its machine`,
  );
  printLine("and run there: nats-server --signal reload");
}

function natsConfOf({ folder }: ClusterIdentity): string {
  return `${folder}/${NATS_CONF}`;
}

function stateOf({ revokedAt, drainingSince }: ClusterWorker): string {
  if (revokedAt !== null) return "revoked";
  return drainingSince === null ? "active" : "draining";
}

function toJson(worker: ClusterWorker) {
  return {
    name: worker.name,
    state: stateOf(worker),
    ...wireForm(worker, "addedAt", "rotatedAt", "revokedAt"),
    draining_since: timeOr(null, worker.drainingSince),
    ...wireForm(worker, "certificateEndsAt"),
  };
}

/** It is written into configurations as it is. */
function folderThere(text: string): string {
  if (/^\/[^"\\\p{C}]*$/u.test(text)) return text.replace(/(?<=.)\/+$/, "");
  throw new InvalidArgumentError("Must be an absolute path without quotes.");
}
