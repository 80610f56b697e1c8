/**
 * A bucket of the site's storage (S3), by requests to the one address that the operator named. The library signs; what
 * is asked and how much is believed is here: certificates are checked, against a site's own authority too, redirects are
 * refused, and neither silence nor an endless answer holds anybody up.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { AwsClient } from "aws4fetch";
import { limits } from "../../config/limits.ts";
import type { Config, Secrets } from "../../config/schema.ts";
import { OperatorError } from "../../lib/errors.ts";
import { BucketFailed, failureOf, refusalOf } from "./failure.ts";
import { type OpenUpload, readPage, readUploads, type StoredObject } from "./page.ts";
import { type BucketPlace, isAddressable, pathOf } from "./place.ts";
import { valueIn } from "./xml.ts";

export interface BucketSettings {
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  caFile?: string | undefined;
}

interface Asked {
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer> | string;
  timeoutMs?: number;
}

/** Of the configuration. @throws OperatorError `bucket_failed` if it names no storage. */
export function bucketSettings(
  { s3 }: Pick<Config, "s3">,
  { s3SecretKey }: Pick<Secrets, "s3SecretKey">,
): BucketSettings {
  const { endpoint, region, access_key: accessKey, ca_file: caFile } = s3;
  if (endpoint === undefined || accessKey === undefined || s3SecretKey === null)
    throw new OperatorError("bucket_failed", "The configuration names no storage.", {
      hint: "Set s3.endpoint, s3.access_key and s3.secret_key.",
    });
  return { endpoint, region, accessKey, secretKey: s3SecretKey, caFile };
}

export class Bucket {
  readonly place: BucketPlace;
  readonly #settings: BucketSettings;
  #client: Promise<AwsClient> | null = null;

  constructor(settings: BucketSettings, place: BucketPlace) {
    this.#settings = settings;
    this.place = place;
  }

  /** Objects whose names begin so, in the order of their names. @throws BucketFailed */
  async *list(prefix = this.place.prefix): AsyncGenerator<StoredObject> {
    let token: string | null = null;
    for (let page = 0; page < limits.bucketPages; page++) {
      const query: Record<string, string> = {
        "list-type": "2",
        "max-keys": String(limits.bucketPageNames),
        ...(prefix !== "" && { prefix }),
        ...(token !== null && { "continuation-token": token }),
      };
      const { objects, next } = readPage(await this.#text("GET", "", { query }));
      yield* objects.filter(({ key }) => key.startsWith(prefix) && isAddressable(key));
      if (next === null) return;
      token = next;
    }
  }

  /**
   * Its bytes, as they come.
   * @param etag where it must be the very one that was listed.
   * @throws BucketFailed, then and while they are read; with status 412 where it is another.
   */
  async *read(key: string, etag?: string): AsyncGenerator<Uint8Array> {
    const abort = new AbortController();
    const headers = etag === undefined ? {} : { "If-Match": `"${etag}"` };
    const answer = await this.#send("GET", key, { headers }, abort.signal);
    const reader = answer.body?.getReader();
    if (reader === undefined) return;
    let left = Number(answer.headers.get("content-length") ?? 0);
    try {
      for (;;) {
        const { done, value } = await inTime(reader.read());
        if (done && left > 0) throw new BucketFailed("unreachable", "the connection ended early");
        if (done) return;
        left -= value.length;
        yield value;
      }
    } catch (error) {
      throw failureOf(error);
    } finally {
      abort.abort();
    }
  }

  /** Null if there is none. @throws BucketFailed */
  async sizeOf(key: string): Promise<number | null> {
    try {
      const answer = await this.#send("HEAD", key, {});
      return Number(answer.headers.get("content-length") ?? 0);
    } catch (error) {
      if (error instanceof BucketFailed && error.status === 404) return null;
      throw error;
    }
  }

  /** @throws BucketFailed */
  async put(key: string, body: Uint8Array<ArrayBuffer> | string): Promise<void> {
    await this.#text("PUT", key, { body });
  }

  /** One that is not there is deleted already. @throws BucketFailed */
  async delete(key: string): Promise<void> {
    await this.#text("DELETE", key, {});
  }

  /** @throws BucketFailed */
  async copy(from: string, to: string): Promise<void> {
    const source = pathOf(this.place.bucket, from);
    const answer = await this.#text("PUT", to, { headers: { "x-amz-copy-source": source } });
    // A copy that fails on the way is reported with status 200.
    if (!answer.includes("<CopyObjectResult")) throw new BucketFailed("refused", "the copy failed");
  }

  /** Uploads a file in parts, and leaves none if it fails. @throws BucketFailed; the file system's errors. */
  async putFile(key: string, path: string): Promise<void> {
    const fd = openSync(path, "r");
    try {
      const { size } = fstatSync(fd);
      const partBytes = Math.max(limits.bucketPartBytes, Math.ceil(size / limits.bucketParts));
      if (size <= partBytes) await this.#putPart(key, {}, partOf(fd, 0, size));
      else await this.#putParts(key, fd, { size, partBytes });
      const stored = await this.sizeOf(key);
      if (stored !== size) throw new BucketFailed("refused", `it stored ${stored} of ${size} bytes`);
    } finally {
      closeSync(fd);
    }
  }

  /**
   * Uploads in parts that are not ended, below the prefix: those under way, and those that a kill left. The first ones
   * where there are very many. @throws BucketFailed
   */
  async uploads(): Promise<OpenUpload[]> {
    const { prefix } = this.place;
    const query = {
      uploads: "",
      "max-uploads": String(limits.bucketPageNames),
      ...(prefix !== "" && { prefix }),
    };
    const open = readUploads(await this.#text("GET", "", { query }));
    return open.filter(
      ({ key, uploadId }) => key.startsWith(prefix) && isAddressable(key) && uploadId !== "",
    );
  }

  /** Its parts are deleted. @throws BucketFailed */
  async giveUp({ key, uploadId }: OpenUpload): Promise<void> {
    await this.#text("DELETE", key, { query: { uploadId } });
  }

  async #putParts(
    key: string,
    fd: number,
    { size, partBytes }: { size: number; partBytes: number },
  ): Promise<void> {
    const begun = await this.#text("POST", key, { query: { uploads: "" } });
    const uploadId = valueIn(begun, "UploadId");
    if (uploadId === null) throw new BucketFailed("garbled", "it began no upload");
    try {
      const parts: string[] = [];
      for (let at = 0; at < size; at += partBytes) {
        const number = parts.length + 1;
        const query = { partNumber: String(number), uploadId };
        const etag = await this.#putPart(key, query, partOf(fd, at, Math.min(partBytes, size - at)));
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
      }
      const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const done = await this.#text("POST", key, {
        query: { uploadId },
        body,
        timeoutMs: limits.bucketPartMs,
      });
      // One that fails on the way is reported with status 200.
      if (!done.includes("<CompleteMultipartUploadResult"))
        throw new BucketFailed("refused", "it did not put the parts together");
    } catch (error) {
      await this.giveUp({ key, uploadId }).catch(() => {
        // Reported by the failure before it; the storage's own rule removes parts that are left.
      });
      throw error;
    }
  }

  async #putPart(key: string, query: Record<string, string>, body: Uint8Array<ArrayBuffer>): Promise<string> {
    const answer = await this.#send("PUT", key, { query, body, timeoutMs: limits.bucketPartMs });
    await answer.body?.cancel();
    return (answer.headers.get("etag") ?? "").replace(/[^"A-Za-z0-9+/=-]/g, "");
  }

  /** Also reads the whole answer. */
  async #text(method: string, key: string, asked: Asked): Promise<string> {
    const signal = AbortSignal.timeout(asked.timeoutMs ?? limits.bucketRequestMs);
    return boundedText(await this.#send(method, key, asked, signal));
  }

  async #send(
    method: string,
    key: string,
    { query = {}, headers = {}, body, timeoutMs = limits.bucketRequestMs }: Asked,
    signal: AbortSignal = AbortSignal.timeout(timeoutMs),
  ): Promise<Response> {
    const { endpoint, caFile } = this.#settings;
    const url = new URL(pathOf(this.place.bucket, key), endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const client = await this.#signer();
    const signed = await client.sign(url, {
      method,
      headers: { ...headers, "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD" },
    });
    const asked = fetch(signed.url, {
      method,
      headers: [...signed.headers, ["Accept-Encoding", "identity"]],
      redirect: "manual",
      decompress: false,
      signal,
      ...(body !== undefined && { body }),
      ...(caFile !== undefined && { tls: { ca: readFileSync(caFile, "utf8") } }),
    });
    const answer = await inTime(asked, timeoutMs).catch((error) => {
      throw failureOf(error);
    });
    if (answer.ok) return answer;
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      throw new BucketFailed("redirected", "it leads elsewhere, and is not followed", answer.status);
    }
    throw refusalOf(answer.status, await boundedText(answer));
  }

  #signer(): Promise<AwsClient> {
    const { region, accessKey: accessKeyId, secretKey: secretAccessKey } = this.#settings;
    this.#client ??= import("aws4fetch").then(
      ({ AwsClient }) => new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 }),
    );
    return this.#client;
  }
}

function partOf(fd: number, at: number, bytes: number): Uint8Array<ArrayBuffer> {
  const part = Buffer.alloc(bytes);
  for (let read = 0; read < bytes; ) {
    const count = readSync(fd, part, read, bytes - read, at + read);
    if (count === 0) throw new BucketFailed("refused", "the file became shorter while it was uploaded");
    read += count;
  }
  return part;
}

async function boundedText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await inTime(reader.read()).catch((error) => {
      throw failureOf(error);
    });
    if (done) break;
    bytes += value.length;
    if (bytes > limits.bucketAnswerBytes) {
      await reader.cancel();
      throw new BucketFailed("too_large", "it answered too much");
    }
    parts.push(value);
  }
  return Buffer.concat(parts).toString();
}

/** A connection that is open and silent never ends by itself. */
async function inTime<T>(work: Promise<T>, timeoutMs: number = limits.bucketSilenceMs): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BucketFailed("late", "it took too long")), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
