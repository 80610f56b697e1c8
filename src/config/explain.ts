/** Every setting as it holds, and where it was written: to be shown, so without secrets. */
import { CONFIG_FIELDS, valueAt } from "./fields.ts";
import type { LoadedConfig } from "./load.ts";

export interface ExplainedSetting {
  /** `section.key` */
  setting: string;
  /** Null if it is not set and has no default; of a secret only that it is set. */
  value: unknown;
  /** A file's name, a variable, a flag, or `default`. */
  source: string;
}

export const BY_DEFAULT = "default";
export const REDACTED = "(set; not shown)";

export function explainConfig({
  config,
  sources,
}: Pick<LoadedConfig, "config" | "sources">): ExplainedSetting[] {
  return CONFIG_FIELDS.map(({ path: setting, secret }) => {
    const source = sources.get(setting) ?? BY_DEFAULT;
    if (secret) return { setting, value: source === BY_DEFAULT ? null : REDACTED, source };
    return { setting, value: valueAt(config, setting) ?? null, source };
  });
}
