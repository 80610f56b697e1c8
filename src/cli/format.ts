/** `tiro format`: tries the rules of dictations on text, without audio and without a server. */
import { createInterface } from "node:readline";
import { Command } from "commander";
import { refineDictation } from "../dictation/refine.ts";
import { punctuateLine, readPauses, type SpokenLine } from "../dictation/spoken-line.ts";
import { takesSentences } from "../dictation/takes-sentences.ts";
import type { SpeechRouter } from "../recognition/speech-router.ts";
import { type FormatOptions, formatWithReasons } from "../text/formatting/format-dictation.ts";
import { readInstructions } from "../text/formatting/instructions/read.ts";
import type { Reason } from "../text/formatting/reasons.ts";
import { rulesFor } from "../text/languages/index.ts";
import { normalize } from "../text/languages/normalize.ts";
import { siteLanguageModel } from "./support/language-model.ts";
import { printLine } from "./support/output.ts";
import { siteConfig } from "./support/site-config.ts";

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
  explain?: boolean;
  pauses?: boolean;
  punctuation?: boolean;
  languageModel?: boolean;
  data?: string;
  config?: string;
  json?: boolean;
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
    .option("--explain", "below each text, say why words of it were changed or left out, and who made it")
    .option("--pauses", "take | between words for a pause of the speaker, as recognizers report them")
    .option(
      "--punctuation",
      "first add punctuation with the site's packs, as after a recognizer that writes none",
    )
    .option("--language-model", "ask the site's language model for what it is configured to do")
    .option(
      "--data <dir>",
      "with --punctuation: data folder (default: data.dir of the configuration, or TIRO_DATA)",
    )
    .option(
      "--config <file>",
      "with --language-model or --punctuation: configuration file (default: TIRO_CONFIG, or none)",
    )
    .option("--json", "print text, steps (who made it) and reasons as JSON, a line each")
    .action(format);
}

async function format(flags: FormatFlags): Promise<void> {
  const engine = flags.punctuation ? await openPunctuation(flags) : null;
  try {
    await formatLines(flags, engine);
  } finally {
    await engine?.close();
  }
}

async function formatLines(flags: FormatFlags, engine: SpeechRouter | null): Promise<void> {
  const rules = rulesFor(flags.language);
  const options = optionsOf(flags);
  const model = flags.languageModel ? siteLanguageModel(flags) : null;
  const { left: instructions } = readInstructions(options.instructions ?? "");
  for await (const line of createInterface({ input: process.stdin })) {
    if (flags.normalizeOnly) {
      printLine(normalize(line, rules));
      continue;
    }
    const spoken = flags.pauses ? readPauses(line) : { words: line, pauses: [] };
    const words = await recognizedText(spoken, options, engine);
    const { text: byRules, reasons } = formatWithReasons(words, { ...options, pauses: spoken.pauses });
    const toRefine = { text: byRules, instructions, language: flags.language };
    const { text, steps } = await refineDictation(toRefine, model);
    tellRefusal(steps);
    if (flags.json) {
      printLine(JSON.stringify({ text, steps, reasons }));
      continue;
    }
    printLine(text);
    if (flags.explain) for (const told of explained(steps, reasons)) printLine(`    ${told}`);
  }
}

/** Loaded only for those who ask for it. */
async function openPunctuation({ config: file, data }: FormatFlags): Promise<SpeechRouter> {
  const { openRecognizer, unpackFolder } = await import("./support/recognizer.ts");
  const { config } = siteConfig({ config: file, data });
  const { engine, speakers } = openRecognizer({ ...config, data: { dir: unpackFolder(config) } });
  speakers.engine.close();
  return engine;
}

/** The line as the rules of a dictation get it. */
async function recognizedText(
  line: SpokenLine,
  options: FormatOptions,
  engine: SpeechRouter | null,
): Promise<string> {
  if (!engine || !takesSentences(options)) return line.words;
  const { text, lacksMarks } = await punctuateLine(engine, line, options.language);
  if (lacksMarks)
    process.stderr.write("tiro: the punctuation pack failed; the line stays without its marks\n");
  return text;
}

/** The rules' text stands. */
function tellRefusal(steps: string): void {
  const refusal = /refused=(\w+)/.exec(steps)?.[1];
  if (refusal === undefined) return;
  const why = refusal.replaceAll("_", " ");
  process.stderr.write(`tiro: the language model's answer was not taken: ${why}; the rules' text stands\n`);
}

/** `number: twenty five dollars → $25`; nothing stands for what was left out. */
function explained(steps: string, reasons: readonly Reason[]): string[] {
  const changes = reasons.map(({ code, said, written }) => {
    const shown = written.replaceAll("\n", "\\n");
    return written === "" || written === said ? `${code}: ${said}` : `${code}: ${said} → ${shown}`;
  });
  return steps === "rules" ? changes : [...changes, `steps: ${steps}`];
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
