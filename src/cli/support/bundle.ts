import type { Config } from "../../config/schema.ts";
import { bundledPackFolders } from "../../packs/bundle/unpack.ts";
import { openSteps } from "./progress.ts";

/** At the first start of a bundle a person waits for its packs, and sees it. */
export function unpackBundle({ data }: Pick<Config, "data">): void {
  const progress = openSteps("packs of this executable");
  try {
    bundledPackFolders(data.dir, (doneBytes, totalBytes) =>
      progress.update("unpacking", doneBytes / totalBytes, `${(doneBytes / 1e6).toFixed(0)} MB`),
    );
  } finally {
    progress.close();
  }
}
