import { join } from "node:path";
import type { Pack } from "./load-pack.ts";
import { manifestFiles } from "./manifest.ts";

export interface VerifyProgress {
  doneBytes: number;
  totalBytes: number;
}

/** The paths (inside the pack) of files whose content is not what `pack.json` says; none when all is well. */
export async function verifyPack(
  pack: Pack,
  onProgress?: (progress: VerifyProgress) => void,
): Promise<string[]> {
  const files = manifestFiles(pack.manifest);
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const damaged: string[] = [];
  let doneBytes = 0;
  for (const file of files) {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const block of Bun.file(join(pack.folder, file.path)).stream()) {
      hasher.update(block);
      doneBytes += block.byteLength;
      onProgress?.({ doneBytes, totalBytes });
    }
    if (hasher.digest("hex") !== file.sha256) damaged.push(file.path);
  }
  return damaged;
}
