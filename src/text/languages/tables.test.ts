/**
 * The tables of languages are JSON, which no compiler checks: their keys are those of `shared/language-table.ts` and
 * `shared/word-table.ts`, their values of its types.
 */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dir;
const SOURCE = ["language-table", "word-table"]
  .map((name) => readFileSync(join(HERE, `shared/${name}.ts`), "utf8"))
  .join("\n");

/** Key → its type, of an interface and those that it extends. */
function keysOf(name: string): Map<string, string> {
  const [, bases = "", body = ""] =
    new RegExp(`interface ${name}(?: extends ([\\w, ]+))? \\{\\n([^]*?)\\n\\}`).exec(SOURCE) ?? [];
  const own = [...body.matchAll(/^ {2}(\w+)\??: (.+);$/gm)].map(
    ([, key = "", type = ""]) => [key, type] as const,
  );
  return new Map([...bases.split(", ").flatMap((base) => (base === "" ? [] : [...keysOf(base)])), ...own]);
}

const TYPES = ["string", "number", "boolean"];

function faultsOf(table: Record<string, unknown>, name: string): string[] {
  const known = keysOf(name);
  return Object.entries(table).flatMap(([key, value]) => {
    const type = known.get(key);
    if (type === undefined) return [`${name}.${key} is unknown`];
    if (/^\w+Table$/.test(type)) return faultsOf(value as Record<string, unknown>, type);
    return TYPES.includes(type) && typeof value !== type ? [`${name}.${key} is no ${type}`] : [];
  });
}

const codes = readdirSync(HERE).filter((code) => existsSync(join(HERE, code, "table.json")));

test("the keys of a table and their types are told", () => {
  const wrong = { least: "10", halfs: "i pół", clock: { and: "y", minute: "minutos" } };
  const faults = [
    "LanguageTable.least is no number",
    "LanguageTable.halfs is unknown",
    "ClockTable.minute is unknown",
  ];
  expect(faultsOf(wrong, "LanguageTable")).toEqual(faults);
});

test.each(codes)("%s has a table without faults", (code) => {
  const table = JSON.parse(readFileSync(join(HERE, code, "table.json"), "utf8"));
  expect(faultsOf(table, "LanguageTable")).toEqual([]);
});
