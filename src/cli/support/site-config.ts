/** The configuration of a site, for commands that work on its data folder. */
import { statSync } from "node:fs";
import { becomeUser } from "../../../native/become-user.ts";
import { type LoadedConfig, loadConfig } from "../../config/load.ts";
import type { ConfigFlags } from "../../config/sources.ts";
import { OperatorError } from "../../lib/errors.ts";
import { selfCommand } from "../../lib/self-command.ts";

/** `ConfigFlags`, and the file that `--config` names. */
type SiteConfigFlags = ConfigFlags & { config?: string | undefined };

/**
 * Reads it before a command does anything. Root becomes the owner of the data folder: a file of root's in it would stop the
 * service.
 * @throws TiroError as `loadConfig`; OperatorError as `actAsOwner`.
 */
export function siteConfig({ config: file, ...flags }: SiteConfigFlags): LoadedConfig {
  const loaded = loadConfig({ file, flags });
  actAsOwner(loaded.config.data.dir);
  return loaded;
}

/**
 * Starts the program anew as the owner of the folder, where root called it and another one owns it.
 * @throws OperatorError `not_permitted` if this root may not become others.
 */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return;
  try {
    becomeUser(owner, [...selfCommand(), ...process.argv.slice(2)], process.env as Record<string, string>);
  } catch (cause) {
    throw new OperatorError(
      "not_permitted",
      `The data folder belongs to user ${owner.uid}, whom this root may not become.`,
      {
        cause,
        hint: `Run the command as that user. ${dataDir} would get files that the service may not read.`,
      },
    );
  }
}
