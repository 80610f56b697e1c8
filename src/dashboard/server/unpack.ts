/** Puts the app's files onto the disk, from where they are served: once a version, each also compressed. */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { OperatorError } from "../../lib/errors.ts";
import type { BuiltFile } from "./build.ts";

/** Written last: names and sizes of all that must be there. */
const LIST = "files.json";

/**
 * @returns the folder with the files.
 * @throws OperatorError `not_writable` if the data folder cannot take them.
 */
export function unpackApp(files: readonly BuiltFile[], dataDir: string, version: string): string {
  const folder = join(resolve(dataDir), "web", `${version}-${tagOf(files)}`);
  try {
    if (!isIntact(folder)) write(files, folder);
  } catch (cause) {
    throw new OperatorError("not_writable", "The data folder cannot be written.", {
      cause,
      hint: `Cannot write the app's files to ${folder}: make it writable for this user, with 10 MB of room.`,
    });
  }
  return folder;
}

function write(files: readonly BuiltFile[], folder: string): void {
  const temporary = `${folder}.${randomUUID()}.tmp`;
  const sizes: Record<string, number> = {};
  try {
    mkdirSync(temporary, { recursive: true, mode: 0o700 });
    for (const { name, body } of files.flatMap(variantsOf)) {
      writeFileSync(join(temporary, name), body, { mode: 0o600 });
      sizes[name] = body.length;
    }
    writeFileSync(join(temporary, LIST), JSON.stringify(sizes), { mode: 0o600 });
    // The existing file is damaged, or another server has just written the same.
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The file and, if it is text, its compressed forms. */
function variantsOf(file: BuiltFile): BuiltFile[] {
  if (!/\.(js|css|svg|wasm)$/.test(file.name)) return [file];
  const { name, body } = file;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return [
    file,
    { name: `${name}.br`, body: brotliCompressSync(body, { params }) },
    { name: `${name}.gz`, body: gzipSync(body, { level: 9 }) },
  ];
}

function isIntact(folder: string): boolean {
  const sizes = readSizes(folder);
  if (sizes === null) return false;
  return Object.entries(sizes).every(
    ([name, size]) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === size,
  );
}

/** Null if there is no list, or a damaged one. */
function readSizes(folder: string): Record<string, number> | null {
  try {
    return JSON.parse(readFileSync(join(folder, LIST), "utf8")) as Record<string, number>;
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
