import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../../config/limits.ts";
import { withoutPauses } from "../../lib/slices.ts";
import { SUBTITLE_RULES } from "../../transcription/formats/cues.ts";
import { exportSlices } from "../exports/export-transcript.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../exports/exported-transcript.ts";
import { faultOfSegment, textOf } from "../transcript-model/segments.ts";
import { type ImportedTranscript, importSlices } from "./read-transcript.ts";

const read = (content: string) => withoutPauses(importSlices(content));
const spoken = ({ segments, speakers }: ImportedTranscript) =>
  segments.map(({ speaker, startMs, endMs, words }) => [
    speaker && (speakers[speaker] ?? speaker),
    startMs,
    endMs,
    textOf(words),
  ]);

describe("subtitles", () => {
  test("srt as other tools write it: byte order mark, CRLF, points, tags, a number without an empty line before it", () => {
    const srt =
      "\ufeff1\r\n00:00:01,000 --> 00:00:03,000\r\n<i>Good</i> morning,\r\n{\\an8}everybody.\r\n2\r\n00:01:10.5 --> 00:01:12.25 X1:40\r\nA < B & C -> D\r\n";
    expect(spoken(read(srt))).toEqual([
      [null, 1000, 3000, "Good morning, everybody."],
      [null, 70500, 72250, "A < B & C -> D"],
    ]);
  });

  test("vtt: voices, entities, notes and styles; hours may be left out", () => {
    const vtt =
      "WEBVTT - a title\n\nNOTE not spoken\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:03.000 align:left\n<v.loud Ada Lovelace>Tea &amp; <b>cake</b>?\n\n00:03.000 --> 00:04.000\n<v Bob>Yes.</v> <v Ada Lovelace>Well.\n";
    expect(spoken(read(vtt))).toEqual([
      ["Ada Lovelace", 1000, 3000, "Tea & cake?"],
      ["Bob", 3000, 3444, "Yes."],
      ["Ada Lovelace", 3444, 4000, "Well."],
    ]);
  });

  test("names before the text, where most have one; cues of one speaker become a paragraph", () => {
    const cue = (at: number, text: string) => `${at}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`;
    const srt = [cue(1, "Ada: So"), cue(2, "we begin."), cue(3, "Speaker 2: Note: one thing.")].join("\n");
    expect(spoken(read(srt))).toEqual([
      ["Ada", 1000, 3000, "So we begin."],
      ["spk_1", 3000, 4000, "Note: one thing."],
    ]);
    const sentence = [cue(1, "First."), cue(2, "One thing: time."), cue(3, "Third."), cue(4, "Fourth.")].join(
      "\n",
    );
    expect(spoken(read(sentence))).toEqual([[null, 1000, 5000, "First. One thing: time. Third. Fourth."]]);
  });
});

test("text: paragraphs, with times and names if there are any", () => {
  expect(spoken(read("Hello there.\nGood day.\n\nBye."))).toEqual([
    [null, 0, 2000, "Hello there. Good day. Bye."],
  ]);
  expect(spoken(read("[0:00:05] Ada: Hello there.\n\n[0:01:00] Bob: Bye."))).toEqual([
    ["Ada", 5000, 5800, "Hello there."],
    ["Bob", 60_000, 60_400, "Bye."],
  ]);
});

describe("json", () => {
  test("verbose_json: marks of segments, times of the words beside them", () => {
    const result = {
      ...{ task: "transcribe", language: "english", duration: 3.5, text: "Hello, you. Bye." },
      segments: [
        { id: 0, start: 0, end: 2, text: " Hello, you." },
        { id: 1, start: 2, end: 3, text: " Bye." },
      ],
      words: [
        { word: "Hello", start: 0.1, end: 0.5 },
        { word: "you", start: 0.6, end: 0.9 },
        { word: "Bye", start: 2.1, end: 2.4 },
      ],
    };
    const imported = read(JSON.stringify(result));
    expect(
      imported.segments.flatMap(({ words }) => words.map(({ text, startMs }) => [text, startMs])),
    ).toEqual([
      ["Hello,", 100],
      ["you.", 600],
      ["Bye.", 2100],
    ]);
    expect([imported.durationMs, imported.language]).toEqual([3500, "english"]);
  });

  test("diarized_json: utterances with words, or OpenAI's segments alone", () => {
    const word = (text: string, start: number) => ({ word: text, start, end: start + 0.4, speaker: "spk_0" });
    const own = {
      text: "Hi.",
      utterances: [{ speaker: "spk_0", start: 0, end: 1, text: "Hi.", words: [word("Hi.", 0.2)] }],
      segments: [],
    };
    expect(spoken(read(JSON.stringify(own)))).toEqual([["spk_0", 200, 600, "Hi."]]);
    const other = {
      text: "Hi.",
      segments: [
        { id: "seg", speaker: "agent", start: 0, end: 1, text: "Hi." },
        { speaker: "B", start: 2, end: 3, text: "Yo." },
      ],
    };
    expect(spoken(read(JSON.stringify(other)))).toEqual([
      ["agent", 0, 1000, "Hi."],
      ["spk_1", 2000, 3000, "Yo."],
    ]);
  });

  test.each([
    ["{", "not valid JSON"],
    ['{"text": 1', "not valid JSON"],
    ['{"segments":[1,]}', "not valid JSON"],
    ['{"a":1} x', "not valid JSON"],
    ['{"a":"\\"}', "not valid JSON"],
    ["{}", "neither segments nor a text"],
    [" \n ", "empty"],
    ["WEBVTT\n\n", "no subtitles"],
  ])("%p is refused: %s", (content, fault) => {
    expect(() => read(content)).toThrow(fault);
  });
});

test("what tiro exports comes back", () => {
  const said = read("[0:00:05] Ada: Hello there, you two.\n\n[0:01:00] Bob: It is late. Bye.");
  const transcript = { ...said, name: "x", language: "en" };
  for (const format of EXPORT_FORMATS.filter((each) => !["docx", "md"].includes(each)) as ExportFormat[]) {
    const options = { format, speakers: true, times: true, rules: SUBTITLE_RULES };
    const again = read(String(withoutPauses(exportSlices(transcript, options))));
    expect(spoken(again).map(([speaker, startMs, , text]) => [format, speaker, startMs, text])).toEqual([
      [format, "Ada", 5000, "Hello there, you two."],
      [format, "Bob", 60_000, "It is late. Bye."],
    ]);
    if (format === "json")
      expect(again.segments.map(({ words }) => words)).toEqual(said.segments.map(({ words }) => words));
  }
});

test("whatever it is given, every segment can be stored, or there is a sentence", () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "00:00:01,000 --> 00:00:02,000",
      "99:99:99.9 --> 00:00:00.0",
      "WEBVTT",
      "",
      "Ada: hm",
      "\u0000\u0007",
      "<v x>a",
      "語".repeat(300),
    ),
  );
  const json = fc.record({
    segments: fc.array(
      fc.record(
        { start: fc.jsonValue(), end: fc.double(), text: fc.string(), words: fc.jsonValue() },
        { requiredKeys: [] },
      ),
    ),
  });
  const content = fc.oneof(
    fc.array(line).map((lines) => lines.join("\n")),
    json.map((value) => JSON.stringify(value)),
    fc.string(),
  );
  fc.assert(
    fc.property(content, (given) => {
      let imported: ImportedTranscript;
      try {
        imported = read(given);
      } catch (error) {
        expect(String(error)).toContain("cannot be read");
        return;
      }
      for (const segment of imported.segments) {
        expect(faultOfSegment(segment)).toBeNull();
        for (const { text } of segment.words)
          expect(text.length).toBeLessThanOrEqual(limits.transcriptWordChars);
        expect(segment.startMs).toBeGreaterThanOrEqual(0);
        expect(segment.endMs).toBeLessThanOrEqual(limits.transcriptSeconds * 1000);
      }
    }),
    { numRuns: 300 },
  );
});

/** By what they are made of: the largest is in far more steps than a turn of a millisecond has. */
test.each([
  ["one line", "word ".repeat(limits.importedWords)],
  ["one word", "x".repeat(1_000_000)],
  [
    "subtitles",
    Array.from({ length: 10_000 }, (_, at) => `00:00:00,${at % 1000} --> 00:00:01,000\nword word\n`).join(
      "\n",
    ),
  ],
  [
    "words",
    JSON.stringify({
      text: "",
      words: Array.from({ length: limits.importedWords }, () => ({ word: "a", start: 1, end: 2 })),
    }),
  ],
])("a huge file is read in many steps: %s", (_, content) => {
  const slices = importSlices(content);
  let steps = 0;
  while (!slices.next().done) steps += 1;
  expect(steps).toBeGreaterThan(90);
});

test("one part may be as large as its edge", () => {
  const most = limits.importedElementChars;
  const cue = (chars: number) => `1\n00:00:00,000 --> 00:00:01,000\n${"x".repeat(chars)}\n`;
  expect(() => read(cue(most))).not.toThrow();
  expect(() => read(cue(most + 1))).toThrow("too large");
  const element = '{"text":""}';
  const json = (chars: number) =>
    `{"text":"a","segments":[{"text":"${"x".repeat(chars - element.length)}"}]}`;
  expect(() => read(json(most))).not.toThrow();
  expect(() => read(json(most + 1))).toThrow("too large");
});

test("too much is refused before it is held", () => {
  expect(() => read("word ".repeat(limits.importedWords + 1))).toThrow("more than");
  expect(() => read("a\n\n".repeat(limits.importedBlocks + 1))).toThrow("too many paragraphs");
  const byTurns = (count: number) =>
    Array.from({ length: count }, (_, at) => `${["Ada", "Bob"][at % 2]}: yes\n\n`).join("");
  expect(read(byTurns(limits.importedSegments)).segments).toHaveLength(limits.importedSegments);
  expect(() => read(byTurns(limits.importedSegments + 1))).toThrow("more than 6000 paragraphs");
});
