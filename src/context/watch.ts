/** The watched folders and buckets of a context; nothing of it is loaded where the site has none. */
import type { Config, Secrets } from "../config/schema.ts";
import type { Logger } from "../lib/logger.ts";
import { bucketSettings } from "../store/bucket/bucket.ts";
import type { Watch, WatchOptions } from "../watch/watch.ts";

/** Null if nothing is watched. Starts nothing yet. */
export async function openWatch(
  { config, secrets, logger }: { config: Config; secrets: Secrets; logger: Logger },
  { db, clock, transcription }: Pick<WatchOptions, "db" | "clock" | "transcription">,
  taken: AsyncDisposableStack,
): Promise<Watch | null> {
  if (config.watch.folders.length === 0) return null;
  const [{ Watch }, { bucketSource }] = await Promise.all([
    import("../watch/watch.ts"),
    import("../watch/bucket-source.ts"),
  ]);
  const watch = new Watch({
    ...{ db, clock, transcription, logger },
    settings: config.watch,
    bucketSource: (place, movedTo) => bucketSource(bucketSettings(config, secrets), place, movedTo),
  });
  taken.defer(() => watch.close());
  return watch;
}
