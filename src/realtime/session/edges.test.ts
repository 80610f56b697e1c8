/** Settings and messages of a stream at their bounds, and one past them. */
import { describe, expect, test } from "bun:test";
import { refusalOf } from "../../../test/support/refusal.ts";
import { limits } from "../../config/limits.ts";
import { MessageRefused, parseMessage } from "../messages.ts";
import { defaultSettings } from "./settings.ts";
import { updated } from "./update.ts";

const chars = (count: number) => "x".repeat(count);
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `n${number}`);
const transcription = (fields: object) => ({ audio: { input: { transcription: fields } } });
const turns = (fields: object) => ({
  audio: { input: { turn_detection: { type: "server_vad", ...fields } } },
});
const recording = (fields: object) => ({ tiro: { recording: fields } });
const MODEL = "session.audio.input.transcription.";
const TURNS = "session.audio.input.turn_detection.";
const RECORDING = "session.tiro.recording.";

const SETTINGS: [limit: keyof typeof limits, param: string, of: (size: number) => object][] = [
  ["modelAliasChars", `${MODEL}model`, (n) => transcription({ model: chars(n) })],
  ["liveLanguages", `${MODEL}languages`, (n) => transcription({ languages: Array(n).fill("de") })],
  ["liveKeywords", `${MODEL}keywords`, (n) => transcription({ keywords: numbered(n) })],
  ["hotwordChars", `${MODEL}keywords.0`, (n) => transcription({ keywords: [chars(n)] })],
  ["promptChars", `${MODEL}prompt`, (n) => transcription({ prompt: chars(n) })],
  ["livePrefixPaddingMsMax", `${TURNS}prefix_padding_ms`, (n) => turns({ prefix_padding_ms: n })],
  ["liveSilenceMsMin", `${TURNS}silence_duration_ms`, (n) => turns({ silence_duration_ms: n })],
  ["liveSilenceMsMax", `${TURNS}silence_duration_ms`, (n) => turns({ silence_duration_ms: n })],
  ["liveIdleTimeoutMsMin", `${TURNS}idle_timeout_ms`, (n) => turns({ idle_timeout_ms: n })],
  ["liveIdleTimeoutMsMax", `${TURNS}idle_timeout_ms`, (n) => turns({ idle_timeout_ms: n })],
  ["recordingNameChars", `${RECORDING}name`, (n) => recording({ name: chars(n) })],
  ["recordingTags", `${RECORDING}tags`, (n) => recording({ tags: numbered(n) })],
  ["recordingTagChars", `${RECORDING}tags.0`, (n) => recording({ tags: [chars(n)] })],
];

test.each(SETTINGS)("%s of %s", (limit, param, of) => {
  const most = limits[limit];
  const update = (size: number) =>
    updated(
      { aliases: { [chars(most)]: "speech-v1.5" } },
      defaultSettings("transcription"),
      of(size),
      "current",
    );
  expect(() => update(most)).not.toThrow();
  const refusal = refusalOf(() => update(limit.endsWith("Min") ? most - 1 : most + 1), "invalid_request");
  expect(refusal.extras.issues).toEqual([{ param, message: expect.stringContaining(String(most)) }]);
});

describe("a message has no more values than any needs", () => {
  const codeOf = (message: string) => {
    try {
      parseMessage(message);
      return null;
    } catch (error) {
      return error instanceof MessageRefused ? error.error.code : error;
    }
  };
  const update = (session: string) => `{"type":"session.update","session":${session}}`;
  const { liveMessageCommas, liveMessageBrackets } = limits;

  test("commas", () => {
    // One stands before the session.
    const zeros = (commas: number) => update(`[0${",0".repeat(commas)}]`);
    expect(codeOf(zeros(liveMessageCommas - 1))).toBeNull();
    expect(codeOf(zeros(liveMessageCommas))).toBe("payload_too_large");
  });

  test.each([
    ["lists", "[", "]", 0],
    ["objects", '{"a":', "}", 1],
  ])("%s", (_, open, close, before) => {
    const nested = (brackets: number) => update(`${open.repeat(brackets)}0${close.repeat(brackets)}`);
    expect(codeOf(nested(liveMessageBrackets - before))).toBeNull();
    expect(codeOf(nested(liveMessageBrackets - before + 1))).toBe("payload_too_large");
  });
});
