/** The packs that this executable carries at its end: unpacked once, because the recognizer opens its models by path. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { OperatorError } from "../../lib/errors.ts";
import { isCompiled } from "../../lib/self-command.ts";
import { type Bundle, type BundleIndex, readBundle } from "./format.ts";

const BLOCK_BYTES = 4 * 1024 * 1024;

type CarriedPack = BundleIndex["packs"][number];

let own: Bundle | null | undefined;

/**
 * The folders of the carried packs, unpacked first where they are not there yet. Two programs may do so at once.
 * @throws OperatorError `bundle_damaged`, `not_writable` or `disk_full`.
 */
export function bundledPackFolders(
  dataDir: string,
  onProgress: (doneBytes: number, totalBytes: number) => void = () => {},
): string[] {
  const bundle = ownBundle();
  if (bundle === null) return [];
  const place = join(resolve(dataDir), "models", ".bundled");
  const folders = bundle.index.packs.map((pack) => ({
    pack,
    folder: join(place, `${pack.folder}-${tagOf(pack)}`),
  }));
  const missing = folders.filter(({ folder }) => !existsSync(folder));
  const totalBytes = missing.flatMap(({ pack }) => pack.files).reduce((sum, { bytes }) => sum + bytes, 0);
  let doneBytes = 0;
  for (const { pack, folder } of missing)
    unpack(pack, folder, (bytes) => {
      doneBytes += bytes;
      onProgress(doneBytes, totalBytes);
    });
  return folders.map(({ folder }) => folder);
}

function ownBundle(): Bundle | null {
  try {
    if (own === undefined) own = isCompiled() ? readBundle(process.execPath) : null;
    return own;
  } catch (cause) {
    throw damaged((cause as Error).message, cause);
  }
}

/** Another build of one pack's version has a folder of its own. */
function tagOf({ files }: CarriedPack): string {
  const sums = files.map(({ sha256 }) => sha256).join("\n");
  return new Bun.CryptoHasher("sha256").update(sums).digest("hex").slice(0, 8);
}

function unpack(pack: CarriedPack, folder: string, onBytes: (bytes: number) => void): void {
  const temporary = `${folder}.${process.pid}-${crypto.randomUUID()}.tmp`;
  const source = openSync(process.execPath, "r");
  try {
    mkdirSync(temporary, { recursive: true, mode: 0o700 });
    sweepLeftovers(dirname(folder), pack.folder, temporary);
    for (const file of pack.files) unpackFile(source, file, join(temporary, file.path), onBytes);
    renameSync(temporary, folder);
  } catch (error) {
    // Another program was first: its folder has the same content.
    if (!existsSync(folder)) throw unpackError(error, folder);
  } finally {
    closeSync(source);
    rmSync(temporary, { recursive: true, force: true });
  }
}

function unpackFile(
  source: number,
  { offset, bytes, sha256, path }: CarriedPack["files"][number],
  target: string,
  onBytes: (bytes: number) => void,
): void {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const file = openSync(target, "wx", 0o600);
  const hasher = new Bun.CryptoHasher("sha256");
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  try {
    for (let done = 0; done < bytes; ) {
      const count = readSync(source, buffer, 0, Math.min(BLOCK_BYTES, bytes - done), offset + done);
      if (count === 0) throw damaged(`${path} ends early`);
      const block = buffer.subarray(0, count);
      hasher.update(block);
      for (let at = 0; at < count; ) at += writeSync(file, block, at);
      done += count;
      onBytes(count);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (hasher.digest("hex") !== sha256) throw damaged(`${path} differs from its checksum`);
}

/** Of programs that were killed while they unpacked; those of a running one are its own. */
function sweepLeftovers(place: string, pack: string, ownName: string): void {
  for (const name of readdirSync(place)) {
    const [, pid] = /\.(\d+)-[0-9a-f-]+\.tmp$/.exec(name) ?? [];
    const isLeft = pid !== undefined && name.startsWith(pack) && !existsSync(`/proc/${pid}`);
    if (isLeft && join(place, name) !== ownName) rmSync(join(place, name), { recursive: true, force: true });
  }
}

function damaged(reason: string, cause?: unknown): OperatorError {
  return new OperatorError("bundle_damaged", "The packs in this executable are damaged.", {
    cause,
    hint: `${process.execPath}: ${reason}. Copy the bundle again and compare its SHA-256.`,
  });
}

function unpackError(cause: unknown, folder: string): unknown {
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  if (cause instanceof OperatorError || code === undefined) return cause;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new OperatorError("disk_full", "The server's disk is full.", {
      cause,
      hint: `Free some space for ${folder}, or choose another data folder with --data.`,
    });
  return new OperatorError("not_writable", "The data folder cannot be written.", {
    cause,
    hint: `Cannot write to ${folder} (${code}): make it writable for this user, or choose another data folder with --data.`,
  });
}
