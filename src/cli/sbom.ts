/** The software bill of materials of this very executable: CycloneDX 1.6. */
import parts from "../../native/licences/sbom.json" with { type: "json" };
import packageJson from "../../package.json" with { type: "json" };

interface CarriedFile {
  name: string;
  sha256: string;
}

const ROOT = "tiro";

/** @param files that it carries, each with what it holds. */
export function softwareBillOfMaterials(files: readonly CarriedFile[]): object {
  const different = new Map(files.map((file) => [file.sha256, file]));
  const contained = [...different.values()].map(({ name, sha256 }) => ({
    type: "file",
    "bom-ref": `sha256:${sha256}`,
    name,
    hashes: [{ alg: "SHA-256", content: sha256 }],
  }));
  const needed = new Set(parts.dependencies.flatMap(({ dependsOn = [] }) => dependsOn));
  const direct = parts.components.map((component) => component["bom-ref"]).filter((ref) => !needed.has(ref));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": ROOT,
        name: packageJson.name,
        version: packageJson.version,
        description: packageJson.description,
        // The licence of tiro itself; each component has its own licence.
        licenses: [{ license: { id: packageJson.license, acknowledgement: "declared" } }],
      },
    },
    components: [...parts.components, ...contained],
    dependencies: [{ ref: ROOT, dependsOn: direct }, ...parts.dependencies],
  };
}
