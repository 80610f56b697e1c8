/** Where in the storage something is: `s3://BUCKET/PREFIX`. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";

export interface BucketPlace {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
}

const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

export function isBucketAddress(text: string): boolean {
  return text.startsWith("s3://");
}

/** @param text as the configuration takes it. */
export function bucketPlaceOf(text: string): BucketPlace {
  const { bucket, key } = objectAt(text);
  return { bucket, prefix: key === "" || key.endsWith("/") ? key : `${key}/` };
}

/** @throws TiroError `invalid_request`. */
export function objectAt(text: string): { bucket: string; key: string } {
  const [, bucket, key = ""] = PLACE.exec(text) ?? [];
  if (bucket !== undefined && (key === "" || isAddressable(key.replace(/\/$/, "")))) return { bucket, key };
  throw new TiroError("invalid_request", `${text} is no place in a bucket.`, {
    param: "bucket",
    hint: "Write it as s3://BUCKET/NAME.",
  });
}

/** Names that an address can hold: one with a part `..` would be read as another. */
export function isAddressable(key: string): boolean {
  if (key === "" || key.length > limits.bucketKeyChars) return false;
  return key.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** The path of an object's address; of the bucket's where there is no key. */
export function pathOf(bucket: string, key: string): string {
  return `/${[bucket, ...(key === "" ? [] : key.split("/"))].map(encoded).join("/")}`;
}

function encoded(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
