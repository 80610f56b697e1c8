/** `tiro models remove`. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import type { Config } from "../../config/schema.ts";
import { OperatorError } from "../../lib/errors.ts";
import { findNamedPack } from "../../packs/choose-pack.ts";
import { removePack } from "../../packs/install/remove.ts";
import type { Pack } from "../../packs/load-pack.ts";
import { packPlaces } from "../../recognition/open-router.ts";
import { settingsNaming } from "../../recognition/pack-uses.ts";
import { lockDataFolder } from "../../store/data-folder/server-lock.ts";
import { printLine } from "../support/output.ts";
import { addSiteOptions, type SiteFlags } from "../support/site.ts";
import { siteConfig } from "../support/site-config.ts";

interface RemoveFlags extends SiteFlags {
  force?: boolean;
}

export function removeCommand(): Command {
  const command = new Command("remove")
    .argument("<pack>", "id or id@version")
    .description(
      "Removes an installed pack. A pack that is configured, or that a running server may use, needs --force.",
    )
    .option("--force", "remove it even if it is in use")
    .action((name: string, flags: RemoveFlags) => {
      const { config } = siteConfig({ config: flags.config, data: flags.data });
      const places = packPlaces(config);
      const pack = findNamedPack(places, name);
      const free = flags.force ? () => {} : requireUnused(config, pack);
      try {
        removePack(places.modelsDir ?? join(places.dataDir, "models"), pack);
      } finally {
        free();
      }
      printLine(`${pack.name} is removed.`);
    });
  return addSiteOptions(command);
}

/** @returns what lets a server start again: meanwhile none may begin to use the pack. */
function requireUnused({ models, data }: Config, pack: Pack): () => void {
  const settings = settingsNaming(models, pack);
  if (settings.length > 0)
    throw inUse(`the configuration names ${pack.manifest.id} (${settings.join(", ")})`);
  if (!existsSync(join(data.dir, "tiro.lock"))) return () => {};
  try {
    return lockDataFolder(data.dir, prepareNativeLibraries({ dataDir: data.dir }).sqliteBindingPath);
  } catch (cause) {
    throw inUse("a server is running on this data folder", cause);
  }
}

function inUse(reason: string, cause?: unknown): OperatorError {
  return new OperatorError("pack_in_use", "The pack is in use.", {
    cause,
    hint: `Not removed because ${reason}. Change that first, or use --force.`,
  });
}
