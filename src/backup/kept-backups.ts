/** The backups in the folder that the configuration names. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { isBackupName } from "./target.ts";

export interface KeptBackup {
  name: string;
  madeAt: string;
  bytes: number;
  encrypted: boolean;
}

/** The newest first. @throws file-system errors unchanged: the folder's disk may not be mounted. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
  const names = (await readdir(folder)).filter(isBackupName).sort().reverse();
  return Promise.all(names.slice(0, limits.backupsListed).map((name) => describe(folder, name)));
}

/** @throws TiroError `invalid_request` if there is none of this name. */
export async function requireKeptBackup(folder: string, name: string): Promise<string> {
  const names = isBackupName(name) ? await readdir(folder) : [];
  if (names.includes(name)) return join(folder, name);
  throw new TiroError("invalid_request", "There is no backup of this name in the folder.", {
    param: "backup",
  });
}

async function describe(folder: string, name: string): Promise<KeptBackup> {
  const { size: bytes } = await stat(join(folder, name));
  return { name, madeAt: timeOf(name), bytes, encrypted: name.endsWith(".age") };
}

/** Such as tiro-backup-20261126T020000000Z.tar. */
function timeOf(name: string): string {
  return name.replace(
    /^tiro-backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/,
    "$1-$2-$3T$4:$5:$6.$7Z",
  );
}
