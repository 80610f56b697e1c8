/**
 * The configuration of a running server, part of which takes effect when it is read again: on SIGHUP, and on `tiro config
 * apply`. All other settings hold as they were until the server starts again.
 */
import { isDeepStrictEqual } from "node:util";
import { deepFreeze } from "../lib/deep-freeze.ts";
import { CONFIG_FIELDS, valueAt } from "./fields.ts";
import type { LoadedConfig } from "./load.ts";
import type { Config, Secrets } from "./schema.ts";
import { type Configuration, joinSecrets, splitSecrets } from "./secrets.ts";

/** The sections and settings that take effect without a restart: they are read when they are needed. */
const LIVE = [
  "auth",
  "oauth",
  "models.pack",
  "models.routes",
  "models.aliases",
  "media.deadline_ms",
  "media.inspection_deadline_ms",
  "transcription.sync_deadline_ms",
  "transcription.result_retention_hours",
  "dictation.deadline_ms",
  "dictation.recognizer_words",
  "realtime.idle_seconds",
  "company_log_in",
  "ldap",
  "limits.requests_per_minute",
  "limits.concurrent_audio",
  "limits.stored_jobs",
  "limits.storage_bytes",
  "limits.daily_audio_seconds",
  "limits.monthly_audio_seconds",
  "limits.min_upload_kib_per_second",
  "limits.plans",
  "s3",
  "backup",
  "server.shutdown_grace_seconds",
  "server.drain_seconds",
  "log.level",
];

/** They take effect while they are set: what they belong to is turned on and off by a restart. */
const LIVE_WHILE_SET = ["metrics.token"];

/** @param path such as `limits.plans`. */
export function isLive(path: string): boolean {
  return LIVE_WHILE_SET.includes(path) || LIVE.some((live) => path === live || path.startsWith(`${live}.`));
}

export interface ConfigChange {
  /** Settings that hold from now on. */
  applied: string[];
  /** Settings that were written otherwise and hold after a restart. */
  needRestart: string[];
}

type Sourced = Configuration & Pick<LoadedConfig, "sources">;

export class LiveConfig {
  #now: Sourced;
  /** Each section as it is when it is read: code that keeps a section keeps it as it was. */
  readonly config: Config;
  readonly secrets: Secrets;

  constructor(loaded: Sourced) {
    this.#now = loaded;
    this.config = viewOf(Object.keys(loaded.config), () => this.#now.config);
    this.secrets = viewOf(Object.keys(loaded.secrets), () => this.#now.secrets);
  }

  /** Where what holds now was written. */
  get sources(): LoadedConfig["sources"] {
    return this.#now.sources;
  }

  /** @param next valid, as `loadConfig` returns it; nothing of it that is live contradicts anything that is not. */
  apply(next: Sourced): ConfigChange {
    const [before, after] = [joinSecrets(this.#now), joinSecrets(next)];
    const changed = CONFIG_FIELDS.map(({ path }) => path).filter(
      (path) => !isDeepStrictEqual(valueAt(before, path), valueAt(after, path)),
    );
    const isTurned = (path: string) =>
      LIVE_WHILE_SET.includes(path) && [before, after].some((each) => valueAt(each, path) === undefined);
    const { live = [], fixed = [] } = Object.groupBy(changed, (path) =>
      isLive(path) && !isTurned(path) ? "live" : "fixed",
    );
    for (const path of live) put(before, path, valueAt(after, path));
    const { config, secrets } = splitSecrets(before);
    const sources = new Map(this.#now.sources);
    for (const path of CONFIG_FIELDS.map((field) => field.path).filter((path) => !fixed.includes(path)))
      putSource(sources, path, next.sources.get(path));
    this.#now = { config: deepFreeze(config), secrets, sources };
    return { applied: live, needRestart: fixed };
  }
}

/** An object whose members are those of another as it is when they are read, and stay so however it is passed on. */
export function viewOf<T extends object>(names: readonly string[], now: () => T): T {
  const getters = names.map((name) => [name, { enumerable: true, get: () => now()[name as keyof T] }]);
  return Object.defineProperties({}, Object.fromEntries(getters)) as T;
}

function putSource(sources: Map<string, string>, path: string, source: string | undefined): void {
  if (source === undefined) sources.delete(path);
  else sources.set(path, source);
}

function put(table: object, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  const values = table as Record<string, unknown>;
  if (rest.length > 0) put(values[name] as object, rest.join("."), value);
  else if (value === undefined) delete values[name];
  else values[name] = value;
}
