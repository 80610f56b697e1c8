/** Programs that packages are made with. */
import { createReadStream, createWriteStream, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** @throws Error with what the program said, or that it is missing. */
export function run(
  command: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): string {
  const [program = ""] = command;
  if (!Bun.which(program)) throw new Error(`${program} is needed and not installed`);
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, LC_ALL: "C", ...env },
    stdin: "ignore",
    stderr: "pipe",
  });
  if (exitCode !== 0)
    throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stderr.toString().slice(-2000)}`);
  return stdout.toString();
}

/** The same bytes from the same files, no matter who packs them and when. @param flags before what is packed. */
export function tar(
  archive: string,
  folder: string,
  epochSeconds: number,
  flags: string[],
  names: string[],
): void {
  const alike = [
    "--sort=name",
    `--mtime=@${epochSeconds}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--format=gnu",
  ];
  run(["tar", ...alike, ...flags, "-C", folder, "-cf", archive, ...names]);
}

/** Replaces the file by one in gzip's format; `fast` stores what `small` compresses. Returns its path. */
export async function gzip(path: string, compression: "small" | "fast"): Promise<string> {
  const zipped = `${path}.gz`;
  if (compression === "small") run(["gzip", "-n", "-f", "-9", path]);
  else {
    await pipeline(createReadStream(path), createGzip({ level: 0 }), createWriteStream(zipped));
    rmSync(path);
  }
  return zipped;
}
