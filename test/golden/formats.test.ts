import { describe, expect, test } from "bun:test";
import { formatTranscription } from "../../src/transcription/formats/format.ts";
import { subtitleTime } from "../../src/transcription/formats/subtitle-files.ts";
import type {
  DiarizedTranscription,
  ResponseFormat,
  Transcription,
} from "../../src/transcription/transcription.ts";

/** Frozen literals: what clients parse must not drift. */
const speech: Transcription = {
  text: "ask not what your country can do for you ask what <you> & I can do",
  language: "en",
  durationSeconds: 11.00025,
  modelId: "starter-en@1",
  segments: [
    {
      id: 0,
      startSeconds: 0.32,
      endSeconds: 3.6,
      text: "ask not what your country can do for you",
      words: "ask not what your country can do for you"
        .split(" ")
        .map((text, i) => ({ text, startSeconds: 0.32 + i * 0.36, endSeconds: 0.32 + i * 0.36 + 0.32 })),
    },
    {
      id: 1,
      startSeconds: 4.88,
      endSeconds: 8.2406,
      text: "ask what <you> & I can do",
      words: "ask what <you> & I can do"
        .split(" ")
        .map((text, i) => ({ text, startSeconds: 4.88 + i * 0.48, endSeconds: 4.88 + i * 0.48 + 0.4806 })),
    },
  ],
};
const silence: Transcription = {
  text: "",
  language: null,
  durationSeconds: 2,
  segments: [],
  modelId: "starter-en@1",
};

const golden: [format: ResponseFormat, contentType: string, spoken: string, silent: string][] = [
  [
    "json",
    "application/json",
    '{"text":"ask not what your country can do for you ask what <you> & I can do","usage":{"type":"duration","seconds":12}}',
    '{"text":"","usage":{"type":"duration","seconds":2}}',
  ],
  [
    "text",
    "text/plain; charset=utf-8",
    "ask not what your country can do for you ask what <you> & I can do\n",
    "\n",
  ],
  [
    "srt",
    "text/plain; charset=utf-8",
    "1\n00:00:00,320 --> 00:00:03,520\nask not what your country can do for you\n\n" +
      "2\n00:00:04,880 --> 00:00:08,241\nask what <you> & I can do\n\n",
    "",
  ],
  [
    "vtt",
    "text/vtt; charset=utf-8",
    "WEBVTT\n\n00:00:00.320 --> 00:00:03.520\nask not what your country can do for you\n\n" +
      "00:00:04.880 --> 00:00:08.241\nask what &lt;you&gt; &amp; I can do\n\n",
    "WEBVTT\n\n",
  ],
  [
    "verbose_json",
    "application/json",
    '{"task":"transcribe","language":"en","duration":11,"text":"ask not what your country can do for you ask what <you> & I can do",' +
      '"segments":[{"id":0,"start":0.32,"end":3.6,"text":"ask not what your country can do for you"},' +
      '{"id":1,"start":4.88,"end":8.241,"text":"ask what <you> & I can do"}],"usage":{"type":"duration","seconds":12}}',
    '{"task":"transcribe","language":"und","duration":2,"text":"","segments":[],"usage":{"type":"duration","seconds":2}}',
  ],
];

const asked = "is it ready".split(" ");
const answered = "almost <done> & I need one more day for it".split(" ");
const timed = (words: string[], from: number) =>
  words.map((text, i) => ({ text, startSeconds: from + i * 0.4, endSeconds: from + i * 0.4 + 0.35 }));
const first = {
  speaker: "spk_0",
  startSeconds: 0.5,
  endSeconds: 1.65,
  text: asked.join(" "),
  words: timed(asked, 0.5),
};
const second = {
  speaker: "spk_1",
  startSeconds: 2,
  endSeconds: 5.9504,
  text: answered.join(" "),
  words: timed(answered, 2),
};
const conversation: DiarizedTranscription = {
  text: `${first.text} ${second.text}`,
  language: null,
  durationSeconds: 6.2,
  modelId: "starter-en@1",
  segments: [
    { id: 0, ...first },
    { id: 1, ...second },
  ],
  utterances: [first, second],
  speakers: ["spk_0", "spk_1"],
  speakerCount: 3,
};
const nobody: DiarizedTranscription = {
  ...silence,
  segments: [],
  utterances: [],
  speakers: [],
  speakerCount: 0,
};

const diarized: [format: ResponseFormat, contentType: string, spoken: string, silent: string][] = [
  [
    "srt",
    "text/plain; charset=utf-8",
    "1\n00:00:00,500 --> 00:00:01,650\nspk_0: is it ready\n\n" +
      "2\n00:00:02,000 --> 00:00:05,950\nspk_1: almost <done> & I need\none more day for it\n\n",
    "",
  ],
  [
    "vtt",
    "text/vtt; charset=utf-8",
    "WEBVTT\n\n00:00:00.500 --> 00:00:01.650\n<v spk_0>is it ready\n\n" +
      "00:00:02.000 --> 00:00:05.950\n<v spk_1>almost &lt;done&gt; &amp; I need one more day for it\n\n",
    "WEBVTT\n\n",
  ],
  [
    "diarized_json",
    "application/json",
    '{"task":"transcribe","language":"und","duration":6.2,"text":"is it ready almost <done> & I need one more day for it",' +
      '"speaker_count":3,"speakers":["spk_0","spk_1"],"utterances":[' +
      '{"speaker":"spk_0","start":0.5,"end":1.65,"text":"is it ready","words":[' +
      '{"word":"is","start":0.5,"end":0.85,"speaker":"spk_0"},{"word":"it","start":0.9,"end":1.25,"speaker":"spk_0"},' +
      '{"word":"ready","start":1.3,"end":1.65,"speaker":"spk_0"}]},' +
      '{"speaker":"spk_1","start":2,"end":5.95,"text":"almost <done> & I need one more day for it","words":[' +
      '{"word":"almost","start":2,"end":2.35,"speaker":"spk_1"},{"word":"<done>","start":2.4,"end":2.75,"speaker":"spk_1"},' +
      '{"word":"&","start":2.8,"end":3.15,"speaker":"spk_1"},{"word":"I","start":3.2,"end":3.55,"speaker":"spk_1"},' +
      '{"word":"need","start":3.6,"end":3.95,"speaker":"spk_1"},{"word":"one","start":4,"end":4.35,"speaker":"spk_1"},' +
      '{"word":"more","start":4.4,"end":4.75,"speaker":"spk_1"},{"word":"day","start":4.8,"end":5.15,"speaker":"spk_1"},' +
      '{"word":"for","start":5.2,"end":5.55,"speaker":"spk_1"},{"word":"it","start":5.6,"end":5.95,"speaker":"spk_1"}]}],' +
      '"segments":[{"id":"seg_0","type":"transcript.text.segment","speaker":"spk_0","start":0.5,"end":1.65,"text":"is it ready"},' +
      '{"id":"seg_1","type":"transcript.text.segment","speaker":"spk_1","start":2,"end":5.95,"text":"almost <done> & I need one more day for it"}],' +
      '"usage":{"type":"duration","seconds":7}}',
    '{"task":"transcribe","language":"und","duration":2,"text":"","speaker_count":0,"speakers":[],"utterances":[],"segments":[],' +
      '"usage":{"type":"duration","seconds":2}}',
  ],
];

describe("response formats", () => {
  test.each(golden)("%s", (format, contentType, spoken, silent) => {
    expect(formatTranscription(speech, format)).toEqual({ contentType, body: spoken });
    expect(formatTranscription(silence, format)).toEqual({ contentType, body: silent });
  });

  test.each(diarized)("%s with speakers", (format, contentType, spoken, silent) => {
    expect(formatTranscription(conversation, format)).toEqual({ contentType, body: spoken });
    expect(formatTranscription(nobody, format)).toEqual({ contentType, body: silent });
  });

  test("without speakers there is no diarized format", () => {
    expect(() => formatTranscription(speech, "diarized_json")).toThrow("needs speakers");
  });

  test.each([
    [0, "00:00:00,000"],
    [999, "00:00:00,999"],
    [59_999, "00:00:59,999"],
    [3_599_999, "00:59:59,999"],
    [14_400_000, "04:00:00,000"],
    [360_000_001, "100:00:00,001"],
  ])("%p ms is %p", (ms, expected) => {
    expect(subtitleTime(ms, ",")).toBe(expected);
  });
});
