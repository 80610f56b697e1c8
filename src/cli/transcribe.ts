import { Command, Option } from "commander";
import { systemClock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import {
  parseParameters,
  TRANSCRIPTION_MODEL,
  type TranscriptionParameters,
} from "../transcription/parameters.ts";
import type { ResponseFormat } from "../transcription/transcription.ts";
import { EXIT } from "./exit-codes.ts";
import { reportFailure } from "./failure.ts";
import { openRecognizer, unpackFolder } from "./support/recognizer.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";
import { findInputs, type Input, STANDARD_INPUT } from "./transcribe/inputs.ts";
import { planOutputs } from "./transcribe/outputs.ts";
import { reporterFor } from "./transcribe/report.ts";
import { transcribeInput } from "./transcribe/transcribe-input.ts";

const FORMATS = [
  "text",
  "json",
  "verbose_json",
  "srt",
  "vtt",
  "diarized_json",
] as const satisfies ResponseFormat[];
interface TranscribeFlags extends SiteFlags {
  format?: ResponseFormat;
  diarize?: boolean;
  maxSpeakers?: string;
  language?: string;
  prompt?: string;
  output?: string;
}

export function buildCommand(): Command {
  const command = new Command("transcribe")
    .description("Transcribes recordings on this machine, without a server or a database.")
    .argument("<file...>", "recordings, folders of recordings, or - for standard input")
    .addOption(
      new Option(
        "-f, --format <format>",
        "format of the text (default: text; diarized_json with --diarize)",
      ).choices(FORMATS),
    )
    .option("--diarize", "label the speaker of each word; as diarized_json, srt or vtt")
    .option("--max-speakers <number>", "with --diarize: how many speakers to keep, 1 to 8")
    .option("-l, --language <code>", "ISO 639-1 code of the language (default: detect)")
    .option("--prompt <text>", "rare words and names that may occur")
    .option("-o, --output <path>", "file to write to, or folder when there are several recordings");
  return addSiteOptions(command).action(transcribe);
}

/** One recording after another, each as parallel as the machine allows; continues after one that fails. */
async function transcribe(names: string[], flags: TranscribeFlags): Promise<void> {
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const inputs = findInputs(names);
  const outputs = plannedOutputs(inputs, flags);
  const dataDir = unpackFolder(config);
  const { engine, languages, speakers } = openRecognizer({ ...config, data: { dir: dataDir } });
  const abort = new AbortController();
  const interrupt = () => abort.abort(new TiroError("shutting_down", "Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const reporter = reporterFor(flags, inputs.length > 1);
  const begin = systemClock.monotonic();
  try {
    const parameters = parametersOf(flags, languages);
    await engine.ready();
    for (const [index, input] of inputs.entries()) {
      const options = {
        engine,
        speakers,
        parameters,
        config,
        output: outputs?.[index],
        signal: abort.signal,
      };
      try {
        reporter.done(input, await transcribeInput(input, options));
      } catch (error) {
        abort.signal.throwIfAborted();
        reporter.failed(input, error);
        process.exitCode = EXIT.failed;
      }
    }
    reporter.summary(systemClock.monotonic() - begin);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    reportFailure(abort.signal.reason);
    process.exitCode = EXIT.interrupted;
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    speakers.engine.close();
    await engine.close();
  }
}

/** A path for each input; none if everything goes to standard output. */
function plannedOutputs(inputs: readonly Input[], flags: TranscribeFlags): string[] | undefined {
  const format = formatOf(flags);
  if (flags.output !== undefined && flags.output !== STANDARD_INPUT)
    return planOutputs(
      inputs.map(({ relativePath }) => relativePath),
      flags.output,
      format,
    );
  if (inputs.length > 1 && format !== "text" && !flags.json)
    throw new TiroError(
      "invalid_request",
      `Several recordings as ${format} cannot share one output stream.`,
      {
        hint: "Name a folder to write to with --output, or ask for --json.",
      },
    );
  return undefined;
}

function formatOf({ format, diarize }: TranscribeFlags): ResponseFormat {
  return format ?? (diarize ? "diarized_json" : "text");
}

/** The same checks as the API's. */
function parametersOf(flags: TranscribeFlags, languages: readonly string[]): TranscriptionParameters {
  const fields: [string, string][] = [
    ["model", TRANSCRIPTION_MODEL],
    ["response_format", formatOf(flags)],
  ];
  if (flags.diarize) fields.push(["diarize", "true"]);
  if (flags.maxSpeakers !== undefined) fields.push(["max_speakers", flags.maxSpeakers]);
  if (flags.language !== undefined) fields.push(["language", flags.language]);
  if (flags.prompt !== undefined) fields.push(["prompt", flags.prompt]);
  return parseParameters(fields, languages);
}
