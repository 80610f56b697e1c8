/** The code of the README and the manual, as its readers would use it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

export const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(ROOT, "src/manual"))
    .sort()
    .map((name) => `src/manual/${name}`),
];

/** Who runs a block of the manual. `service`: the user of the data folder, or root, whose commands continue as that user. */
export type BlockUser = "anybody" | "service" | "root";

export interface CodeBlock {
  /** The heading above it; empty before the first one. */
  section: string;
  language: string;
  /** Null if the block does not say. */
  user: BlockUser | null;
  code: string;
  /** Of a block that is only an example: why it cannot run in a test. */
  example: string | null;
  /** The expected output in the next block; null if it is no output. */
  prints: { language: string; code: string } | null;
}

const FENCE =
  /^```(\w+)(?: (anybody|service|root))?(?: example(?:: (.*))?)?\n([\s\S]*?)^```\n(?:\n^```(json|text)\n([\s\S]*?)^```)?/gm;

export function codeBlocks(document: string): CodeBlock[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  return [...text.matchAll(FENCE)].map(
    ({
      index,
      0: whole,
      1: language = "",
      2: user,
      3: example,
      4: code = "",
      5: printed,
      6: output = "",
    }) => ({
      section: [...text.slice(0, index).matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? "",
      language,
      user: (user as BlockUser | undefined) ?? null,
      code,
      example: /^```\w+(?: \w+)? example/.test(whole) ? (example ?? "") : null,
      prints: printed === undefined ? null : { language: printed, code: output },
    }),
  );
}

/** Every call of the executable in the document, in its blocks and its sentences. */
export function tiroCalls(document: string): string[] {
  const shell = codeBlocks(document)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.replaceAll("\\\n", " ").split("\n"))
    .flatMap((line) =>
      [...line.matchAll(/(?:^|\s)(?:sudo -u tiro )?(tiro [a-z-].*)/g)].map(([, call = ""]) => call),
    );
  const prose = readFileSync(join(ROOT, document), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  const spans = [...prose.matchAll(/`(tiro [^`]+)`/g)].map(([, call = ""]) => call);
  return [...new Set([...shell, ...spans])].map((call) => call.replace(/\s*(?:[|<>;&]| #).*$/, ""));
}

/** Every script of package.json that the document names. */
export function namedScripts(document: string): string[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  return [...text.matchAll(/\bbun(?:@\S+)? run ([\w:-]+)/g)].map(([, script = ""]) => script);
}

/** Identifiers and times differ from run to run. */
export function withoutChance(text: string): string {
  return text
    .replace(/\b(req|ses|usr|key)_[0-9a-f]{32}\b/g, "$1_…")
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z\b/g, "(time)");
}
