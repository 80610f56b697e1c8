/** Writes what `bench:accuracy` measured into README, manual and card. `bun run docs`; a test says when they are stale. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FIGURES, type Figures } from "../bench/accuracy/figures.ts";

const ROOT = join(import.meta.dir, "../..");
const PACK = join(ROOT, "models/moonshine-tiny-en");
const CARD = join(PACK, "MODEL_CARD.md");
const DOCUMENTS = [join(ROOT, "README.md"), join(ROOT, "src/manual/languages.md"), CARD];
const PLACE = /(<!-- accuracy: [^>]* -->\n)[\s\S]*?(<!-- \/accuracy -->)/;

const GROUPS: readonly [known: boolean, real: boolean, heading: string][] = [
  [false, true, "People whom `starter-en` does not know"],
  [true, true, "People whom `starter-en` knows from its training"],
  [false, false, "Programs that speak, unknown to `starter-en`"],
  [true, false, "Programs that speak, known to `starter-en`"],
];

/** Of words, wrong out of a hundred. */
export function accuracyTable(figures: readonly Figures[]): string {
  const rows = GROUPS.flatMap(([known, real, heading]) => {
    const sets = figures.filter((set) => set.known === known && set.real === real);
    return sets.length === 0
      ? []
      : [`| **${heading}** | | | |`, ...sets.map((set) => row(set.name, set.words, set))];
  });
  return [
    "| Words wrong out of a hundred | words | `moonshine-tiny-en` | `starter-en` |",
    "|---|---:|---:|---:|",
    ...rows,
  ].join("\n");
}

function row(name: string, words: number, { moonshine, starter }: Pick<Figures, "moonshine" | "starter">) {
  const share = (wrong: number) => ((100 * wrong) / words).toFixed(1);
  return `| ${name} | ${words} | ${share(moonshine)} | ${share(starter)} |`;
}

/** Those with the table, and the manifest with the checksum of the card. */
export function generatedAccuracyFiles(): { path: string; content: string }[] {
  const table = accuracyTable(JSON.parse(readFileSync(FIGURES, "utf8")));
  const documents = DOCUMENTS.map((path) => {
    const text = readFileSync(path, "utf8");
    if (!PLACE.test(text)) throw new Error(`${path} has no place for the table`);
    return { path, content: text.replace(PLACE, (_, before, after) => `${before}\n${table}\n\n${after}`) };
  });
  const card = Buffer.from(documents.find(({ path }) => path === CARD)?.content ?? "");
  const manifest = JSON.parse(readFileSync(join(PACK, "pack.json"), "utf8"));
  manifest.card.sha256 = new Bun.CryptoHasher("sha256").update(card).digest("hex");
  manifest.card.bytes = card.byteLength;
  return [...documents, { path: join(PACK, "pack.json"), content: `${JSON.stringify(manifest, null, 2)}\n` }];
}

if (import.meta.main)
  for (const { path, content } of generatedAccuracyFiles()) {
    writeFileSync(path, content);
    console.log(`wrote ${path}`);
  }
