/** `tiro models search`. */
import { Command } from "commander";
import { type CatalogueEntry, entryCapabilities, searchCatalogue } from "../../packs/catalogue.ts";
import { isRecognizerKind } from "../../packs/manifest.ts";
import { memoryBytesOf } from "../../recognition/catalogue-memory.ts";
import { speedOf } from "../../recognition/speed.ts";
import { printJson, printLine, printTable } from "../support/output.ts";
import { shownErrors, shownLanguages, shownMemory, shownSize } from "./catalogue-text.ts";

const HEADINGS = [
  "PACK",
  "KIND",
  "LANGUAGES",
  "SIZE",
  "MEMORY",
  "SPEED",
  "ERRORS",
  "FOR",
  "CHECKSUM",
  "LICENCE",
];

export function searchCommand(): Command {
  return new Command("search")
    .argument(
      "[word...]",
      "words from id, description, kind or licence, or languages by code or name (English, German, French, Spanish)",
    )
    .description("Lists the packs in the built-in catalogue: recognizers, then others. No network is needed.")
    .option("--json", "print JSON")
    .action((words: string[], flags: { json?: boolean }) => {
      const found = searchCatalogue(words);
      if (flags.json)
        return printJson(
          found.map((entry) => ({
            ...entry,
            capabilities: entryCapabilities(entry),
            memory_bytes: memoryBytesOf(entry),
            speed: isRecognizerKind(entry.kind) ? speedOf(entry) : null,
          })),
        );
      const { recognizers = [], others = [] } = Object.groupBy(found, ({ kind }) =>
        isRecognizerKind(kind) ? "recognizers" : "others",
      );
      printTable(HEADINGS, recognizers.map(toCells), "No recognizer fits.");
      if (others.length === 0) return;
      printLine("\nFor other uses than recognition:");
      printTable(HEADINGS, others.map(toCells), "");
    });
}

function toCells(entry: CatalogueEntry): string[] {
  const { id, kind, languages, megabytes, best_on, sha256, licence, errors } = entry;
  const memory = shownMemory(memoryBytesOf(entry));
  const checksum = sha256 === null ? "none known" : "known";
  return [
    id,
    kind,
    shownLanguages(languages),
    shownSize(megabytes),
    memory,
    isRecognizerKind(kind) ? speedOf(entry) : "-",
    shownErrors(errors),
    best_on ?? "any",
    checksum,
    licence,
  ];
}
