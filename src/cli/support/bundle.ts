import type { Config } from "../../config/schema.ts";
import type { Logger } from "../../lib/logger.ts";
import { bundledPackFolders } from "../../packs/bundle/unpack.ts";
import { openSteps, type Steps } from "./progress.ts";

/**
 * At the first start of a bundle a person waits for its packs, and sees it.
 * @param logger for the output of a program that is not watched by a person.
 */
export function unpackBundle({ data }: Pick<Config, "data">, logger: Logger | null = null): void {
  const progress = logger ? loggedSteps(logger) : openSteps("packs of this executable");
  try {
    bundledPackFolders(data.dir, (doneBytes, totalBytes) =>
      progress.update("unpacking", doneBytes / totalBytes, `${(doneBytes / 1e6).toFixed(0)} MB`),
    );
  } finally {
    progress.close();
  }
}

function loggedSteps(logger: Logger): Steps {
  const log = (line: string) => void logger.info("packs_unpacking", { progress: line.trimEnd() });
  return openSteps("packs of this executable", { isTTY: false, columns: 0, write: log });
}
