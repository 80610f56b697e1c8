import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { deepFreeze } from "../lib/deep-freeze.ts";
import { type ErrorIssue, TiroError } from "../lib/errors.ts";
import { contradictions } from "./contradictions.ts";
import { ADDRESS_FIELDS, CONFIG_FIELDS, describeField } from "./fields.ts";
import { type Config, configSchema, type Secrets } from "./schema.ts";
import { splitSecrets } from "./secrets.ts";
import { shown } from "./shown.ts";
import {
  CONFIG_FILE_VARIABLE,
  type ConfigFlags,
  type Environment,
  type RawSettings,
  type RawValue,
  readConfigFile,
  readEnvironment,
  readFlags,
  readServiceManager,
} from "./sources.ts";

const SECRET_KEY_CREDENTIAL = "tiro-secret-key";

export interface ConfigInput {
  /** `--config FILE`; before the variable TIRO_CONFIG. */
  file?: string | undefined;
  /** Before the environment, which comes before the file. */
  flags?: ConfigFlags;
  /** The process's own by default. */
  environment?: Environment;
}

export interface LoadedConfig {
  /** Complete and frozen; folders as absolute paths. */
  config: Config;
  secrets: Secrets;
  /** The file that was read, if any. */
  file: string | null;
  /** Where each setting was written, by `section.key`; those with their default are missing. */
  sources: ReadonlyMap<string, string>;
}

/**
 * Reads file, environment and flags, then checks and completes them.
 * @throws TiroError `invalid_request` that names every fault with its field and where it was written.
 */
export function loadConfig({ file, flags = {}, environment = process.env }: ConfigInput = {}): LoadedConfig {
  const configFile = file ?? (environment[CONFIG_FILE_VARIABLE] || null);
  const layers = [readEnvironment(environment), readFlags(flags)];
  if (configFile !== null) layers.unshift(readConfigFile(configFile));
  layers.unshift(readServiceManager(environment));
  const { values, issues } = merge(layers);
  issues.push(...wrongTypes(values));
  if (issues.length > 0) throw notValid(issues);

  // Without a compiled parser, which pays where many are read.
  const written = configSchema.parse(nest(values), { jitless: true });
  const faults = contradictions(written).map((issue) => withSource(issue, values));
  if (faults.length > 0) throw notValid(faults);
  const { config, secrets } = splitSecrets(written);
  const sources = new Map([...values].map(([path, { source }]) => [path, source]));
  const credential = config.secret.key_file === undefined ? credentialFile(environment) : undefined;
  if (credential !== undefined) sources.set("secret.key_file", "CREDENTIALS_DIRECTORY");
  const complete = credential === undefined ? config : { ...config, secret: { key_file: credential } };
  return { config: deepFreeze(normalize(complete)), secrets, file: configFile, sources };
}

/** What `LoadCredential=` of the systemd unit hands over; others of the service's credentials are not for tiro. */
function credentialFile({ CREDENTIALS_DIRECTORY: folder }: Environment): string | undefined {
  const file = folder && join(folder, SECRET_KEY_CREDENTIAL);
  return file && existsSync(file) ? file : undefined;
}

function merge(layers: RawSettings[]): RawSettings {
  return {
    values: new Map(layers.flatMap((layer) => [...layer.values])),
    issues: layers.flatMap((layer) => layer.issues),
  };
}

function wrongTypes(values: Map<string, RawValue>): ErrorIssue[] {
  return CONFIG_FIELDS.flatMap((field) => {
    const raw = values.get(field.path);
    if (raw === undefined || field.schema.safeParse(raw.value).success) return [];
    return {
      param: field.path,
      message: `(${raw.source}) must be ${describeField(field).takes}${field.secret || ADDRESS_FIELDS.includes(field) ? "" : `, but is ${shown(raw.value)}`}`,
    };
  });
}

function nest(values: Map<string, RawValue>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const { section, key, path } of CONFIG_FIELDS) {
    const raw = values.get(path);
    if (raw !== undefined) tableAt(nested, section)[key] = raw.value;
  }
  return nested;
}

function tableAt(root: Record<string, unknown>, section: string): Record<string, unknown> {
  return section.split(".").reduce((table, name) => {
    table[name] ??= {};
    return table[name] as Record<string, unknown>;
  }, root);
}

/** Children run elsewhere, so paths must not depend on a working folder. */
function normalize(config: Config): Config {
  const {
    server,
    data,
    secret,
    models,
    engine,
    media,
    backup,
    reports,
    audit,
    company_log_in,
    ldap,
    s3,
    mail,
    webhooks,
    worker,
    ...others
  } = config;
  return {
    ...others,
    server: {
      ...server,
      ...(server.public_url && { public_url: new URL(server.public_url).origin }),
      tls: absolutePaths(server.tls),
    },
    audit: {
      ...audit,
      ...(audit.syslog_ca && { syslog_ca: resolve(audit.syslog_ca) }),
      ...(audit.file && { file: resolve(audit.file) }),
    },
    data: { ...data, dir: resolve(data.dir) },
    secret: secret.key_file ? { key_file: resolve(secret.key_file) } : secret,
    models: models.dir ? { ...models, dir: resolve(models.dir) } : models,
    engine: engine.native_dir ? { ...engine, native_dir: resolve(engine.native_dir) } : engine,
    media: media.wasm_path ? { ...media, wasm_path: resolve(media.wasm_path) } : media,
    company_log_in: company_log_in.ca_file
      ? { ...company_log_in, ca_file: resolve(company_log_in.ca_file) }
      : company_log_in,
    ldap: ldap.ca_file ? { ...ldap, ca_file: resolve(ldap.ca_file) } : ldap,
    s3: s3.ca_file ? { ...s3, ca_file: resolve(s3.ca_file) } : s3,
    webhooks: webhooks.ca_file ? { ...webhooks, ca_file: resolve(webhooks.ca_file) } : webhooks,
    worker: worker.folder ? { ...worker, folder: resolve(worker.folder) } : worker,
    mail: {
      ...mail,
      ...(mail.ca_file && { ca_file: resolve(mail.ca_file) }),
      ...(mail.templates_dir && { templates_dir: resolve(mail.templates_dir) }),
    },
    backup: backup.dir ? { ...backup, dir: resolve(backup.dir) } : backup,
    reports: reports.folder ? { ...reports, folder: resolve(reports.folder) } : reports,
  };
}

function absolutePaths(tls: Config["server"]["tls"]): Config["server"]["tls"] {
  const { certificate, key, client_ca } = tls;
  return {
    ...tls,
    ...(certificate && { certificate: resolve(certificate) }),
    ...(key && { key: resolve(key) }),
    ...(client_ca && { client_ca: resolve(client_ca) }),
  };
}

function withSource(issue: ErrorIssue, values: Map<string, RawValue>): ErrorIssue {
  const source = values.get(issue.param)?.source;
  return source === undefined ? issue : { ...issue, message: `(${source}) ${issue.message}` };
}

function notValid(issues: ErrorIssue[]): TiroError {
  const lines = issues.map(({ param, message }) => `  ${param} ${message}`);
  return new TiroError("invalid_request", ["The configuration is not valid:", ...lines].join("\n"), {
    issues,
    hint: "The manual lists every setting with its environment variable (/docs/settings).",
  });
}
