/** The program's own source, read for the tests of its structure. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

export interface SourceFile {
  /** From the repository's root, such as `src/lib/ids.ts`. */
  path: string;
  text: string;
  /** Without comments, so that prose about a thing does not count as its use. */
  code: string;
  isTest: boolean;
}

export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)].sort().map((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
      return { path, text, code, isTest: path.endsWith(".test.ts") || path.startsWith("test/") };
    }),
  );
}

/** Imports of a file, statically, lazily, as types, or through `require`. */
export function importsOf(file: SourceFile): string[] {
  const patterns = [/\bfrom\s+"([^"]+)"/g, /\bimport\s+"([^"]+)"/g, /\b(?:import|require)\(\s*"([^"]+)"/g];
  return patterns.flatMap((pattern) =>
    [...file.code.matchAll(pattern)].map(([, specifier = ""]) => specifier),
  );
}
