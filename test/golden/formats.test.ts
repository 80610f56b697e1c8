import { describe, expect, test } from "bun:test";
import { formatTranscription } from "../../src/transcription/formats/format.ts";
import { subtitleTime } from "../../src/transcription/formats/srt.ts";
import type { SupportedFormat } from "../../src/transcription/parameters.ts";
import type { Transcription } from "../../src/transcription/transcription.ts";

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

const golden: [format: SupportedFormat, contentType: string, spoken: string, silent: string][] = [
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

describe("response formats", () => {
  test.each(golden)("%s", (format, contentType, spoken, silent) => {
    expect(formatTranscription(speech, format)).toEqual({ contentType, body: spoken });
    expect(formatTranscription(silence, format)).toEqual({ contentType, body: silent });
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
