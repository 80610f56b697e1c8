import { createInterface } from "node:readline";
import { Command } from "commander";
import { type FormatOptions, formatDictation } from "../text/formatting/format-dictation.ts";
import { normalize } from "../text/formatting/normalize.ts";
import { rulesFor } from "../text/languages/index.ts";
import { printLine } from "./support/output.ts";

interface FormatFlags {
  language: string;
  casual?: boolean;
  app?: string;
  appBundleId?: string;
  field?: string;
  before?: string;
  after?: string;
  term?: string[];
  instructions?: string;
  normalizeOnly?: boolean;
}

export function buildCommand(): Command {
  return new Command("format")
    .description("Formats each line of standard input like a dictation, without audio or a server.")
    .option("--language <code>", "language of the text", "en")
    .option("--casual", "casual messaging: lower-case start, no final full stop (not in mail and documents)")
    .option("--app <name>", "name of the app that receives the text")
    .option("--app-bundle-id <id>", "bundle id or package name of the app")
    .option("--field <description>", "accessibility description of the field")
    .option("--before <text>", "text right before the insertion point")
    .option("--after <text>", "text right after it")
    .option("--term <word...>", "words of the dictionary")
    .option("--instructions <text>", "custom instructions")
    .option("--normalize-only", "only convert numbers, dates, amounts and addresses from lower-case words")
    .action(async (flags: FormatFlags) => {
      const rules = rulesFor(flags.language);
      const options = optionsOf(flags);
      for await (const line of createInterface({ input: process.stdin }))
        printLine(flags.normalizeOnly ? normalize(line, rules) : formatDictation(line, options));
    });
}

function optionsOf(flags: FormatFlags): FormatOptions {
  return {
    language: flags.language,
    casual: flags.casual ?? false,
    app: flags.app,
    appBundleId: flags.appBundleId,
    focusedElement: flags.field,
    textBefore: flags.before ?? "",
    textAfter: flags.after ?? "",
    dictionary: flags.term ?? [],
    instructions: flags.instructions ?? "",
  };
}
