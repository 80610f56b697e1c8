/** Recordings in a bucket: objects straight below a prefix. They are whole as soon as they are there. */
import { limits } from "../config/limits.ts";
import { Bucket, type BucketSettings } from "../store/bucket/bucket.ts";
import { BucketFailed } from "../store/bucket/failure.ts";
import type { StoredObject } from "../store/bucket/page.ts";
import { bucketPlaceOf } from "../store/bucket/place.ts";
import type { SpooledFile, UploadStore } from "../store/uploads/spool.ts";
import { isRecordingName, type Recording, type RecordingSource } from "./source.ts";

/** @param place and @param movedTo `s3://BUCKET/PREFIX`, of the same bucket. */
export function bucketSource(
  settings: BucketSettings,
  place: string,
  movedTo: string | undefined,
): RecordingSource {
  const bucket = new Bucket(settings, bucketPlaceOf(place));
  const { prefix } = bucket.place;
  return {
    recordings: () => recordingsOf(bucket),
    copy: (recording, uploads) => copyObject(bucket, recording, uploads),
    isUnchanged: async (name, version) => {
      const found = await objectOf(bucket, prefix + name);
      return found !== null && versionOf(found) === version;
    },
    write: (name, body) => bucket.put(prefix + name, body),
    delete: (name) => bucket.delete(prefix + name),
    move: async (name) => {
      if (movedTo !== undefined) await move(bucket, prefix + name, bucketPlaceOf(movedTo).prefix + name);
    },
  };
}

async function* recordingsOf(bucket: Bucket): AsyncGenerator<Recording> {
  let count = 0;
  for await (const object of bucket.list()) {
    const name = object.key.slice(bucket.place.prefix.length);
    if (name.includes("/") || !isRecordingName(name)) continue;
    count += 1;
    if (count > limits.watchFilesOfFolder) return;
    const { modifiedMs, bytes } = object;
    yield { name, version: versionOf(object), modifiedMs, bytes, mode: 0 };
  }
}

async function copyObject(
  bucket: Bucket,
  { name, version, bytes }: Recording,
  uploads: UploadStore,
): Promise<SpooledFile | null> {
  const [etag] = version.split(" ", 1);
  const writer = uploads.create();
  let isWhole = false;
  try {
    let left = bytes;
    for await (const part of bucket.read(bucket.place.prefix + name, etag)) {
      left -= part.length;
      if (left < 0) return null;
      writer.push(part);
      await writer.flushFull();
    }
    if (left > 0) return null;
    const copy = await writer.finish();
    isWhole = true;
    return copy;
  } catch (error) {
    if (error instanceof BucketFailed && (error.status === 404 || error.status === 412)) return null;
    throw error;
  } finally {
    if (!isWhole) await writer.discard();
  }
}

/** A copy that a kill left without its end is taken for what it is, if the bucket names both alike. */
async function move(bucket: Bucket, from: string, to: string): Promise<void> {
  const original = await objectOf(bucket, from);
  if (original === null) return;
  for (let number = 1; ; number += 1) {
    const slash = to.lastIndexOf("/") + 1;
    const free = number === 1 ? to : `${to.slice(0, slash)}${number} ${to.slice(slash)}`;
    const there = await objectOf(bucket, free);
    if (there !== null && (there.etag !== original.etag || there.bytes !== original.bytes)) continue;
    if (there === null) await bucket.copy(from, free);
    await bucket.delete(from);
    return;
  }
}

/** Null if there is none. */
async function objectOf(bucket: Bucket, key: string): Promise<StoredObject | null> {
  for await (const object of bucket.list(key)) if (object.key === key) return object;
  return null;
}

function versionOf({ etag, bytes, modifiedMs }: StoredObject): string {
  return `${etag} ${bytes} ${modifiedMs}`;
}
