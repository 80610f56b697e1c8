/** Storage with the interface of S3, for buckets that other sections name: section `s3` of the configuration. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";
import { secretText } from "./secret-text.ts";

export const s3Schema = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "Storage with the interface of S3 (AWS, MinIO, Ceph, Garage and others), by its address without a bucket. `backup.bucket` and `watch.folders` name buckets there. Requests go nowhere else, and redirects are refused.",
      )
      .meta({ examples: ["https://s3.eu-central-1.amazonaws.com"] }),
    region: patterned(/^[a-z0-9-]{1,64}$/, "a region, such as `eu-central-1`")
      .default("us-east-1")
      .describe("Region with which requests are signed. Many products take any."),
    access_key: z
      .string()
      .min(1)
      .max(limits.configNameChars)
      .optional()
      .describe("Name of the key with which requests are signed.")
      .meta({ examples: ["tiro"] }),
    secret_key: secretText
      .optional()
      .describe(
        "The key itself. Secret: prefer the environment variable, or keep the file readable to tiro only.",
      )
      .meta({ examples: ["change-me"], writeOnly: true }),
    ca_file: z
      .string()
      .min(1)
      .optional()
      .describe("File (PEM) of the authorities that vouch for the storage. Default: the system's.")
      .meta({ examples: ["/etc/tiro/storage-ca.pem"] }),
  })
  .prefault({});

/** A bucket, and what the names of objects in it begin with. */
export const BUCKET_PLACE =
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){0,10}\/?$/;
export const bucketPlace = patterned(BUCKET_PLACE, "a bucket with a prefix, such as `s3://tiro/backups`");
