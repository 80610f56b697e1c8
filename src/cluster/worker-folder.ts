/** The files of one worker: `tiro cluster add` writes them, `tiro worker` reads them. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../config/limits.ts";
import { OperatorError } from "../lib/errors.ts";
import type { ClusterIdentity } from "../store/cluster/identity.ts";
import type { Credentials } from "./credentials.ts";

/** A worker's keys for broker and server; texts, PEM but for the seed. */
export interface WorkerKeys {
  authority: string;
  certificate: string;
  key: string;
  seed: string;
  /** X25519: its own, and the public half of the server's. */
  sealingKey: string;
  apiPublicKey: string;
}

export const WORKER_FILES: Readonly<Record<keyof WorkerKeys, string>> = {
  authority: "authority.pem",
  certificate: "worker.pem",
  key: "worker.key",
  seed: "worker.seed",
  sealingKey: "sealing.key",
  apiPublicKey: "api.pub",
};

export function workerKeysOf(
  identity: ClusterIdentity,
  { certified, seed, sealingKey }: Credentials,
): WorkerKeys {
  return {
    authority: identity.authority.certificate,
    ...certified,
    seed: `${seed}\n`,
    sealingKey,
    apiPublicKey: identity.sealingPublicKey,
  };
}

/** By file name. */
export function workerFiles(keys: WorkerKeys): Record<string, string> {
  return Object.fromEntries(
    Object.entries(WORKER_FILES).map(([part, file]) => [file, keys[part as keyof WorkerKeys]]),
  );
}

/** None without a folder. */
export function workerSecretFiles(folder: string | undefined): string[] {
  const { key, seed, sealingKey } = WORKER_FILES;
  return folder === undefined ? [] : [key, seed, sealingKey].map((file) => join(folder, file));
}

/** @throws OperatorError `worker_keys_unusable` that names the file. */
export function readWorkerKeys(folder: string): WorkerKeys {
  const read = Object.entries(WORKER_FILES).map(([part, file]) => [part, readKey(join(folder, file)).trim()]);
  return Object.fromEntries(read) as WorkerKeys;
}

function readKey(file: string): string {
  try {
    if (statSync(file).size <= limits.certificateFileBytes) return readFileSync(file, "utf8");
  } catch (cause) {
    throw unusable(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, cause);
  }
  throw unusable(`${file} is too large for a key.`);
}

function unusable(message: string, cause?: unknown): OperatorError {
  return new OperatorError("worker_keys_unusable", message, {
    cause,
    hint: "worker.folder must have the files that `tiro cluster add` or `tiro cluster rotate` wrote, readable for tiro's user.",
  });
}
