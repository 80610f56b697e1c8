/** The software bill of materials, CycloneDX 1.6, but for what only the finished executable knows: see src/cli/sbom.ts. */
import lock from "../../bun.lock";
import { type CarriedComponent, carriedComponents } from "./components.ts";
import { carriedPackages, type NpmPackage } from "./third-party.ts";

/** For both platforms; `node_modules` holds those of one. */
const PLATFORM_PACKAGES = ["sherpa-onnx-linux-x64", "sherpa-onnx-linux-arm64"];

/** Components and what they depend on, as JSON with a line's end. */
export function sbomParts(): string {
  const packages = carriedPackages();
  const sherpa = packages.find(({ name }) => name === "sherpa-onnx-node");
  const platform = PLATFORM_PACKAGES.map(
    (name): NpmPackage => ({
      name,
      version: sherpa?.version ?? "",
      license: sherpa?.license ?? "",
    }),
  );
  const npm = [...packages.filter(({ name }) => !PLATFORM_PACKAGES.includes(name)), ...platform];
  const others = carriedComponents();
  const parts = {
    components: [...npm.map(npmComponent), ...others.map(otherComponent)],
    dependencies: [
      ...npm.map((entry) => npmDependencies(entry, npm)),
      ...others.map((entry) => partsOf(entry, others)),
    ],
  };
  return `${JSON.stringify(parts, null, 2)}\n`;
}

function npmComponent(entry: NpmPackage) {
  const { group, name } = npmName(entry.name);
  return {
    type: "library",
    "bom-ref": npmRef(entry),
    ...(group === undefined ? {} : { group }),
    name,
    version: entry.version,
    hashes: [{ alg: "SHA-512", content: integrityOf(entry) }],
    licenses: licencesOf(entry.license),
    purl: npmRef(entry),
  };
}

function npmDependencies(entry: NpmPackage, all: readonly NpmPackage[]) {
  const names = Object.keys({ ...entry.dependencies, ...entry.peerDependencies });
  const on = all.filter(({ name }) => names.includes(name)).map(npmRef);
  return { ref: npmRef(entry), ...(on.length === 0 ? {} : { dependsOn: on }) };
}

/** The lock file's checksum of what the registry delivered. @throws Error if the lock file has another version. */
function integrityOf({ name, version }: NpmPackage): string {
  const [locked, , , integrity] = lock.packages[name] ?? [];
  if (locked !== `${name}@${version}` || typeof integrity !== "string")
    throw new Error(`bun.lock has ${String(locked)} for ${name} ${version}`);
  return Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
}

function npmRef({ name, version }: NpmPackage): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function npmName(full: string): { group?: string; name: string } {
  const [group, name] = full.split("/");
  return name === undefined ? { name: full } : { group: group as string, name };
}

function otherComponent({ name, version, kind = "library", licence, source, sha256 }: CarriedComponent) {
  const distribution = {
    type: "source-distribution",
    url: source,
    ...(sha256 === undefined ? {} : { hashes: [{ alg: "SHA-256", content: sha256 }] }),
  };
  return {
    type: kind,
    "bom-ref": otherRef(name, version),
    name,
    version,
    licenses: licencesOf(licence),
    externalReferences: [distribution],
  };
}

function partsOf({ name, version }: CarriedComponent, all: readonly CarriedComponent[]) {
  const parts = all.filter(({ within }) => within === name).map((part) => otherRef(part.name, part.version));
  return { ref: otherRef(name, version), ...(parts.length === 0 ? {} : { dependsOn: parts }) };
}

function otherRef(name: string, version: string): string {
  return `${name}@${version}`;
}

/** An identifier of SPDX's list, or an expression of several. */
function licencesOf(licence: string) {
  return /^[\w.+-]+$/.test(licence) ? [{ license: { id: licence } }] : [{ expression: licence }];
}
