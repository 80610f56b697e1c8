import { describe, expect, test } from "bun:test";
import { refusalOf } from "../../test/support/refusal.ts";
import { limits } from "../config/limits.ts";
import { parseParameters } from "./parameters.ts";

type Fields = [name: string, value: string][];
const model: [string, string] = ["model", "speech-v1.5"];

const failure = (fields: Fields) => refusalOf(() => parseParameters(fields, ["en"]));

const accepted: [what: string, fields: Fields, expected: Partial<ReturnType<typeof parseParameters>>][] = [
  [
    "the model alone",
    [model],
    { model: "speech-v1.5", language: null, prompt: null, responseFormat: "json" },
  ],
  ["a covered language", [model, ["language", "en"]], { language: "en" }],
  ["a language in other words", [model, ["language", "eng"]], { language: "en" }],
  ["a language with a region", [model, ["language", "en-GB"]], { language: "en" }],
  ["a language by name", [model, ["language", "English"]], { language: "en" }],
  ["auto", [model, ["language", "auto"]], { language: null }],
  ["no language", [model, ["language", ""]], { language: null }],
  ["AUTO", [model, ["language", " AUTO"]], { language: null }],
  ["a capital as Python writes it", [model, ["diarize", "False"]], { diarize: false }],
  ["a format", [model, ["response_format", "srt"]], { responseFormat: "srt" }],
  ["temperature 0", [model, ["temperature", "0"]], {}],
  ["temperature 0.0", [model, ["temperature", "0.0"]], {}],
  ["stream false", [model, ["stream", "false"]], {}],
  ["diarize false", [model, ["diarize", "false"]], { diarize: false, maxSpeakers: null }],
  [
    "speaker labels, in their own format",
    [model, ["diarize", "true"]],
    { diarize: true, maxSpeakers: null, responseFormat: "diarized_json" },
  ],
  ...(["diarized_json", "srt", "vtt"] as const).map((responseFormat): (typeof accepted)[number] => [
    `speaker labels as ${responseFormat}`,
    [model, ["diarize", "true"], ["response_format", responseFormat]],
    { diarize: true, responseFormat },
  ]),
  ...[1, limits.speakers].map((maxSpeakers): (typeof accepted)[number] => [
    `labels of ${maxSpeakers} speakers`,
    [model, ["diarize", "true"], ["max_speakers", String(maxSpeakers)]],
    { diarize: true, maxSpeakers },
  ]),
  [
    "segments, as OpenAI's clients send them",
    [model, ["response_format", "verbose_json"], ["timestamp_granularities[]", "segment"]],
    { responseFormat: "verbose_json" },
  ],
  [
    "the longest prompt",
    [model, ["prompt", "x".repeat(limits.promptChars)]],
    { prompt: "x".repeat(limits.promptChars) },
  ],
  ["an empty prompt", [model, ["prompt", ""]], { prompt: null }],
];

const refused: [what: string, fields: Fields, code: string, param: string][] = [
  ["no model", [], "invalid_request", "model"],
  ["another model", [["model", "whisper-1"]], "model_not_found", "model"],
  ["the model twice", [model, model], "invalid_request", "model"],
  ["an unknown field", [model, ["temperatur", "0"]], "invalid_request", "temperatur"],
  ["the file as text", [model, ["file", "RIFF"]], "invalid_request", "file"],
  ["a language that does not exist", [model, ["language", "xx"]], "invalid_request", "language"],
  ["a language without a pack", [model, ["language", "de"]], "language_not_available", "language"],
  [
    "a prompt one too long",
    [model, ["prompt", "x".repeat(limits.promptChars + 1)]],
    "invalid_request",
    "prompt",
  ],
  ["an unknown format", [model, ["response_format", "xml"]], "invalid_request", "response_format"],
  ...(["json", "text", "verbose_json"] as const).map((format): (typeof refused)[number] => [
    `speaker labels as ${format}`,
    [model, ["diarize", "true"], ["response_format", format]],
    "unsupported_value",
    "response_format",
  ]),
  ["no boolean", [model, ["diarize", "1"]], "invalid_request", "diarize"],
  [
    "the diarized format alone",
    [model, ["response_format", "diarized_json"]],
    "unsupported_value",
    "response_format",
  ],
  ["speakers without labels", [model, ["max_speakers", "2"]], "unsupported_value", "max_speakers"],
  ["no speakers", [model, ["max_speakers", "0"]], "invalid_request", "max_speakers"],
  ["nine speakers", [model, ["max_speakers", "9"]], "invalid_request", "max_speakers"],
  ["half a speaker", [model, ["max_speakers", "1.5"]], "invalid_request", "max_speakers"],
  ["some temperature", [model, ["temperature", "0.5"]], "unsupported_value", "temperature"],
  ["negative temperature", [model, ["temperature", "-1"]], "unsupported_value", "temperature"],
  ["no number", [model, ["temperature", "warm"]], "invalid_request", "temperature"],
  ["an empty temperature", [model, ["temperature", ""]], "invalid_request", "temperature"],
  ["streaming", [model, ["stream", "true"]], "unsupported_value", "stream"],
  [
    "word times",
    [model, ["response_format", "verbose_json"], ["timestamp_granularities[]", "word"]],
    "unsupported_value",
    "timestamp_granularities",
  ],
  [
    "segments in plain json",
    [model, ["timestamp_granularities[]", "segment"]],
    "unsupported_value",
    "timestamp_granularities",
  ],
];

describe("transcription parameters", () => {
  test.each(accepted)("takes %s", (_what, fields, expected) => {
    expect(parseParameters(fields, ["en"])).toMatchObject(expected);
  });

  test.each(refused)("refuses %s", (_what, fields, code, param) => {
    const error = failure(fields);
    expect([error.code as string, error.extras.param]).toEqual([code, param]);
  });

  test("names the packs that would cover a language", () => {
    expect(failure([model, ["language", "de"]]).message).toContain(
      "`de`. These packs would: parakeet-tdt-0.6b-v3, whisper-turbo, whisper-turbo-fp32, whisper-large-v3, whisper-large-v3-fp32.",
    );
    expect(failure([model, ["language", "Irish"]]).message).toContain(
      "`Irish`. These packs would: omnilingual-asr-1600.",
    );
  });

  test("a field name does not come back longer than a name may be", () => {
    expect(failure([["x".repeat(5000), ""]]).message.length).toBeLessThan(limits.fieldNameBytes + 100);
  });
});
