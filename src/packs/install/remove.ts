import { mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "../../lib/errors.ts";
import type { Pack } from "../load-pack.ts";
import { lockPack } from "./lock.ts";

/**
 * All of a pack at once: renamed first, so that no half of it shows.
 * @throws OperatorError `pack_not_removable` for a pack that tiro carries.
 */
export function removePack(modelsDir: string, { name, folder, manifest }: Pack): void {
  mkdirSync(modelsDir, { recursive: true, mode: 0o700 });
  if (dirname(folder) !== realpathSync(modelsDir))
    throw new OperatorError("pack_not_removable", "A built-in pack cannot be removed.", {
      hint: `${name} lies in ${folder} and would be unpacked again at the next start.`,
    });
  const unlock = lockPack(modelsDir, `${manifest.id}-${manifest.version}`);
  const gone = join(modelsDir, `.removed-${crypto.randomUUID()}`);
  try {
    renameSync(folder, gone);
    rmSync(gone, { recursive: true, force: true });
  } finally {
    unlock();
  }
}
