/** The configuration, read again by a running server. */
import type { LiveConfig } from "../../config/live.ts";
import type { LoadedConfig } from "../../config/load.ts";
import { isKnownError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { requireInstalled } from "../../recognition/open-router.ts";
import {
  type ConfigurationNote,
  forgetConfigurationNote,
  writeConfigurationNote,
} from "../../store/data-folder/configuration-note.ts";

interface ReloadDeps {
  live: LiveConfig;
  /** As the start read it: the same file, environment and flags. */
  read: () => LoadedConfig;
  dataDir: string;
  logger: Logger;
}

/** @returns what reads it again: a configuration with a fault changes nothing, and the log and the note say why. */
export function configurationReloader({ live, read, dataDir, logger }: ReloadDeps): () => void {
  let number = 0;
  forgetConfigurationNote(dataDir);
  const outcome = (): Omit<ConfigurationNote, "number"> => {
    try {
      const next = read();
      requireInstalled(next.config);
      return { ...live.apply(next), fault: null };
    } catch (error) {
      const fault = isKnownError(error)
        ? [error.message, error.extras.hint].filter(Boolean).join("\n")
        : String(error);
      return { applied: [], needRestart: [], fault };
    }
  };
  return () => {
    number += 1;
    const { applied, needRestart, fault } = outcome();
    if (fault !== null) logger.error("configuration_not_applied", { cause: fault });
    else if (applied.length + needRestart.length > 0)
      logger.info("configuration_applied", {
        applied: applied.join(" "),
        needRestart: needRestart.join(" "),
      });
    try {
      writeConfigurationNote(dataDir, { number, applied, needRestart, fault });
    } catch (error) {
      // The change is applied; only `tiro config apply` waits for the note in vain.
      logger.error("configuration_note_not_written", { cause: String(error) });
    }
  };
}
