import { Command, Option } from "commander";
import { loadConfig } from "../config/load.ts";
import { systemClock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import {
  parseParameters,
  type SupportedFormat,
  TRANSCRIPTION_MODEL,
  type TranscriptionParameters,
} from "../transcription/parameters.ts";
import { reportFailure } from "./failure.ts";
import { openRecognizer, unpackFolder } from "./support/recognizer.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { findInputs, type Input, STANDARD_INPUT } from "./transcribe/inputs.ts";
import { planOutputs } from "./transcribe/outputs.ts";
import { reporterFor } from "./transcribe/report.ts";
import { transcribeInput } from "./transcribe/transcribe-input.ts";

const FORMATS = ["text", "json", "verbose_json", "srt", "vtt"] as const satisfies SupportedFormat[];
/** A shell's convention for a program that ended by an interrupt. */
const EXIT_INTERRUPTED = 130;

interface TranscribeFlags extends SiteFlags {
  format: SupportedFormat;
  language?: string;
  prompt?: string;
  output?: string;
}

export function buildCommand(): Command {
  const command = new Command("transcribe")
    .description("Transcribes recordings on this machine. Needs neither a server nor a database.")
    .argument("<file...>", "recordings, folders of recordings, or - for standard input")
    .addOption(new Option("-f, --format <format>", "format of the text").choices(FORMATS).default("text"))
    .option("-l, --language <code>", "ISO 639-1 code of the language (default: detect)")
    .option("--prompt <text>", "rare words and names that may occur")
    .option("-o, --output <path>", "file to write to, or folder when there are several recordings");
  return addSiteOptions(command).action(transcribe);
}

/** One recording after another, each as parallel as the machine allows; goes on after one that fails. */
async function transcribe(names: string[], flags: TranscribeFlags): Promise<void> {
  const { config } = loadConfig({ file: flags.config, flags: { data: flags.data } });
  const inputs = findInputs(names);
  const outputs = plannedOutputs(inputs, flags);
  const dataDir = unpackFolder(config);
  const { engine, pack } = openRecognizer({ ...config, data: { dir: dataDir } });
  const abort = new AbortController();
  const interrupt = () => abort.abort(new TiroError("shutting_down", "Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const reporter = reporterFor(flags, inputs.length > 1);
  const begin = systemClock.monotonic();
  try {
    const parameters = parametersOf(flags, pack.manifest.languages);
    await engine.ready();
    for (const [index, input] of inputs.entries()) {
      const options = { engine, parameters, config, output: outputs?.[index], signal: abort.signal };
      try {
        reporter.done(input, await transcribeInput(input, options));
      } catch (error) {
        abort.signal.throwIfAborted();
        reporter.failed(input, error);
        process.exitCode = 1;
      }
    }
    reporter.summary(systemClock.monotonic() - begin);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    reportFailure(abort.signal.reason);
    process.exitCode = EXIT_INTERRUPTED;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await engine.close();
  }
}

/** A path for each input; none where everything goes to standard output. */
function plannedOutputs(inputs: readonly Input[], flags: TranscribeFlags): string[] | undefined {
  if (flags.output !== undefined && flags.output !== STANDARD_INPUT)
    return planOutputs(
      inputs.map(({ relativePath }) => relativePath),
      flags.output,
      flags.format,
    );
  if (inputs.length > 1 && flags.format !== "text" && !flags.json)
    throw new TiroError(
      "invalid_request",
      `Several recordings as ${flags.format} do not fit into one stream.`,
      {
        hint: "Name a folder to write to with --output, or ask for --json.",
      },
    );
  return undefined;
}

/** The same checks as the API's. */
function parametersOf(flags: TranscribeFlags, languages: readonly string[]): TranscriptionParameters {
  const fields: [string, string][] = [
    ["model", TRANSCRIPTION_MODEL],
    ["response_format", flags.format],
  ];
  if (flags.language !== undefined) fields.push(["language", flags.language]);
  if (flags.prompt !== undefined) fields.push(["prompt", flags.prompt]);
  return parseParameters(fields, languages);
}
