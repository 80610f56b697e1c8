import { Command } from "commander";
import { configuredUrl } from "../config/listen.ts";
import type { LoadedConfig } from "../config/load.ts";
import { checkBackup } from "./doctor/backup-check.ts";
import { checkBuckets } from "./doctor/bucket-check.ts";
import { checkCertificate } from "./doctor/certificate-check.ts";
import { type Check, type CheckResult, runCheck } from "./doctor/check.ts";
import { checkCluster } from "./doctor/cluster-check.ts";
import { checkCompanyLogIn } from "./doctor/company-log-in-check.ts";
import { checkCompanyRules } from "./doctor/company-rules-check.ts";
import { checkDatabase } from "./doctor/database-check.ts";
import { checkDirectory } from "./doctor/directory-check.ts";
import { checkFolders } from "./doctor/folder-check.ts";
import { checkLanguageModel } from "./doctor/language-model-check.ts";
import { checkMail } from "./doctor/mail-check.ts";
import { checkCpu, checkGlibc, checkLibraries } from "./doctor/platform-checks.ts";
import { checkQuotas } from "./doctor/quotas-check.ts";
import { checkRecognition } from "./doctor/recognition-check.ts";
import { checkSandbox } from "./doctor/sandbox-check.ts";
import { checkSecretKey } from "./doctor/secret-key-check.ts";
import {
  checkDataFolder,
  checkDisk,
  checkExposure,
  checkLoaded,
  checkPack,
  checkPort,
} from "./doctor/site-checks.ts";
import { checkSpeakers } from "./doctor/speakers-check.ts";
import { checkWebhooks } from "./doctor/webhook-check.ts";
import { checkWhisper } from "./doctor/whisper-check.ts";
import { EXIT } from "./exit-codes.ts";
import { green, onStandardOutput, red, type Style, yellow } from "./support/colors.ts";
import { printJson, printLine } from "./support/output.ts";
import { serverOfFolder } from "./support/running-server.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteChoices } from "./support/site-choices.ts";
import { siteConfig } from "./support/site-config.ts";

interface DoctorFlags extends SiteFlags {
  listen?: string;
  /** False: a server beside it has the recognizer in memory already. */
  recognition?: boolean;
}

const MARKS: Record<CheckResult["status"], [mark: string, style: Style]> = {
  ok: ["ok  ", green],
  warn: ["warn", yellow],
  fail: ["FAIL", red],
};

export function buildCommand(): Command {
  const command = new Command("doctor")
    .description(
      "Checks everything that could keep tiro from working and says what to do. Exits with 1 on a failure.",
    )
    .option("--listen <host:port>", "address the server will use")
    .option("--no-recognition", "leave out the checks that load a recognizer into memory");
  return addSiteOptions(command).action(async (flags: DoctorFlags) => {
    const results = await examineSite(flags);
    const healthy = results.every(({ status }) => status !== "fail");
    if (flags.json) printJson({ healthy, checks: results });
    else results.forEach(printResult);
    if (!healthy) process.exitCode = EXIT.failed;
  });
}

/** The doctor's findings, in an order in which each check's failure explains those of the later ones. */
export async function examineSite(flags: DoctorFlags): Promise<CheckResult[]> {
  const { data, listen } = flags;
  let loaded: LoadedConfig | undefined;
  const configuration = await runCheck("configuration", () => {
    loaded = siteConfig({ config: flags.config, data, listen });
    return { name: "configuration", status: "ok", detail: loaded.file ?? "defaults, environment and flags" };
  });
  if (!loaded) return [configuration];
  const results = [configuration];
  for (const [name, check] of checksFor(loaded, flags)) results.push(await runCheck(name, check));
  return results;
}

function checksFor({ config, secrets }: LoadedConfig, flags: DoctorFlags): [name: string, check: Check][] {
  const dataDir = config.data.dir;
  const server = flags.listen === undefined ? serverOf(dataDir) : null;
  const checks: [name: string, check: Check][] = [
    ["cpu", () => checkCpu()],
    ["glibc", () => checkGlibc()],
    ["data folder", () => checkDataFolder(dataDir)],
    ["disk", () => checkDisk(dataDir)],
    ["libraries", () => checkLibraries(dataDir, config.engine)],
    ["sandbox", () => checkSandbox(config.engine, dataDir)],
    ["database", () => checkDatabase(dataDir, flags)],
    ["secret key", () => checkSecretKey(config, flags)],
    ["backup", () => checkBackup(config, flags)],
    ["bucket", () => checkBuckets(config, secrets)],
    ["exposure", () => checkExposure(config)],
    ["port", () => checkPort(config.server, server)],
    ["certificate", () => checkCertificate(config, server)],
    ["model pack", () => checkPack(config, siteChoices(config, flags))],
    ["loaded packs", () => checkLoaded(server ?? configuredUrl(config.server))],
    ["whisper.cpp", () => checkWhisper(config)],
    ["recognition", () => checkRecognition(config)],
    ["speakers", () => checkSpeakers(config)],
    ["cluster", () => checkCluster(config, flags, server)],
    ["language model", () => checkLanguageModel(config, secrets)],
    ["mail", () => checkMail(config, secrets)],
    ["webhook", () => checkWebhooks(config, flags)],
    ["folder", () => checkFolders(config, flags)],
    ["company log-in", () => checkCompanyLogIn(config, secrets)],
    ["directory", () => checkDirectory(config, secrets)],
    ["company rules", () => checkCompanyRules(config, flags)],
    ["quotas", () => checkQuotas(config, flags)],
  ];
  return checks
    .filter(([name]) => flags.recognition !== false || !LOAD_A_RECOGNIZER.includes(name))
    .filter(([name]) => config.worker.name === undefined || OF_WORKERS.includes(name));
}

const LOAD_A_RECOGNIZER = ["recognition", "speakers"];

/** A worker has neither database nor server. */
const OF_WORKERS = [
  "cpu",
  "glibc",
  "data folder",
  "disk",
  "libraries",
  "sandbox",
  "model pack",
  "whisper.cpp",
  "cluster",
  ...LOAD_A_RECOGNIZER,
];

/** Where this machine reaches the server that has the data folder. */
function serverOf(dataDir: string): string | null {
  try {
    return serverOfFolder(dataDir)?.listenUrl ?? null;
  } catch {
    // Libraries that cannot be used are a finding of their own.
    return null;
  }
}

function printResult({ name, status, detail, advice }: CheckResult): void {
  const [mark, style] = MARKS[status];
  printLine(`${onStandardOutput(style)(mark)}  ${name}: ${detail}`);
  if (advice) printLine(`      ${advice}`);
}
