/**
 * `bun scripts/train-starter/pack.ts [PACK]`: writes sizes and checksums of a shipped pack's files, `starter-en` by
 * default, into its pack.json.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface NamedFile {
  path: string;
  sha256: string;
  bytes: number;
}

const folder = join(import.meta.dir, "../../models", process.argv[2] ?? "starter-en");
const manifestPath = join(folder, "pack.json");
const manifest = JSON.parse(readFileSync(manifestPath, "utf8")) as {
  files: Record<string, NamedFile>;
  card: NamedFile;
  check?: { audio: NamedFile };
};
for (const file of [
  ...Object.values(manifest.files),
  manifest.card,
  ...(manifest.check ? [manifest.check.audio] : []),
]) {
  const content = readFileSync(join(folder, file.path));
  file.bytes = content.length;
  file.sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");
}
writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
