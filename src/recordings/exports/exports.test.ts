import { describe, expect, test } from "bun:test";
import JSZip from "jszip";
import mammoth from "mammoth";
import { parseText } from "media-captions";
import { withoutPauses } from "../../lib/slices.ts";
import { SUBTITLE_RULES } from "../../transcription/formats/cues.ts";
import { retype } from "../transcript-model/retype.ts";
import { newSegmentId, type TranscriptSegment } from "../transcript-model/segments.ts";
import { exportSlices } from "./export-transcript.ts";
import type { ExportedTranscript, ExportFormat, ExportOptions } from "./exported-transcript.ts";
import { transcriptCues } from "./subtitles.ts";

/** A segment of so many seconds, whose words share its time. */
function said(
  speaker: string | null,
  startSeconds: number,
  endSeconds: number,
  text: string,
): TranscriptSegment {
  const [startMs, endMs] = [startSeconds * 1000, endSeconds * 1000];
  return retype({ id: newSegmentId(), speaker, startMs, endMs, words: [] }, text);
}

const talk: ExportedTranscript = {
  name: "Kick-off.mp3",
  language: "en",
  durationMs: 3_700_000,
  segments: [
    said("spk_0", 1, 4, "Good morning, everybody."),
    said("spk_0", 4.5, 8, "Shall we begin?"),
    said("spk_1", 9, 12, "Yes: prices < 5 & more."),
    said("spk_1", 3661, 3663, "That is all."),
  ],
  speakers: { spk_0: "Ada Lovelace", spk_1: null },
};

function write(transcript: ExportedTranscript, format: ExportFormat, options: Partial<ExportOptions> = {}) {
  const chosen = { format, speakers: true, times: true, rules: SUBTITLE_RULES, ...options };
  return withoutPauses(exportSlices(transcript, chosen));
}

async function paragraphsOf(docx: string | Uint8Array): Promise<string[]> {
  const { value, messages } = await mammoth.extractRawText({ buffer: Buffer.from(docx) });
  expect(messages.filter(({ type }) => type === "error")).toEqual([]);
  return value.split("\n\n").filter((line) => line !== "");
}

/** Of one line, as a strict reader of subtitles sees it. */
async function cuesOf(file: string | Uint8Array, type: "srt" | "vtt") {
  const { cues, errors } = await parseText(String(file), { type, strict: true, errors: true });
  expect(errors).toEqual([]);
  return cues.map(({ startTime, endTime, text }) => [startTime, endTime, text]);
}

describe("docx", () => {
  test("title, names, times and text, as another reader sees them", async () => {
    expect(await paragraphsOf(write(talk, "docx"))).toEqual([
      "Kick-off.mp3",
      ...["Ada Lovelace  0:00:01", "Good morning, everybody."],
      ...["Ada Lovelace  0:00:04", "Shall we begin?"],
      ...["Speaker 2  0:00:09", "Yes: prices < 5 & more."],
      ...["Speaker 2  1:01:01", "That is all."],
    ]);
  });

  test("without times a name stands where somebody begins; without names there is text alone", async () => {
    expect(await paragraphsOf(write(talk, "docx", { times: false }))).toEqual([
      "Kick-off.mp3",
      ...["Ada Lovelace", "Good morning, everybody.", "Shall we begin?"],
      ...["Speaker 2", "Yes: prices < 5 & more.", "That is all."],
    ]);
    expect(await paragraphsOf(write(talk, "docx", { times: false, speakers: false }))).toHaveLength(5);
  });

  test("control characters, markup and fields in text stay text; nothing in it leads outside", async () => {
    const hostile =
      '<w:fldSimple w:instr="DDEAUTO c:\\\\cmd"/>\u0000\u0008\ud800 =1+1 {HYPERLINK "http://evil.example"}';
    const docx = write(
      {
        ...talk,
        name: hostile,
        language: 'en"/><x',
        segments: [said("spk_0", 0, 1, hostile)],
        speakers: { spk_0: hostile },
      },
      "docx",
    );
    const shown = hostile.replace("\u0000\u0008", "").replace("\ud800", "\ufffd");
    expect(await paragraphsOf(docx)).toEqual([shown, `${shown}  0:00:00`, shown]);
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(docx) });
    expect(value).not.toMatch(/<a |href|<img/);
    const parts = await zipParts(docx);
    expect([...parts.keys()].sort()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "docProps/core.xml",
      "word/_rels/document.xml.rels",
      "word/document.xml",
      "word/styles.xml",
    ]);
    for (const xml of parts.values()) expect(xml).not.toMatch(/TargetMode|<w:(?:fld|instr|hyperlink|object)/);
  });
});

describe("subtitles", () => {
  test("srt has names in its lines", async () => {
    expect(await cuesOf(write(talk, "srt"), "srt")).toEqual([
      [1, 8, "Ada Lovelace: Good morning, everybody.\nShall we begin?"],
      [9, 12, "Speaker 2: Yes: prices < 5 & more."],
      [3661, 3663, "Speaker 2: That is all."],
    ]);
  });
  test("vtt has voices, and text that cannot be taken for tags", async () => {
    const file = String(write(talk, "vtt"));
    expect(file).toContain("<v Ada Lovelace>Good morning, everybody.");
    expect(file).toContain("<v Speaker 2>Yes: prices &lt; 5 &amp; more.");
    expect(
      (await cuesOf(write(talk, "vtt", { speakers: false }), "vtt")).map(([, , text]) => text),
    ).toContain("That is all.");
  });
  test("rules can be chosen", () => {
    const rules = { ...SUBTITLE_RULES, maxLineChars: 20, maxLines: 1 };
    const lines = String(write(talk, "srt", { rules, speakers: false })).split("\n");
    expect(lines).toContain("Good morning,");
    expect(Math.max(...lines.filter((line) => !line.includes("-->")).map(({ length }) => length))).toBe(17);
  });
  test("each knows the segment where it begins", () => {
    const cues = withoutPauses(transcriptCues(talk, SUBTITLE_RULES, false));
    const { segments } = talk;
    expect(cues.map(({ segmentId }) => segmentId)).toEqual(
      [0, 2, 3].map((index) => segments[index]?.id as string),
    );
  });
  test("no space is put between segments of Japanese", () => {
    const segments = [said(null, 0, 1, "今日は"), said(null, 1, 2, "天気です。")];
    expect(String(write({ ...talk, segments }, "srt"))).toContain("\n今日は天気です。\n");
  });
});

test("txt and md, whose text stays text", () => {
  expect(String(write(talk, "txt")).split("\n\n")[2]).toBe("[0:00:09] Speaker 2: Yes: prices < 5 & more.");
  expect(String(write(talk, "txt", { times: false })).split("\n\n")[1]).toBe("Shall we begin?");
  const segments = [
    said("spk_0", 0, 1, "# *not* a_title <script> [x](javascript:1)"),
    said("spk_0", 1, 2, "12. no list"),
  ];
  const md = String(write({ ...talk, segments, speakers: { spk_0: "<b>" } }, "md", { times: false }));
  expect(md).toBe(
    "# Kick-off.mp3\n\n**\\<b\\>**\n\n\\# \\*not\\* a\\_title \\<script\\> \\[x\\](javascript:1)\n\n12\\. no list\n",
  );
  expect(Bun.markdown.html(md)).not.toMatch(/<(?:script|a|em|ol|b)[ >]/);
});

test("json has all that is known", () => {
  const segment = said("spk_0", 1, 2, "Well done");
  const words = segment.words.with(0, {
    ...segment.words[0],
    confidence: 0.4,
  } as (typeof segment.words)[number]);
  expect(JSON.parse(String(write({ ...talk, segments: [{ ...segment, words }] }, "json")))).toEqual({
    ...{ name: "Kick-off.mp3", language: "en", duration: 3700 },
    speakers: [{ id: "spk_0", name: "Ada Lovelace" }],
    segments: [
      {
        ...{
          id: segment.id,
          speaker: "spk_0",
          speaker_name: "Ada Lovelace",
          start: 1,
          end: 2,
          text: "Well done",
        },
        words: [
          { word: "Well", start: 1, end: 1.5, confidence: 0.4 },
          { word: "done", start: 1.5, end: 2 },
        ],
      },
    ],
  });
});

test("nothing said gives a file of every format", async () => {
  const nothing = { ...talk, segments: [] };
  expect(await paragraphsOf(write(nothing, "docx"))).toEqual(["Kick-off.mp3"]);
  expect(["txt", "srt", "vtt"].map((format) => write(nothing, format as ExportFormat))).toEqual([
    "",
    "",
    "WEBVTT\n\n",
  ]);
});

/** Long enough that it would hold up the server if it were written at once. */
test.each(["docx", "srt", "json"] as const)(
  "four hours of speech are written in many steps: %s",
  (format) => {
    const segments = Array.from({ length: 900 }, (_, index) =>
      said(
        `spk_${index % 3}`,
        index * 16,
        index * 16 + 15,
        "so many words that are said again and again ".repeat(4),
      ),
    );
    const slices = exportSlices(
      { ...talk, durationMs: 14_400_000, segments },
      { format, speakers: true, times: true, rules: SUBTITLE_RULES },
    );
    let steps = 0;
    while (!slices.next().done) steps += 1;
    expect(steps).toBeGreaterThan(15);
  },
);

/** Their texts, by their names. */
async function zipParts(zip: string | Uint8Array): Promise<Map<string, string>> {
  const { files } = await JSZip.loadAsync(zip, { checkCRC32: true });
  const parts = Object.values(files).map(async (file) => [file.name, await file.async("string")] as const);
  return new Map(await Promise.all(parts));
}
