import {
  name,
  optional,
  path,
  patterned,
  secret,
  secretText,
  section,
  setting,
  webAddress,
} from "./setting.ts";

export const s3Schema = section({
  endpoint: optional(
    webAddress,
    "https://s3.eu-central-1.amazonaws.com",
    "Address of a storage with an S3 interface (AWS, MinIO, Ceph, Garage and others), without a bucket. `backup.bucket` and `watch.folders` name buckets there. tiro sends requests nowhere else, and follows no redirects.",
  ),
  region: setting(
    patterned(/^[a-z0-9-]{1,64}$/, "a region, such as `eu-central-1`"),
    "us-east-1",
    "Region with which requests are signed. Many products accept any.",
  ),
  access_key: optional(name, "tiro", "Name of the key with which requests are signed."),
  secret_key: secret(secretText, "The key itself."),
  ca_file: optional(
    path,
    "/etc/tiro/storage-ca.pem",
    "File (PEM) of the authorities that vouch for the storage. Default: the system's.",
  ),
});

/** A bucket, and what the names of objects in it begin with. */
export const BUCKET_PLACE =
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){0,10}\/?$/;
export const bucketPlace = patterned(BUCKET_PLACE, "a bucket with a prefix, such as `s3://tiro/backups`");
