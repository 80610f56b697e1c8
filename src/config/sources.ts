import { readFileSync, statSync } from "node:fs";
import { type ErrorIssue, TiroError } from "../lib/errors.ts";
import { CONFIG_FIELDS, CONFIG_SECTIONS, type ConfigField } from "./fields.ts";
import { limits } from "./limits.ts";
import { nearest } from "./nearest.ts";

/** Settings as they were written, before any check of their values. */
export interface RawSettings {
  values: Map<string, RawValue>;
  issues: ErrorIssue[];
}

export interface RawValue {
  value: unknown;
  /** Where it was written: a file's name, a variable or a flag. */
  source: string;
}

/** The flags of the command line that are settings. */
export interface ConfigFlags {
  data?: string | undefined;
  listen?: string | undefined;
}

export type Environment = Record<string, string | undefined>;

const FLAG_PATHS = { data: "data.dir", listen: "server.listen" } as const satisfies Record<
  keyof ConfigFlags,
  string
>;

export const CONFIG_FILE_VARIABLE = "TIRO_CONFIG";
const DATA_VARIABLE = "TIRO_DATA";
/** Clients of the API keep their key in it, in the documents' examples too; the server does not read it. */
const CLIENTS_KEY_VARIABLE = "TIRO_API_KEY";
const NO_SETTINGS = new Set([CONFIG_FILE_VARIABLE, DATA_VARIABLE, CLIENTS_KEY_VARIABLE]);

/**
 * What Kubernetes puts into every container for a service named `tiro` or `tiro-…`, and which is no setting:
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const KUBERNETES_VARIABLE =
  /_SERVICE_(HOST|PORT)(_[A-Z0-9_]+)?$|_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?$/;

const fieldByPath = new Map(CONFIG_FIELDS.map((field) => [field.path, field]));
const fieldByEnv = new Map(CONFIG_FIELDS.map((field) => [field.env, field]));
const fieldPaths = [...fieldByPath.keys()];
const fieldKeys = CONFIG_FIELDS.map((field) => field.key);

/** @throws TiroError `invalid_request` if the file cannot be read or is no TOML. */
export function readConfigFile(file: string): RawSettings {
  const settings: RawSettings = { values: new Map(), issues: [] };
  const read = (table: Record<string, unknown>, section: string) => {
    for (const [key, value] of Object.entries(table)) {
      const path = section + key;
      if (fieldByPath.has(path)) settings.values.set(path, { value, source: file });
      else if (!CONFIG_SECTIONS.includes(path)) settings.issues.push(unknownKey(path, file));
      else if (isTable(value)) read(value, `${path}.`);
      else settings.issues.push({ param: path, message: `(${file}) must be a table: [${path}]` });
    }
  };
  read(parseToml(file), "");
  return settings;
}

/** Every `TIRO_…` variable must be known: a misspelt one would else be silently without effect. Empty ones count as not set. */
export function readEnvironment(environment: Environment): RawSettings {
  const settings: RawSettings = { values: new Map(), issues: [] };
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith("TIRO_") || !value || NO_SETTINGS.has(name)) continue;
    const field = fieldByEnv.get(name);
    if (field !== undefined) settings.values.set(field.path, { value: fromText(field, value), source: name });
    else if (!KUBERNETES_VARIABLE.test(name)) {
      const meant = nearest(name, [...fieldByEnv.keys(), DATA_VARIABLE, CONFIG_FILE_VARIABLE]);
      settings.issues.push({ param: name, message: `is no setting${didYouMean(meant)}` });
    }
  }
  const dataDir = environment[DATA_VARIABLE];
  if (!dataDir) return settings;
  const long = settings.values.get("data.dir");
  if (long !== undefined && long.value !== dataDir)
    settings.issues.push({
      param: "data.dir",
      message: `${DATA_VARIABLE} and ${long.source} differ; set one`,
    });
  settings.values.set("data.dir", { value: dataDir, source: DATA_VARIABLE });
  return settings;
}

/** The folder that systemd made for the service (systemd.exec(5), StateDirectory=), if nothing else names one. */
export function readServiceManager({ STATE_DIRECTORY: folder }: Environment): RawSettings {
  const values = new Map<string, RawValue>();
  // Several are separated by colons, and then none is the one.
  if (folder && !folder.includes(":")) values.set("data.dir", { value: folder, source: "STATE_DIRECTORY" });
  return { values, issues: [] };
}

export function readFlags(flags: ConfigFlags): RawSettings {
  const values = new Map<string, RawValue>();
  for (const [flag, path] of Object.entries(FLAG_PATHS)) {
    const value = flags[flag as keyof ConfigFlags];
    if (value !== undefined) values.set(path, { value, source: `--${flag}` });
  }
  return { values, issues: [] };
}

/** Environment variables are text: the first reading that the setting's type takes is the one meant. */
function fromText(field: ConfigField, text: string): unknown {
  const readings: unknown[] = [text];
  if (/^-?\d+(\.\d+)?$/.test(text)) readings.push(Number(text));
  if (text === "true" || text === "false") readings.push(text === "true");
  readings.push(text.split(",").map((item) => item.trim()));
  if (/^[[{]/.test(text)) readings.push(parsedJson(text));
  return readings.find((reading) => field.schema.safeParse(reading).success) ?? text;
}

/** Lists and tables that are too rich for commas; null, which no setting takes, if the text is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parseToml(file: string): Record<string, unknown> {
  const unusable = (message: string, cause?: unknown) =>
    new TiroError("invalid_request", `The configuration file ${file} ${message}.`, {
      hint: "Name the file with --config FILE or TIRO_CONFIG; config/tiro.toml is an example with every setting.",
      cause,
    });
  let bytes: Uint8Array;
  try {
    if (statSync(file).size > limits.configFileBytes)
      throw unusable(`is larger than ${limits.configFileBytes} bytes`);
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof TiroError) throw error;
    throw unusable(`cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  try {
    return Bun.TOML.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Record<string, unknown>;
  } catch (error) {
    throw unusable(`is not valid TOML (${(error as Error).message})`, error);
  }
}

/** A key in the wrong table, or in none, is as likely as a misspelt one. */
function unknownKey(path: string, source: string): ErrorIssue {
  const key = path.slice(path.lastIndexOf(".") + 1);
  const meant =
    nearest(path, path.includes(".") ? fieldPaths : CONFIG_SECTIONS) ??
    CONFIG_FIELDS.find((field) => field.key === nearest(key, fieldKeys))?.path ??
    null;
  return { param: path, message: `(${source}) is no setting${didYouMean(meant)}` };
}

function didYouMean(meant: string | null): string {
  return meant === null ? "; the manual lists them all (/docs/settings)" : `; did you mean ${meant}?`;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
