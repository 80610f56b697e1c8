/** The installation itself: what is wrong with it, how it is configured, what it shows to clients, what an upgrade would change. */
import { z } from "zod";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import { BY_DEFAULT, explainConfig } from "../../config/explain.ts";
import { exposures } from "../../config/exposures.ts";
import { CONFIG_FIELDS } from "../../config/fields.ts";
import type { LoadedConfig } from "../../config/load.ts";
import type { Config } from "../../config/schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { lastAttempt, OUTSIDE } from "../../lib/last-attempts.ts";
import { isoTime } from "../../lib/wire.ts";
import { readConfigurationNote } from "../../store/data-folder/configuration-note.ts";
import { transact } from "../../store/database/write-lock.ts";
import { fileAnswer, jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { type Doctor, doctorCheckSchema } from "../../work/doctor.ts";
import type { OwnCommands } from "../../work/own-commands.ts";
import type { SupportBundles } from "../../work/support-bundles.ts";
import type { Tasks } from "../../work/tasks.ts";
import { administrationRoute } from "./administration-route.ts";
import { AdministrationTask, taskBody } from "./tasks.ts";

export const DoctorReport = z.object({
  object: z.literal("doctor_report"),
  checked_at: isoTime.nullable().describe("Null if nobody asked since the server's start."),
  healthy: z.boolean().nullable().describe("Whether no check failed."),
  checks: z.array(doctorCheckSchema),
  attempts: z
    .array(
      z.object({
        name: z.enum(OUTSIDE),
        last_at: isoTime.nullable().describe("Null if it was not used since the server's start."),
        error: z.string().nullable().describe("Its error; null if it did not fail."),
      }),
    )
    .describe(
      "When the server last used what is outside of it, and how that went. `quota`: when somebody was last refused for one.",
    ),
});

export const ConfigurationInForce = z.object({
  object: z.literal("configuration"),
  file: z.string().nullable(),
  settings: z.array(
    z.object({
      name: z.string().describe("`section.key`"),
      value: z.unknown().describe("Null if it is not set; what is secret is always null."),
      hidden: z.boolean().describe("Whether it is a secret that is set."),
      source: z.string().describe("A file, a variable, a flag, or `default`."),
    }),
  ),
  warnings: z
    .array(z.string())
    .describe("Settings that let others see or pretend more than most operators intend."),
  needs_restart: z
    .array(z.string())
    .describe("Settings that are written otherwise by now and hold after the next start."),
  fault: z.string().nullable().describe("Why the configuration could not be read again; null if it could."),
});

export const UpgradeCheck = z.object({
  object: z.literal("upgrade_check"),
  running_version: z.string(),
  installed_version: z.string().describe("Of the executable on the disk, which the next start runs."),
  schema: z.object({ from: z.int(), to: z.int() }),
  steps: z.array(z.object({ version: z.int(), name: z.string(), what: z.string() })),
  copy: z
    .object({ file: z.string(), bytes: z.int(), stays: z.boolean() })
    .nullable()
    .describe("The copy of the database that is made before."),
  free_bytes: z.number(),
  problem: z
    .object({ code: z.string(), message: z.string(), hint: z.string().optional() })
    .nullable()
    .describe("The obstacle to the upgrade."),
});

const printedUpgrade = UpgradeCheck.omit({
  object: true,
  running_version: true,
  installed_version: true,
}).extend({ tiro_version: z.string() });

export interface SiteRouteDeps extends PersonDeps {
  config: PersonDeps["config"] & Config;
  configFile: string | null;
  sources: () => LoadedConfig["sources"];
  dataDir: string;
  version: string;
  tasks: Tasks;
  doctor: Doctor;
  ownCommands: OwnCommands;
  supportBundles: SupportBundles;
}

export function siteRoutes(deps: SiteRouteDeps): PersonRoute[] {
  return [...doctorRoutes(deps), configurationRoute(deps), upgradeRoute(deps), bundleRoute(deps)];
}

function doctorRoutes(deps: SiteRouteDeps): PersonRoute[] {
  const { db, tasks, doctor } = deps;
  return [
    administrationRoute(deps, "server.read", "GET /doctor", {
      id: "getDoctorReport",
      summary: "The doctor's last findings",
      answers: { 200: jsonOf("The report.", DoctorReport) },
      handle: () => jsonAnswer(200, doctorBody(deps)),
    }),
    administrationRoute(deps, "server.examine", "POST /doctor", {
      id: "runDoctor",
      summary: "Check everything that could keep the server from working",
      description:
        "As `tiro doctor --no-recognition`, in a process of its own; `/health/functional` says whether recognition works. It connects to the mail server, the directory and buckets as the server does, and sends nobody anything. One that is under way is joined.",
      answers: { 202: jsonOf("The task.", AdministrationTask) },
      errors: ["concurrency_limit_exceeded"],
      handle: async (exchange) => {
        const running = tasks.list().find(({ kind, endedAt }) => kind === "doctor" && endedAt === null);
        if (running) return jsonAnswer(202, taskBody(deps, running));
        const changes = changesOf(deps, exchange);
        const start = { kind: "doctor", target: null, startedBy: exchange.logIn.userId } as const;
        const task = tasks.start({ ...start, cancellable: false }, async () => {
          const { healthy } = await doctor.examine();
          return { healthy };
        });
        await transact(db, () => recordAudit(changes, "doctor.run", "server"));
        return jsonAnswer(202, taskBody(deps, task));
      },
    }),
  ];
}

function doctorBody({ doctor: { last } }: SiteRouteDeps): z.infer<typeof DoctorReport> {
  return {
    object: "doctor_report",
    checked_at: last && toIsoTime(last.checkedAtMs),
    healthy: last?.healthy ?? null,
    checks: last?.checks ?? [],
    attempts: OUTSIDE.map((name) => {
      const last = lastAttempt(name);
      return { name, last_at: last && toIsoTime(last.atMs), error: last?.error ?? null };
    }),
  };
}

function configurationRoute(deps: SiteRouteDeps): PersonRoute {
  return administrationRoute(deps, "server.read", "GET /configuration", {
    id: "getConfiguration",
    summary: "The configuration in force, and where each value was written",
    description: "As `tiro config show`, of the running server. It is changed on the host alone.",
    answers: { 200: jsonOf("Every setting.", ConfigurationInForce) },
    handle: () => jsonAnswer(200, configurationBody(deps)),
  });
}

function configurationBody(deps: SiteRouteDeps): z.infer<typeof ConfigurationInForce> {
  const { config, configFile, sources, dataDir } = deps;
  const secrets = new Set(CONFIG_FIELDS.filter(({ secret }) => secret).map(({ path }) => path));
  const note = readConfigurationNote(dataDir);
  return {
    object: "configuration",
    file: configFile,
    settings: explainConfig({ config, sources: sources() })
      .filter(({ setting }) => config.billing.mode !== "off" || !isOfMoney(setting))
      .map(({ setting, value, source }) => ({
        name: setting,
        value: secrets.has(setting) ? null : value,
        hidden: secrets.has(setting) && source !== BY_DEFAULT,
        source,
      })),
    warnings: exposures(config).map(({ text }) => text),
    needs_restart: note?.needRestart ?? [],
    fault: note?.fault ?? null,
  };
}

/** Without billing, nothing says anything of money. */
function isOfMoney(setting: string): boolean {
  return setting.startsWith("billing.") && !["billing.mode", "billing.time_zone"].includes(setting);
}

function upgradeRoute(deps: SiteRouteDeps): PersonRoute {
  const { ownCommands, version } = deps;
  return administrationRoute(deps, "server.read", "GET /upgrade", {
    id: "checkUpgrade",
    summary: "Changes that the next start would make in the database",
    description: "As `tiro upgrade-check` of the executable that is on the disk now.",
    answers: { 200: jsonOf("The changes that it would make.", UpgradeCheck) },
    handle: async ({ holdOpen }) => {
      holdOpen();
      const { tiro_version: installed, ...check } = printedUpgrade.parse(
        await ownCommands.run(["upgrade-check"]),
      );
      const versions = { running_version: version, installed_version: installed };
      return jsonAnswer(200, { object: "upgrade_check", ...versions, ...check });
    },
  });
}

function bundleRoute(deps: SiteRouteDeps): PersonRoute {
  const { db, clock, supportBundles } = deps;
  return administrationRoute(deps, "support_bundle.make", "POST /support-bundle", {
    id: "makeSupportBundle",
    summary: "Collect what helps to find a fault, without anybody's data",
    description:
      "As `tiro support-bundle`: the doctor's findings, the configuration without secrets, versions, metrics, and the newest lines of the log. It holds no recordings, texts, people, keys or other secrets; look through it before you pass it on.",
    answers: {
      200: { description: "The file.", content: { "application/x-tar": { schema: z.string() } } },
    },
    handle: async (exchange) => {
      exchange.holdOpen();
      const changes = changesOf(deps, exchange);
      await transact(db, () => recordAudit(changes, "support_bundle.made", "server"));
      const bytes = await supportBundles.make();
      const day = toIsoTime(clock.now()).slice(0, "YYYY-MM-DD".length);
      return fileAnswer(`tiro-support-${day}.tar`, "application/x-tar", bytes);
    },
  });
}
