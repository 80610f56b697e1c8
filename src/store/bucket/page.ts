/** A page of the list of a bucket, and of its uploads in parts. */
import { BucketFailed } from "./failure.ts";
import { elementsIn, valueIn } from "./xml.ts";

export interface StoredObject {
  key: string;
  bytes: number;
  /** Another where the content is. */
  etag: string;
  modifiedMs: number;
}

export interface Page {
  objects: StoredObject[];
  /** With which the next page is asked for; null on the last one. */
  next: string | null;
}

/** @throws BucketFailed if it is no list. */
export function readPage(xml: string): Page {
  if (!xml.includes("<ListBucketResult")) throw new BucketFailed("garbled", "it answered with no list");
  const objects = [...elementsIn(xml, "Contents")].map((element) => ({
    key: valueIn(element, "Key") ?? "",
    bytes: Number(valueIn(element, "Size") ?? Number.NaN),
    etag: (valueIn(element, "ETag") ?? "").replaceAll('"', ""),
    modifiedMs: Date.parse(valueIn(element, "LastModified") ?? ""),
  }));
  if (objects.some(({ bytes, modifiedMs }) => !Number.isSafeInteger(bytes) || Number.isNaN(modifiedMs)))
    throw new BucketFailed("garbled", "its list has no sizes or times");
  const isTruncated = valueIn(xml, "IsTruncated") === "true";
  return { objects, next: isTruncated ? valueIn(xml, "NextContinuationToken") : null };
}

export interface OpenUpload {
  key: string;
  uploadId: string;
}

/** @throws BucketFailed if it is no list of them. */
export function readUploads(xml: string): OpenUpload[] {
  if (!xml.includes("<ListMultipartUploadsResult"))
    throw new BucketFailed("garbled", "it answered with no list of uploads");
  return [...elementsIn(xml, "Upload")].map((element) => ({
    key: valueIn(element, "Key") ?? "",
    uploadId: valueIn(element, "UploadId") ?? "",
  }));
}
