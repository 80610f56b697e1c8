import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzip, tar } from "./command.ts";
import { type PackageInput, VERSION } from "./release.ts";

const ROOT = join(import.meta.dir, "../..");
const DOCUMENTS = ["CHANGELOG.md", "LICENSE", "THIRD_PARTY_NOTICES.md", "native/licences/LGPL-2.1.txt"];

/** `tiro-VERSION-PLATFORM.tar.gz`: the executable, which installs itself, and the licences. Returns its path. */
export async function buildArchive({
  target,
  executable,
  folder,
  compression,
  epochSeconds,
}: PackageInput): Promise<string> {
  const name = `tiro-${VERSION}-${target.name}`;
  const work = mkdtempSync(join(tmpdir(), "tiro-archive-"));
  try {
    mkdirSync(join(work, name));
    copyFileSync(executable, join(work, name, "tiro"));
    chmodSync(join(work, name, "tiro"), 0o755);
    for (const path of DOCUMENTS) copyFileSync(join(ROOT, path), join(work, name, path.replace(/.*\//, "")));
    const path = join(folder, `${name}.tar`);
    tar(path, work, epochSeconds, [], [name]);
    return await gzip(path, compression);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
