import { arch, cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import packageJson from "../../package.json" with { type: "json" };
import { textEntry, writeFile } from "../backup/archive.ts";
import { CONFIG_FIELDS } from "../config/fields.ts";
import type { LoadedConfig } from "../config/load.ts";
import { systemClock } from "../lib/clock.ts";
import { isCompiled } from "../lib/self-command.ts";
import { tar } from "../lib/tar.ts";
import { openExisting, schemaVersion, sqliteVersion } from "../store/backup/open-existing.ts";
import { hasDatabase } from "../store/data-folder/data-folder.ts";
import { recentLogLines } from "../store/data-folder/recent-log.ts";
import { examineSite } from "./doctor.ts";
import { printJson, printLine } from "./support/output.ts";
import { runningMetrics } from "./support/running-metrics.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";

export function buildCommand(): Command {
  const command = new Command("support-bundle")
    .description(
      "Collects in one tar file what helps to find a fault: the doctor's findings, the configuration without secrets, versions, the metrics of the running server, if it has any, and the newest lines of the log. It holds no recordings, texts, people, keys or other secrets; look through it before you pass it on.",
    )
    .argument("<file>", "the file to write; it must not exist")
    .option("--no-recognition", "leave out the doctor's checks that load a recognizer into memory")
    .action(bundle);
  return addSiteOptions(command);
}

async function bundle(file: string, flags: SiteFlags & { recognition?: boolean }): Promise<void> {
  const loaded = load(flags);
  const parts: [name: string, text: string][] = [
    ["versions.json", json(versions(loaded))],
    ["configuration.json", json(configuration(loaded))],
    ["doctor.json", doctor(loaded, json(await examineSite(flags)))],
    ["metrics.txt", loaded instanceof Error ? "" : await runningMetrics(loaded)],
    ["log.jsonl", loaded instanceof Error ? "" : recentLogLines(loaded.config.data.dir).map(masked).join("")],
  ];
  const entries = parts.map(([name, text]) => textEntry(`tiro-support/${name}`, text));
  const { bytes } = await writeFile(file, tar(entries, systemClock.now()));
  if (flags.json) printJson({ file, bytes, parts: parts.map(([name]) => name) });
  else
    printLine(
      `Wrote ${file} (${parts.map(([name]) => name).join(", ")}). Look through it before you pass it on.`,
    );
}

/** A configuration that is not valid is what the bundle is made for. */
function load(flags: SiteFlags): LoadedConfig | Error {
  try {
    return siteConfig({ config: flags.config, data: flags.data });
  } catch (error) {
    return error as Error;
  }
}

function versions(loaded: LoadedConfig | Error) {
  return {
    tiro: packageJson.version,
    bun: Bun.version,
    compiled: isCompiled(),
    platform: `${process.platform}-${arch()}`,
    kernel: release(),
    cpus: cpus().length,
    cpu: cpus()[0]?.model,
    memory_bytes: totalmem(),
    ...(loaded instanceof Error ? {} : databaseVersions(loaded.config.data.dir)),
  };
}

function databaseVersions(dataDir: string) {
  if (!hasDatabase(dataDir)) return { schema: null };
  try {
    const { sqliteBindingPath } = prepareNativeLibraries({ dataDir });
    const db = openExisting(join(dataDir, "tiro.db"), sqliteBindingPath);
    try {
      return { schema: schemaVersion(db), sqlite: sqliteVersion(db) };
    } finally {
      db.close();
    }
  } catch (error) {
    return { schema: null, problem: String(error) };
  }
}

/** Of a secret only whether it is set. */
function configuration(loaded: LoadedConfig | Error) {
  if (loaded instanceof Error) return { problem: withoutValues(loaded.message) };
  const { config, file, sources } = loaded;
  const written = [...sources.keys()];
  const secrets = CONFIG_FIELDS.filter(({ secret }) => secret).map(({ path }) => [
    path,
    written.includes(path),
  ]);
  return { file, settings: config, secrets_set: Object.fromEntries(secrets), written };
}

/** Of a configuration that is not valid, the doctor repeats what is written there. */
function doctor(loaded: LoadedConfig | Error, findings: string): string {
  return loaded instanceof Error
    ? findings.replaceAll(JSON.stringify(loaded.message), '"see configuration.json"')
    : findings;
}

/** A secret may stand in the wrong place. */
function withoutValues(message: string): string {
  return message.replace(/"(?:[^"\\]|\\.)*"?/g, '"…"');
}

const PRIVATE: [pattern: RegExp, shown: string][] = [
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "<address>"],
  [/\b(?:tiro|sk)_[\w-]{20,}/g, "<key>"],
  [/\bAGE-SECRET-KEY-[\w-]+/gi, "<key>"],
  [/\b(?:Bearer|Basic) +[\w.~+/=-]+/gi, "<credential>"],
];

/** Nothing of the kind stands in a log; what a library says in an error is not in tiro's hands. */
function masked(line: string): string {
  return `${PRIVATE.reduce((text, [pattern, shown]) => text.replace(pattern, shown), line)}\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
