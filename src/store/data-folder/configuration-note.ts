/** A running server's result of last reading its configuration: a file in the data folder, for `tiro config apply`. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const FILE = "tiro.configuration";

const noteSchema = z.object({
  /** Of the readings since the server's start, from 1 on. */
  number: z.int().positive(),
  applied: z.array(z.string()),
  needRestart: z.array(z.string()),
  /** Why nothing was changed; null if the configuration could be used. */
  fault: z.string().nullable(),
});
export type ConfigurationNote = z.infer<typeof noteSchema>;

/** @throws file-system errors unchanged. */
export function writeConfigurationNote(dataDir: string, note: ConfigurationNote): void {
  const file = join(dataDir, FILE);
  writeFileSync(`${file}.tmp`, JSON.stringify(note), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

/** A server that starts has read nothing again. */
export function forgetConfigurationNote(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

/** Null if the server has not read it again since its start. @throws file-system errors unchanged. */
export function readConfigurationNote(dataDir: string): ConfigurationNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(join(dataDir, FILE), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
