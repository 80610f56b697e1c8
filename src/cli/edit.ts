/** `tiro edit`: tries a spoken instruction on text, without audio and without a server. */
import { Command } from "commander";
import { editText } from "../dictation/editing/edit-text.ts";
import { EXIT } from "./exit-codes.ts";
import { printJson, printLine } from "./support/output.ts";

interface EditFlags {
  instruction: string;
  language: string;
  json?: boolean;
}

export function buildCommand(): Command {
  return new Command("edit")
    .description("Applies a spoken instruction to the text on standard input and prints the result.")
    .requiredOption(
      "--instruction <words>",
      "the spoken instruction, such as: replace tuesday with wednesday",
    )
    .option("--language <code>", "language of the instruction", "en")
    .option("--json", "print text, unclear and deleted as JSON")
    .action(edit);
}

async function edit({ instruction, language, json }: EditFlags): Promise<void> {
  const selection = (await Bun.stdin.text()).replace(/\n$/, "");
  const result = editText(instruction, selection, { language, dictionary: [] });
  if (json) printJson(result);
  else printLine(result.text);
  if (!result.unclear) return;
  process.exitCode = EXIT.failed;
  process.stderr.write(
    "tiro: the instruction was not understood, or what it names is not in the text; the text is unchanged\n",
  );
}
