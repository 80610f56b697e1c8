/** Packs on their way in the folder of arriving ones. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A fetched part stays for the next try. */
export const isOnTheWay = (name: string) => !name.startsWith(".partial-");

/** Of what may go meanwhile. */
export function bytesBelow(folder: string, isCounted: (name: string) => boolean): number {
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder).filter(isCounted);
  return names.reduce((sum, name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found?.isDirectory()) return sum + bytesBelow(join(folder, name), () => true);
    return sum + (found?.size ?? 0);
  }, 0);
}
