/** Puts the app's files onto the disk, from where they are served: once a version, each also compressed. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { OperatorError } from "../../lib/errors.ts";
import type { BuiltFile } from "./build.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Written last: names and sizes of all that must be there. */
const LIST = "files.json";

/**
 * Off the event loop: compressing takes more than a second of processor time.
 * @returns the folder with the files.
 * @throws OperatorError `not_writable` if the data folder cannot take them.
 */
export async function unpackApp(
  files: readonly BuiltFile[],
  dataDir: string,
  version: string,
): Promise<string> {
  const folder = join(resolve(dataDir), "web", `${version}-${tagOf(files)}`);
  try {
    if (!(await isIntact(folder))) await write(files, folder);
  } catch (cause) {
    throw new OperatorError("not_writable", "The data folder cannot be written.", {
      cause,
      hint: `Cannot write the app's files to ${folder}: make it writable for this user, with 10 MB of room.`,
    });
  }
  return folder;
}

async function write(files: readonly BuiltFile[], folder: string): Promise<void> {
  const temporary = `${folder}.${randomUUID()}.tmp`;
  const sizes: Record<string, number> = {};
  try {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    // One after the other: the threads that compress have other work, too.
    for (const file of files)
      for (const { name, body } of await variantsOf(file)) {
        await writeFile(join(temporary, name), body, { mode: 0o600 });
        sizes[name] = body.length;
      }
    await writeFile(join(temporary, LIST), JSON.stringify(sizes), { mode: 0o600 });
    // The existing file is damaged, or another server has just written the same.
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The file and, if it is text, its compressed forms. */
async function variantsOf(file: BuiltFile): Promise<BuiltFile[]> {
  if (!/\.(js|css|svg|wasm)$/.test(file.name)) return [file];
  const { name, body } = file;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return [
    file,
    { name: `${name}.br`, body: await brotli(body, { params }) },
    { name: `${name}.gz`, body: await gzipped(body, { level: 9 }) },
  ];
}

async function isIntact(folder: string): Promise<boolean> {
  const sizes = await readSizes(folder);
  if (sizes === null) return false;
  for (const [name, size] of Object.entries(sizes))
    if ((await stat(join(folder, name)).catch(() => null))?.size !== size) return false;
  return true;
}

/** Null if there is no list, or a damaged one. */
async function readSizes(folder: string): Promise<Record<string, number> | null> {
  try {
    return JSON.parse(await readFile(join(folder, LIST), "utf8")) as Record<string, number>;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Names of files change with their content. */
function tagOf(files: readonly BuiltFile[]): string {
  const names = files.map(({ name }) => name).toSorted();
  return new Bun.CryptoHasher("sha256").update(names.join("\n")).digest("hex").slice(0, 8);
}
