/** The multipart fields of a transcription, checked: every rule that needs no look into the file. */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { languageOf } from "../lib/languages.ts";
import { languageNotAvailable } from "../recognition/choose.ts";
import { RESPONSE_FORMATS, type ResponseFormat } from "./transcription.ts";

/** The API's one model id; which pack it stands for is the site's choice. */
export const TRANSCRIPTION_MODEL = "speech-v1.5";

/** Also the canonical form for the idempotency fingerprint: defaults are filled in, nothing else is kept. */
export interface TranscriptionParameters {
  model: typeof TRANSCRIPTION_MODEL;
  /** tiro's code (see lib/languages.ts), or null for detection. */
  language: string | null;
  prompt: string | null;
  responseFormat: ResponseFormat;
  /** Whether speakers are distinguished; `responseFormat` is then one that shows them. */
  diarize: boolean;
  /** Speakers whose labels are kept; null for all. */
  maxSpeakers: number | null;
  /** The id of the pack that shall recognize it, if somebody chose one. */
  pack?: string;
}

/** For those who read the description of the API; `parseParameters` decides, in OpenAI's words. */
export const TranscriptionFields = z.object({
  model: z
    .string()
    .meta({ examples: [TRANSCRIPTION_MODEL] })
    .describe("`speech-v1.5`, or another name that the site gave it (`models.aliases`)."),
  language: z
    .string()
    .optional()
    .describe(
      "ISO 639 code such as `en`, a tag such as `pt-BR`, or an English name; left out or `auto`: detected.",
    ),
  prompt: z.string().max(limits.promptChars).optional().describe("Context or vocabulary."),
  response_format: z
    .enum(RESPONSE_FORMATS)
    .optional()
    .describe(
      "Default: json; with diarize diarized_json. With diarize only diarized_json, srt and vtt; diarized_json only with diarize.",
    ),
  diarize: z.boolean().default(false).describe("Label who says each word."),
  max_speakers: z
    .int()
    .min(1)
    .max(limits.speakers)
    .optional()
    .describe(
      "Only with diarize: how many speakers keep their labels, those who speak longest. The words of others go to the one whose voice is most alike.",
    ),
  temperature: z.literal(0).optional().describe("Recognition has no temperature."),
  stream: z.literal(false).default(false).describe("Streaming is not supported."),
  "timestamp_granularities[]": z.array(z.literal("segment")).optional().describe("Only with verbose_json."),
});

const SINGLE_FIELDS = [
  "model",
  "language",
  "prompt",
  "response_format",
  "diarize",
  "max_speakers",
  "temperature",
  "stream",
] as const;
type SingleField = (typeof SINGLE_FIELDS)[number];

/** OpenAI's clients write an array field with brackets, once an item. */
const GRANULARITY_FIELDS = ["timestamp_granularities[]", "timestamp_granularities"];

/**
 * @param fields all multipart fields but the file, as received.
 * @param installedLanguages tiro's codes of the languages that installed packs recognize.
 * @param aliases other names of the model.
 * @throws TiroError `invalid_request`, `unsupported_value`, `model_not_found` or `language_not_available`, with `param`.
 */
export function parseParameters(
  fields: readonly (readonly [name: string, value: string])[],
  installedLanguages: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): TranscriptionParameters {
  const { single, granularities } = sortFields(fields);
  const model = parseModel(single.get("model"), aliases);
  const language = parseLanguage(single.get("language"), installedLanguages);
  const prompt = parsePrompt(single.get("prompt"));
  const diarize = parseBoolean("diarize", single.get("diarize"));
  const maxSpeakers = parseMaxSpeakers(single.get("max_speakers"), diarize);
  const responseFormat = parseFormat(single.get("response_format"), diarize);
  refuseCompatibilityValues(single);
  checkGranularities(granularities, responseFormat);
  return { model, language, prompt, responseFormat, diarize, maxSpeakers };
}

function sortFields(fields: readonly (readonly [string, string])[]) {
  const single = new Map<SingleField, string>();
  const granularities: string[] = [];
  for (const [name, value] of fields) {
    if (GRANULARITY_FIELDS.includes(name)) {
      granularities.push(value);
      continue;
    }
    const known = SINGLE_FIELDS.find((field) => field === name);
    if (!known) throw unknownField(name);
    if (single.has(known)) throw invalid(known, `\`${known}\` was sent more than once; send it once.`);
    single.set(known, value);
  }
  return { single, granularities };
}

function unknownField(name: string): TiroError {
  if (name === "file")
    return invalid("file", "`file` must be a file part (with a file name), not a text field.");
  const shown = name.length > limits.fieldNameBytes ? `${name.slice(0, limits.fieldNameBytes)}…` : name;
  return invalid(shown, `\`${shown}\` is not a field of this route; omit it.`);
}

function parseModel(
  value: string | undefined,
  aliases: Readonly<Record<string, string>>,
): typeof TRANSCRIPTION_MODEL {
  if (value === undefined) throw invalid("model", `\`model\` is missing; send \`${TRANSCRIPTION_MODEL}\`.`);
  if (isModel(value, aliases)) return TRANSCRIPTION_MODEL;
  throw new TiroError("model_not_found", `No such model; send \`${TRANSCRIPTION_MODEL}\`.`, {
    param: "model",
  });
}

/** @param aliases `models.aliases` of the configuration. */
export function isModel(name: string, aliases: Readonly<Record<string, string>>): boolean {
  return name === TRANSCRIPTION_MODEL || Object.hasOwn(aliases, name);
}

function parseLanguage(value: string | undefined, installed: readonly string[]): string | null {
  if (value === undefined || /^\s*(auto)?\s*$/i.test(value)) return null;
  const language = languageOf(value);
  if (language === null) {
    throw invalid(
      "language",
      "`language` must be an ISO 639 code such as `en`, a tag such as `pt-BR`, a language's English name, or `auto`.",
    );
  }
  if (installed.includes(language)) return language;
  throw languageNotAvailable(value, language);
}

function parsePrompt(value: string | undefined): string | null {
  if (value === undefined || value === "") return null;
  if (value.length <= limits.promptChars) return value;
  throw invalid(
    "prompt",
    `\`prompt\` has ${value.length} characters; at most ${limits.promptChars} are taken.`,
  );
}

/** Those in which each word's speaker is seen. */
const DIARIZED_FORMATS = ["diarized_json", "srt", "vtt"] as const satisfies ResponseFormat[];

function parseFormat(value: string | undefined, diarize: boolean): ResponseFormat {
  if (value === undefined) return diarize ? "diarized_json" : "json";
  const format = RESPONSE_FORMATS.find((known) => known === value);
  if (!format)
    throw invalid("response_format", `\`response_format\` must be one of ${RESPONSE_FORMATS.join(", ")}.`);
  if (diarize && !DIARIZED_FORMATS.some((known) => known === format)) {
    throw unsupported(
      "response_format",
      `\`${format}\` cannot show speakers; with \`diarize\`, use ${DIARIZED_FORMATS.join(", ")}.`,
    );
  }
  if (!diarize && format === "diarized_json") {
    throw unsupported("response_format", "`diarized_json` requires `diarize`; send `diarize=true` as well.");
  }
  return format;
}

function parseMaxSpeakers(value: string | undefined, diarize: boolean): number | null {
  if (value === undefined) return null;
  const speakers = /^[0-9]$/.test(value) ? Number(value) : 0;
  if (speakers < 1 || speakers > limits.speakers) {
    throw invalid("max_speakers", `\`max_speakers\` must be a whole number from 1 to ${limits.speakers}.`);
  }
  if (!diarize) throw unsupported("max_speakers", "`max_speakers` requires `diarize`; omit it.");
  return speakers;
}

function refuseCompatibilityValues(single: Map<SingleField, string>): void {
  if (parseBoolean("stream", single.get("stream"))) {
    throw unsupported("stream", "Streaming is not supported; omit `stream` or send `false`.");
  }
  const temperature = single.get("temperature");
  if (temperature === undefined) return;
  if (!/^-?[0-9]+(\.[0-9]+)?$/.test(temperature))
    throw invalid("temperature", "`temperature` must be a number.");
  if (Number(temperature) !== 0) {
    throw unsupported("temperature", "Recognition has no temperature; omit `temperature` or send 0.");
  }
}

function checkGranularities(granularities: string[], format: ResponseFormat): void {
  const param = "timestamp_granularities";
  if (granularities.some((granularity) => granularity !== "segment")) {
    throw unsupported(param, "Only `segment` is supported in `timestamp_granularities`.");
  }
  if (granularities.length > 0 && format !== "verbose_json") {
    throw unsupported(param, "`timestamp_granularities` requires the response format `verbose_json`.");
  }
}

function parseBoolean(param: SingleField, value: string | undefined): boolean {
  const word = value?.toLowerCase();
  if (word === undefined || word === "false") return false;
  // Python writes a capital.
  if (word === "true") return true;
  throw invalid(param, `\`${param}\` must be \`true\` or \`false\`.`);
}

function invalid(param: string, message: string): TiroError {
  return new TiroError("invalid_request", message, { param });
}

function unsupported(param: string, message: string): TiroError {
  return new TiroError("unsupported_value", message, { param });
}
