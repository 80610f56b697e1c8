/** `tiro backup-host OPTIONS`: a scheduled backup in a process of its own. Started by `tiro serve`, never by hand. */
import { runBackupHost } from "../backup/backup-host.ts";

export async function run([options = ""]: string[]): Promise<void> {
  await runBackupHost(options);
}
