import { basename } from "node:path";
import { Command } from "commander";
import { nativeFiles } from "../../native/from-clone.ts";
import lgpl from "../../native/licences/LGPL-2.1.txt" with { type: "file" };
import packageJson from "../../package.json" with { type: "json" };
import notices from "../../THIRD_PARTY_NOTICES.md" with { type: "file" };
import { isCompiled } from "../lib/self-command.ts";
import { builtinPackFiles, builtinPackIds } from "../packs/builtin.ts";
import { softwareBillOfMaterials } from "./sbom.ts";
import { printJson } from "./support/output.ts";

interface CarriedAsset {
  name: string;
  bytes: number;
  sha256: string;
}

export function buildCommand(): Command {
  return new Command("version")
    .description("Prints the version. With --json, also the platform and every embedded file.")
    .option("--json", "print one JSON object")
    .option("--notices", "print the licences of everything in tiro")
    .option("--sbom", "print the software bill of materials (CycloneDX 1.6, JSON)")
    .action(async (flags: { json?: boolean; notices?: boolean; sbom?: boolean }) => {
      if (flags.notices) return printNotices();
      if (flags.sbom) return printJson(softwareBillOfMaterials(await carriedAssets()));
      if (!flags.json) return void process.stdout.write(`tiro ${packageJson.version}\n`);
      const report = {
        version: packageJson.version,
        bun: Bun.version,
        platform: `${process.platform}-${process.arch}`,
        compiled: isCompiled(),
        assets: await carriedAssets(),
      };
      printJson(report);
    });
}

async function printNotices(): Promise<void> {
  for (const path of [notices, lgpl]) process.stdout.write(`${await Bun.file(path).text()}\n`);
}

function builtinSources(): string[] {
  return builtinPackIds.flatMap(builtinPackFiles).map(({ source }) => source);
}

/** Inside the executable all that is embedded; from a clone the native files and the built-in packs. */
async function carriedAssets(): Promise<CarriedAsset[]> {
  const embedded = Bun.embeddedFiles.map((blob) => ({ name: (blob as File).name, blob }));
  const onDisk = () =>
    [...Object.values(nativeFiles()), ...builtinSources()].map((path) => ({
      name: basename(path),
      blob: Bun.file(path),
    }));
  const assets = await Promise.all(
    (isCompiled() ? embedded : onDisk()).map(async ({ name, blob }) => ({
      name,
      bytes: blob.size,
      sha256: new Bun.CryptoHasher("sha256").update(await blob.arrayBuffer()).digest("hex"),
    })),
  );
  return assets.sort((a, b) => (a.name < b.name ? -1 : 1));
}
