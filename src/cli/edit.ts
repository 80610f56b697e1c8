/** `tiro edit`: tries a spoken instruction on text, without audio and without a server. */

import { Command } from "commander";
import { refineEdit } from "../dictation/refine.ts";
import { EDIT_LANGUAGES, editText } from "../text/editing/edit-text.ts";
import { EXIT } from "./exit-codes.ts";
import { siteLanguageModel } from "./support/language-model.ts";
import { printOutcome } from "./support/output.ts";

interface EditFlags {
  instruction: string;
  language: string;
  before: string;
  after: string;
  term: string[];
  languageModel?: boolean;
  config?: string;
  json?: boolean;
}

export function buildCommand(): Command {
  return new Command("edit")
    .description("Applies a spoken instruction to the text on standard input and prints the result.")
    .requiredOption(
      "--instruction <words>",
      "the spoken instruction, such as: replace tuesday with wednesday",
    )
    .option("--language <code>", "language of the instruction: en, de, fr, es; auto tries them all", "en")
    .option("--before <text>", "text right before the selection", "")
    .option("--after <text>", "text right after it", "")
    .option("--term <word...>", "words of the dictionary", [])
    .option("--language-model", "ask the site's language model if the rules do not understand")
    .option("--config <file>", "with --language-model: configuration file (default: TIRO_CONFIG, or none)")
    .option("--json", "print text, unclear, deleted and steps (who made the text) as JSON")
    .action(edit);
}

async function edit(flags: EditFlags): Promise<void> {
  const { instruction, language, before: textBefore, after: textAfter, term: dictionary, json } = flags;
  const model = flags.languageModel ? siteLanguageModel(flags) : null;
  const selectedText = (await Bun.stdin.text()).replace(/\n$/, "");
  const byRules = editText(instruction, selectedText, { language, dictionary, textBefore, textAfter });
  const result = await refineEdit(byRules, { instruction, selectedText, language }, model);
  printOutcome({ json }, result, result.text);
  if (!result.unclear) return;
  process.exitCode = EXIT.failed;
  const refusal = /refused=(\w+)/.exec(result.steps)?.[1];
  const asked =
    refusal === undefined
      ? ""
      : `; the language model's answer was not taken: ${refusal.replaceAll("_", " ")}`;
  const isKnown = language === "auto" || EDIT_LANGUAGES.includes(language);
  const why = isKnown
    ? ", or what it names is not in the text"
    : `: there are no rules for spoken edits in "${language}", only for ${EDIT_LANGUAGES.join(", ")}`;
  process.stderr.write(`tiro: the instruction was not understood${why}; the text is unchanged${asked}\n`);
}
