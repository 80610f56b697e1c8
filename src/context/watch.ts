/** The watched folders of a context; nothing of it is loaded where the site has none. */
import type { Config } from "../config/schema.ts";
import type { Logger } from "../lib/logger.ts";
import type { Watch, WatchOptions } from "../watch/watch.ts";

/** Null where no folder is watched. Starts nothing yet. */
export async function openWatch(
  { config, logger }: { config: Config; logger: Logger },
  { db, clock, transcription }: Pick<WatchOptions, "db" | "clock" | "transcription">,
  taken: AsyncDisposableStack,
): Promise<Watch | null> {
  if (config.watch.folders.length === 0) return null;
  const { Watch } = await import("../watch/watch.ts");
  const watch = new Watch({ db, clock, transcription, logger, settings: config.watch });
  taken.defer(() => watch.close());
  return watch;
}
