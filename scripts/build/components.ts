/** The works in the executable that are no JavaScript packages: native libraries, WebAssembly modules, models, Bun. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import written from "../../native/licences/components.json" with { type: "json" };

const MODELS = join(import.meta.dir, "../../models");

export interface CarriedComponent {
  name: string;
  /** A commit where there is no release. */
  version: string;
  kind?: string;
  /** The component that it is a part of. */
  within?: string;
  /** Where it stands in the executable. */
  files: string[];
  /** SPDX expression. */
  licence: string;
  source: string;
  /** Of the archive at `source`. */
  sha256?: string;
  /** How it came here, and whose it is. */
  from?: string;
}

export function carriedComponents(): CarriedComponent[] {
  return [...written, ...models()];
}

function models(): CarriedComponent[] {
  const packs = readdirSync(MODELS)
    .filter((name) => name.startsWith("starter-"))
    .sort();
  return packs.map((name) => {
    const { id, version, licence } = JSON.parse(readFileSync(join(MODELS, name, "pack.json"), "utf8"));
    const place = `models/${name}`;
    return {
      name: id,
      version,
      kind: "machine-learning-model",
      files: [place],
      licence,
      source: `${place}/MODEL_CARD.md`,
    };
  });
}

/** The table of THIRD_PARTY_NOTICES.md. */
export function componentTable(): string {
  const rows = carriedComponents().map(({ name, version, within, files, licence, source, sha256, from }) => {
    const what = `${within === undefined ? "" : `${within}: `}**${name}** ${version}${from === undefined ? "" : ` (${from})`}`;
    const where = files.map((file) => (file.includes(" ") ? file : `\`${file}\``)).join(", ");
    const checksum = sha256 === undefined ? "" : `, SHA-256 \`${sha256}\``;
    return `| ${what} | ${where} | ${licence} | ${source}${checksum} |`;
  });
  return [
    "| what | where it stands in the executable | licence | source |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
