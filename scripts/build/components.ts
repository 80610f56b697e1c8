/** The works in the executable that are no JavaScript packages: native libraries, WebAssembly modules, models, Bun. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import written from "../../native/licences/components.json" with { type: "json" };

const MODELS = join(import.meta.dir, "../../models");
const TEXTS = join(import.meta.dir, "../../native/licences/texts");
/** Printed once at the end of the notices, not for each component. */
const LONG_TEXTS = ["Apache-2.0", "CC0-1.0", "GCC-exception-3.1", "MPL-2.0"];
/** Of whom a model is that tiro did not train. */
const MODELS_OF_OTHERS: Readonly<Record<string, string>> = {
  "moonshine-tiny-en": "Copyright (c) 2025 Useful Sensors, Inc.",
};

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
  /** Names of the licence's texts, where they are not those of the expression. */
  texts?: string[];
  /** Whose name may not be used for advertising, by BSD-3-Clause. */
  holder?: string;
  copyright: string[];
  source: string;
  /** Of the archive at `source`. */
  sha256?: string;
  /** How it came here. */
  from?: string;
}

export function carriedComponents(): CarriedComponent[] {
  return [...written, ...models()];
}

function models(): CarriedComponent[] {
  const packs = readdirSync(MODELS).filter((name) => existsSync(join(MODELS, name, "pack.json")));
  return packs.sort().map((name) => {
    const { id, version, licence } = JSON.parse(readFileSync(join(MODELS, name, "pack.json"), "utf8"));
    const place = `models/${name}`;
    return {
      name: id,
      version,
      kind: "machine-learning-model",
      files: [place],
      licence,
      copyright: [MODELS_OF_OTHERS[id] ?? "Copyright the authors of tiro"],
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

/** Copyright and licence of each, in the order of the table. @throws if a text is missing. */
export function componentSections(): string {
  return carriedComponents().map(sectionOf).join("\n");
}

/** Those that several components are under. */
export function longTexts(): string {
  return LONG_TEXTS.map((name) => `### ${name}\n\n${fenced(licenceText(name))}\n`).join("\n");
}

function sectionOf(component: CarriedComponent): string {
  const { name, version, licence, copyright, holder = "the copyright holder" } = component;
  const texts = textsOf(component).map((text) =>
    LONG_TEXTS.includes(text) || text.startsWith("LGPL")
      ? `The text of ${text} is ${text.startsWith("LGPL") ? `in \`${text}.txt\`` : "at the end of this file"}.`
      : fenced(licenceText(text).replaceAll("{holder}", holder)),
  );
  return [`### ${name} ${version} (${licence})`, copyright.join("  \n"), ...texts, ""].join("\n\n");
}

/** An exception to the GPL that lets anybody pass a program on under terms of their own stands in the GPL's place. */
export function textsOf({ licence, texts }: CarriedComponent): string[] {
  if (texts) return texts;
  const identifiers = licence.split(/ (?:AND|OR|WITH) /).map((each) => each.replace(/-or-later$/, ""));
  return identifiers
    .filter((each) => each !== "GPL-3.0")
    .map((each) => each.replace(/^LGPL-2\.\d$/, "LGPL-2.1"));
}

/** Without its copyright. @throws if there is none of that name. */
export function licenceText(name: string): string {
  return readFileSync(join(TEXTS, `${name}.txt`), "utf8").trim();
}

function fenced(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}
