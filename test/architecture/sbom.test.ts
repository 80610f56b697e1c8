/** The software bill of materials: valid by CycloneDX's own schema, up to date, and true. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import Database from "better-sqlite3";
import { nativeFiles } from "../../native/from-clone.ts";
import { carriedComponents } from "../../scripts/build/components.ts";
import { sbomParts } from "../../scripts/build/sbom.ts";
import { carriedPackages } from "../../scripts/build/third-party.ts";
import { testBinding } from "../support/database.ts";
import { runTiro } from "../support/tiro.ts";
import { ROOT } from "./source-files.ts";

interface Component {
  "bom-ref": string;
  group?: string;
  name: string;
  version?: string;
  licenses?: ({ license: { id: string } } | { expression: string })[];
  hashes?: { alg: string; content: string }[];
}

const SCHEMAS = join(ROOT, "node_modules/@cyclonedx/cyclonedx-library/res/schema");
const schema = (name: string) =>
  JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), "utf8"));
const sbom: { components: Component[]; dependencies: { ref: string; dependsOn?: string[] }[] } = JSON.parse(
  runTiro("version", "--sbom").stdout,
);

test("its parts are those of the installed packages (else: bun run notices)", () => {
  expect(readFileSync(join(ROOT, "native/licences/sbom.json"), "utf8")).toBe(sbomParts());
});

test("it is valid by the schema of CycloneDX 1.6", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  // The package names the files after the version of its own.
  for (const name of ["spdx", "jsf-0.82"])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(schema("bom-1.6"));
  validate(sbom);
  expect(validate.errors).toBeNull();
});

test("every package, native library and carried file is in it, with licence or checksum", () => {
  const named = sbom.components.map(
    ({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`,
  );
  for (const { name, version } of [...carriedComponents(), ...carriedPackages()])
    expect(named).toContain(`${name}@${version}`);
  for (const component of sbom.components)
    expect([component.name, component.licenses ?? component.hashes]).not.toEqual([component.name, undefined]);
  const refs = sbom.components.map((component) => component["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  const known = new Set([...refs, "tiro"]);
  for (const { ref, dependsOn = [] } of sbom.dependencies)
    for (const each of [ref, ...dependsOn]) expect(known).toContain(each);
  const digests = new Set(sbom.components.flatMap(({ hashes = [] }) => hashes.map(({ content }) => content)));
  for (const path of Object.values(nativeFiles()))
    expect(digests).toContain(new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex"));
});

test("versions of native parts are those of the files themselves", () => {
  const versionOf = (name: string) =>
    carriedComponents().find((component) => component.name === name)?.version;
  const packageOf = (name: string) => carriedPackages().find((each) => each.name === name)?.version;
  expect(versionOf("sherpa-onnx")).toBe(packageOf("sherpa-onnx-node"));
  expect(readFileSync(nativeFiles().onnxRuntime, "latin1")).toContain(`VERS_${versionOf("onnxruntime")}\0`);
  const memory = new Database(":memory:", { nativeBinding: testBinding() });
  expect(memory.prepare("SELECT sqlite_version()").pluck().get()).toBe(versionOf("sqlite"));
  memory.close();
  expect(versionOf("bun")).toBe(Bun.version);
  const ofBun = {
    webkit: "webkit",
    tinycc: "tinycc",
    boringssl: "boringssl",
    ares: "c-ares",
    zlib: "zlib-ng",
    icu: "icu",
  };
  for (const [own, name] of Object.entries({
    ...ofBun,
    libarchive: "libarchive",
    lolhtml: "lol-html",
    mimalloc: "mimalloc",
    zstd: "zstd",
    libdeflate: "libdeflate",
    lshpack: "ls-hpack",
    picohttpparser: "picohttpparser",
  }))
    expect([name, versionOf(name)]).toEqual([name, process.versions[own]]);
});
