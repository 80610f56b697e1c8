import { existsSync } from "node:fs";
import { prepareNativeLibraries } from "../../../native/libraries.ts";
import { type RunningServer, runningServer } from "../../store/data-folder/server-lock.ts";

/** Where the server is that has the data folder; null if none runs. Creates nothing if no folder is. */
export function serverOfFolder(dataDir: string): RunningServer | null {
  if (!existsSync(dataDir)) return null;
  const { sqliteBindingPath } = prepareNativeLibraries({ dataDir });
  return runningServer(dataDir, sqliteBindingPath);
}
