/** Whether the buckets that the configuration names can be read and written. */
import type { Config, Secrets } from "../../config/schema.ts";
import { newId } from "../../lib/ids.ts";
import { Bucket, bucketSettings } from "../../store/bucket/bucket.ts";
import { BucketFailed } from "../../store/bucket/failure.ts";
import { bucketPlaceOf, isBucketAddress } from "../../store/bucket/place.ts";
import { type Finding, ok, warn } from "./check.ts";

/** Writes a small object to each, finds it in the list, and deletes it. Recognition works without: a warning at most. */
export async function checkBuckets(
  { backup, s3, watch }: Pick<Config, "backup" | "s3" | "watch">,
  secrets: Pick<Secrets, "s3SecretKey">,
): Promise<Finding> {
  const watched = watch.folders.map(({ dir }) => dir).filter(isBucketAddress);
  const named = [...(backup.bucket === undefined ? [] : [backup.bucket]), ...watched];
  if (named.length === 0) return ok("none configured");
  const settings = bucketSettings({ s3 }, secrets);
  for (const place of named) {
    try {
      await probe(new Bucket(settings, bucketPlaceOf(place)));
    } catch (error) {
      if (!(error instanceof BucketFailed)) throw error;
      return warn(`${place} at ${s3.endpoint} cannot be used: ${error.message}`, error.extras.hint);
    }
  }
  return ok(`${named.join(", ")}: read and written at ${s3.endpoint}`);
}

/** Its name begins with a dot, so that nobody takes it for a recording. */
async function probe(bucket: Bucket): Promise<void> {
  const { prefix } = bucket.place;
  const key = `${prefix}.${newId("req")}`;
  await bucket.put(key, "tiro doctor");
  const found = await Array.fromAsync(bucket.list(key));
  await bucket.delete(key);
  if (found.length === 0) throw new BucketFailed("refused", "it does not list what was just written");
}
