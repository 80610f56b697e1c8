/** The largest transcripts that are saved or imported. */
import { limits } from "../../src/config/limits.ts";
import type { NewSegment } from "../../src/recordings/transcript/insert.ts";
import { spoken } from "../support/recordings.ts";
import { type Body, list } from "./large-bodies.ts";

const SEGMENTS = 900;
const WORDS = 40;

/** Four hours of it, as a recording that somebody has. */
export const LONG_TRANSCRIPT: NewSegment[] = list(SEGMENTS, (index) => said(index, "word"));

function said(index: number, word: string, words = WORDS): NewSegment {
  const text = list(words, (at) => `${word}${at}`).join(" ");
  return spoken(text, (index * WORDS) / 2, `spk_${index % 5}`);
}

const json = (name: string, value: object): Body => ({
  name,
  type: "application/json",
  bytes: Buffer.from(JSON.stringify(value)),
});

const idOf = (index: number) => `0${index.toString(36)}`;
const changes = (count: number, word: string) =>
  list(count, (index) => ({
    replace: [idOf(index)],
    after: null,
    with: [{ ...said(index, word, 20), id: idOf(index) }],
  }));

/** Of `LONG_TRANSCRIPT`, as it was made. */
export const SAVES: Body[] = [
  json("as many changes as there may be", {
    base_revision: 1,
    changes: changes(limits.transcriptChanges, "other"),
  }),
  json("the same changes by somebody else", {
    base_revision: 1,
    changes: changes(limits.transcriptChanges, "theirs"),
  }),
  json("everything in the place of everything", {
    base_revision: 1,
    changes: [
      {
        replace: list(limits.transcriptChangedSegments / 2, (index) => idOf(index)),
        after: null,
        with: list(limits.transcriptChangedSegments / 2, (index) => ({
          ...said(index, "new", 20),
          id: `x${index}`,
        })),
      },
    ],
  }),
  json("as many words as there may be", {
    base_revision: 1,
    changes: [
      {
        replace: list(20, (index) => idOf(index)),
        after: null,
        with: list(20, (index) => ({ ...said(index, "long", limits.segmentWords), id: `y${index}` })),
      },
    ],
  }),
  // The most that is compared to merge two: both in the place of the same words.
  ...["one", "other"].map((word) =>
    json(`a run in the place of another, ${word}`, {
      base_revision: 1,
      changes: [
        {
          replace: list(50, (index) => idOf(500 + index)),
          after: null,
          with: list(10, (index) => ({
            ...said(index, word, limits.segmentWords),
            id: `${word[0]}${index}`,
          })),
        },
      ],
    }),
  ),
  json("segments that are not there", {
    base_revision: 1,
    changes: list(limits.transcriptChanges, (index) => ({
      replace: [`none${index}`],
      after: null,
      with: [],
    })),
  }),
  json("words out of order", {
    base_revision: 1,
    changes: changes(150, "x").map((change) => ({
      ...change,
      with: change.with.map((segment) => ({ ...segment, words: segment.words.toReversed() })),
    })),
  }),
  json("as many speakers as there may be", {
    base_revision: 1,
    changes: [],
    speakers: Object.fromEntries(
      list(limits.transcriptSpeakers, (index) => [`spk_${index}`, "字".repeat(limits.speakerNameChars)]),
    ),
  }),
];

const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
const most = limits.importedChars - 1_000;
const imported = (name: string, content: string) => json(`an import of ${name}`, { content });

export const IMPORTS: Body[] = [
  imported("as many words as there may be", "word ".repeat(limits.importedWords - 1)),
  imported("more words", "word ".repeat(most / 5)),
  imported("one word", "a".repeat(most)),
  imported("empty lines", "\n".repeat(most)),
  imported("names alone", "Ada:\n".repeat(most / 5)),
  imported("names and colons", "a:".repeat(most / 2)),
  imported(
    "cues of srt",
    list(limits.importedBlocks, (index) => `${index}\n${time(index)} --> ${time(index + 1)}\na b c\n`).join(
      "\n",
    ),
  ),
  imported(
    "voices of vtt",
    `WEBVTT\n\n${list(limits.importedBlocks, (index) => `${time(index)} --> ${time(index + 1)}\n<v Speaker ${index}>a</v>\n`).join("\n")}`,
  ),
  imported(
    "tags of vtt",
    `WEBVTT\n\n00:00.000 --> 00:01.000\n${"<".repeat(most / 2)}${">".repeat(most / 4)}`,
  ),
  imported("arrows", "00:00:00.000 --> 00:00:01.000\n".repeat(most / 30)),
  imported("deep JSON", `{"segments":${"[".repeat(most / 2)}${"]".repeat(most / 2)}}`),
  imported(
    "segments of JSON",
    JSON.stringify({
      segments: list(limits.importedBlocks, (index) => ({ start: index, end: index + 1, text: "a b c" })),
    }),
  ),
  imported(
    "people who speak by turns",
    JSON.stringify({
      segments: list(limits.importedSegments, (index) => ({
        ...{ start: index, end: index + 1, text: "a b c d" },
        speaker: `s${index % 2}`,
      })),
    }),
  ),
  imported(
    "words of JSON",
    JSON.stringify({
      words: list(limits.importedWords, (index) => ({ word: "a", start: index, end: index + 1 })),
    }),
  ),
  imported("JSON that never ends", `{"segments":[${'{"text":"a"},'.repeat(most / 13)}`),
];
