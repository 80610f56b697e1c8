/** Transcripts as files, one or many, and names that speakers had before. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { idOf, oneOf, text } from "../../lib/wire.ts";
import {
  EXPORT_FORMATS,
  EXPORT_TYPES,
  type ExportOptions,
} from "../../recordings/exports/exported-transcript.ts";
import { SUBTITLE_RULES } from "../../transcription/formats/cues.ts";
import { fileAnswer, jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../../web/operation.ts";
import { readQuery } from "../../web/query.ts";
import { type KeyRoute, keyRoute } from "../../web/route.ts";
import { withSearch } from "../../web/search-by-body.ts";
import { RECORDINGS, type RecordingRouteDeps, recordingOf, recordingPath } from "./fields.ts";

/** @param number in a query a text, in a body a number. */
function ruleFields(number: () => z.ZodNumber | z.ZodCoercedNumber) {
  const within = (min: number, max: number, byDefault: number) => {
    const message = `must be a number from ${min} to ${max}`;
    return number().min(min, message).max(max, message).default(byDefault);
  };
  const whole = (min: number, max: number, byDefault: number) => {
    const message = `must be a whole number from ${min} to ${max}`;
    return number().int(message).min(min, message).max(max, message).default(byDefault);
  };
  const { maxLineChars, maxLines, maxCharsPerSecond, minMs } = SUBTITLE_RULES;
  return {
    max_line_chars: whole(limits.subtitleLineCharsMin, limits.subtitleLineCharsMax, maxLineChars).describe(
      "Of srt and vtt: characters in a line; East Asian ones count twice.",
    ),
    max_lines: whole(1, limits.subtitleLinesMax, maxLines).describe("Lines of a subtitle."),
    max_chars_per_second: within(
      limits.subtitleCharsPerSecondMin,
      limits.subtitleCharsPerSecondMax,
      maxCharsPerSecond,
    ).describe("Reading speed, as far as the pause behind a subtitle allows it."),
    min_seconds: within(limits.subtitleSecondsMin, limits.subtitleSecondsMax, minMs / 1000).describe(
      "Shortest time of a subtitle, as far as the pause after it allows.",
    ),
  };
}

const format = oneOf(EXPORT_FORMATS).describe(
  "`docx`: Word document; `md`: Markdown; `json`: everything that is known, which can be imported again.",
);
const SPEAKERS = "Whether it says who speaks.";
const TIMES = "Whether docx, txt and md say when. Subtitles and json always do.";
const mustBeNumber = "must be a number";

const flag = z.enum(["true", "false"], "must be true or false");
const querySchema = z.object({
  format,
  speakers: flag.default("true").describe(SPEAKERS),
  times: flag.default("false").describe(TIMES),
  ...ruleFields(() => z.coerce.number(mustBeNumber)),
});

const manySchema = z.strictObject({
  ids: z
    .array(idOf("rec"))
    .min(1, "must name a recording")
    .max(limits.recordingsAtOnce, `must be at most ${limits.recordingsAtOnce}`),
  format,
  speakers: z.boolean("must be true or false").default(true).describe(SPEAKERS),
  times: z.boolean("must be true or false").default(false).describe(TIMES),
  ...ruleFields(() => z.number(mustBeNumber)),
});

const namesQuery = z.object({
  prefix: text(0, limits.speakerNameChars).default("").describe("How a word of the name begins."),
});
const SpeakerNameList = z.object({ object: z.literal("list"), data: z.array(z.string()) });

const tags = ["Recordings"] as const;
const file = z.string().meta({ format: "binary" });
const FILES = Object.fromEntries(
  Object.entries(EXPORT_TYPES).map(([format, type]) => [
    type.split(";")[0] as string,
    { schema: format === "json" ? z.looseObject({}) : file },
  ]),
);
const errors = ["recording_not_found", "history_unavailable", "recording_not_ready"] as const;
const operations = {
  one: {
    tags,
    path: recordingPath,
    id: "exportRecording",
    summary: "A transcript as a file",
    description:
      "The edited text, with the names of its speakers. Subtitles never begin before their first word and never overlap.",
    query: querySchema.shape,
    answers: {
      200: {
        description: "The file; its name is in `Content-Disposition`.",
        content: FILES,
      },
    },
    errors,
  },
  many: {
    tags,
    id: "exportRecordings",
    summary: "Several transcripts as files in a zip archive",
    description: "Named after the recordings, without folders. All of them must have a transcript.",
    body: jsonBody(manySchema, { ids: ["rec_0123456789abcdef0123456789abcdef"], format: "docx" }),
    answers: { 200: { description: "The archive.", content: { "application/zip": { schema: file } } } },
    errors,
  },
  names: {
    tags,
    id: "listSpeakerNames",
    summary: "Names that speakers had in your recordings",
    query: namesQuery.shape,
    answers: { 200: jsonOf(`At most ${limits.speakerNamesTold}, the last used first.`, SpeakerNameList) },
    errors: ["history_unavailable"],
  },
} as const satisfies Record<string, Operation>;

export function exportRoutes({ recordings }: RecordingRouteDeps): KeyRoute[] {
  return [
    keyRoute("read", `GET ${RECORDINGS}/:recording/export`, operations.one, async (exchange) => {
      const { speakers, times, ...rest } = readQuery(exchange.request, querySchema);
      const options = toOptions({ ...rest, speakers: speakers === "true", times: times === "true" });
      const { name, contentType, body } = await recordings.export(
        exchange.principal,
        recordingOf(exchange),
        options,
      );
      return fileAnswer(name, contentType, body);
    }),
    keyRoute(
      "read",
      `POST ${RECORDINGS}/export`,
      operations.many,
      async ({ principal, request, holdOpen }) => {
        const { ids, ...rest } = await readJson(request, manySchema);
        const archive = await recordings.exportMany(principal, ids, toOptions(rest));
        holdOpen();
        return fileAnswer("recordings.zip", "application/zip", archive);
      },
    ),
    ...withSearch(
      keyRoute("read", `GET ${RECORDINGS}/speaker-names`, operations.names, ({ principal, request }) => {
        const { prefix } = readQuery(request, namesQuery);
        return jsonAnswer(200, { object: "list", data: recordings.speakerNames(principal, prefix) });
      }),
    ),
  ];
}

function toOptions(chosen: Omit<z.output<typeof manySchema>, "ids">): ExportOptions {
  const { format, speakers, times, max_line_chars, max_lines, max_chars_per_second, min_seconds } = chosen;
  return {
    ...{ format, speakers, times },
    rules: {
      maxLineChars: max_line_chars,
      maxLines: max_lines,
      maxCharsPerSecond: max_chars_per_second,
      minMs: Math.round(min_seconds * 1000),
    },
  };
}
