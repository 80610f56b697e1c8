import { expect, test } from "bun:test";
import { opening } from "../../../test/support/worker-cluster.ts";
import { limits } from "../../config/limits.ts";
import { FRAME, type Opening, openSchema, type Settled, settledSchema } from "../protocol.ts";
import { speakerSettledSchema } from "../speakers/speaker-protocol.ts";
import { AnswerCheck, UntrueAnswer } from "./answer-check.ts";

const SECOND = 32_000;
function checkOf(changes: Partial<Opening> = {}) {
  const check = new AnswerCheck(opening(changes), settledSchema);
  const settle = (settled: object) => check.settled(Buffer.from(JSON.stringify(settled)));
  return { check, settle };
}

const piece = (changes: object = {}) => ({
  startSeconds: 0,
  endSeconds: 0,
  text: "",
  language: null,
  words: [],
  ...changes,
});
const settled = (untilSample: number, changes: object = {}) => ({
  untilSample,
  speechSamples: 0,
  pieces: [],
  ...changes,
});

test("parts are settled forwards, up to what was sent, and no further", () => {
  const { check, settle } = checkOf({ startSample: 160_000 });
  check.noteSent(FRAME.audio, SECOND);
  expect(() => settle(settled(159_999))).toThrow(UntrueAnswer);
  expect(settle(settled(168_000)).untilSample).toBe(168_000);
  expect(() => settle(settled(167_999))).toThrow(UntrueAnswer);
  expect(settle(settled(176_000)).untilSample).toBe(176_000);
  expect(check.settledSeconds).toBe(1);
  expect(() => settle(settled(176_001))).toThrow(UntrueAnswer);
});

test("a recording is done when it has ended and all of it is settled", () => {
  const { check, settle } = checkOf();
  check.noteSent(FRAME.audio, SECOND);
  expect(check.owesAnswer).toBe(false);
  settle(settled(16_000));
  expect(() => check.done()).toThrow(UntrueAnswer);
  check.noteSent(FRAME.end, 0);
  expect(check.owesAnswer).toBe(true);
  check.done();
});

test("texts are answered one by one", () => {
  const { check, settle } = checkOf({ isText: true });
  for (const bytes of [10, 20, 30]) check.noteSent(FRAME.text, bytes);
  settle(settled(1, { pieces: [piece()] }));
  expect(() => settle(settled(3, { pieces: [piece()] }))).toThrow(UntrueAnswer);
  settle(settled(2, { pieces: [piece()] }));
  expect(() => settle(settled(3))).toThrow(UntrueAnswer);
  expect(() => settle(settled(3, { pieces: [piece(), piece()] }))).toThrow(UntrueAnswer);
});

test("times are those of the recording, with a second for what networks see behind its end", () => {
  const { check, settle } = checkOf();
  check.noteSent(FRAME.audio, SECOND);
  settle(settled(0, { pieces: [piece({ endSeconds: 2 })] }));
  expect(() => settle(settled(0, { pieces: [piece({ endSeconds: 2.001 })] }))).toThrow(UntrueAnswer);
  const words = [{ text: "x", startSeconds: 0, endSeconds: 3 }];
  expect(() => settle(settled(0, { pieces: [piece({ words })] }))).toThrow(UntrueAnswer);
});

test.each(["en", "cmn", "zh-Hant-TW", "pt-BR"])("%s is a language", (language) => {
  const { settle } = checkOf();
  settle(settled(0, { pieces: [piece({ language, languageProbabilities: { [language]: 1 } })] }));
});

test.each(["", "e", "en\n", "<b>", "x".repeat(9), "../en"])("%p is none", (language) => {
  const { settle } = checkOf();
  expect(() => settle(settled(0, { pieces: [piece({ language })] }))).toThrow(UntrueAnswer);
  const languageProbabilities = { [language]: 1 };
  expect(() => settle(settled(0, { pieces: [piece({ languageProbabilities })] }))).toThrow(UntrueAnswer);
});

test("who speaks is told inside the recording, too", () => {
  const check = new AnswerCheck(opening(), speakerSettledSchema);
  check.noteSent(FRAME.audio, SECOND);
  const told = (endSeconds: number) =>
    check.settled(
      Buffer.from(
        JSON.stringify({ untilSample: 0, stretches: [{ startSeconds: 0, endSeconds, voices: [] }] }),
      ),
    );
  expect(told(2).stretches).toHaveLength(1);
  expect(() => told(2.001)).toThrow(UntrueAnswer);
});

test("utterances and controls come in their order", () => {
  const settings = {
    language: null,
    hotwords: [],
    phrases: [],
    endpointing: null,
    holdBackMs: 0,
    partials: true,
  };
  const { check } = checkOf({ live: { settings, utterance: 3, begun: null, said: [] } });
  check.noteSent(FRAME.audio, SECOND);
  check.noteSent(FRAME.live, 10);
  const hear = (changes: object) =>
    check.heard(
      Buffer.from(
        JSON.stringify({
          untilSample: 0,
          utterance: 3,
          begun: null,
          keptWords: 0,
          controlsDone: 0,
          processorMs: 0,
          speechSeconds: 0,
          events: [],
          ...changes,
        }),
      ),
    );
  expect(() => hear({ utterance: 2 })).toThrow(UntrueAnswer);
  expect(() => hear({ controlsDone: 2 })).toThrow(UntrueAnswer);
  expect(() => hear({ events: [{ type: "partial", utterance: 4, text: "" }] })).toThrow(UntrueAnswer);
  const begun = (startSample: number, stopSample: number | null) => ({
    begun: { startSample, stopSample, hasWords: false },
  });
  for (const spans of [begun(16_001, null), begun(0, 16_001), begun(9, 8)])
    expect(() => hear(spans)).toThrow(UntrueAnswer);
  for (const spans of [begun(16_000, null), begun(0, 16_000), begun(8, 8)])
    expect(hear(spans).begun).not.toBeNull();
  expect(hear({ controlsDone: 1, utterance: 4 }).controlsDone).toBe(1);
  expect(() => hear({ controlsDone: 0, utterance: 4 })).toThrow(UntrueAnswer);
  expect(() => hear({ controlsDone: 1, utterance: 3 })).toThrow(UntrueAnswer);
  const end = { type: "utterance", utterance: 4, startSeconds: 0, endSeconds: 9, language: null };
  expect(() => hear({ controlsDone: 1, utterance: 4, events: [end] })).toThrow(UntrueAnswer);
});

test("a newer worker's members are dropped at every depth, and a newer server's by the worker", () => {
  const { check, settle } = checkOf();
  check.noteSent(FRAME.audio, SECOND);
  const words = [{ text: "x", startSeconds: 0, endSeconds: 1 }];
  const newer = { account: "another's" };
  expect(
    settle({
      ...settled(0, { pieces: [{ ...piece({ words: [{ ...words[0], ...newer }] }), ...newer }] }),
      ...newer,
    }),
  ).toEqual(settled(0, { pieces: [piece({ words })] }) as Settled);
  expect(openSchema.parse({ ...opening(), ...newer })).toEqual(opening());
});

test("answers may be so long in all, by what was sent", () => {
  const { check } = checkOf();
  check.noteAnswer(limits.workerAnswersFirstBytes);
  expect(() => check.noteAnswer(1)).toThrow(UntrueAnswer);
  const other = checkOf().check;
  other.noteSent(FRAME.audio, SECOND);
  other.noteAnswer(
    limits.workerAnswersFirstBytes + limits.workerAnswersShare * SECOND - limits.workerAnswerLeastBytes,
  );
  other.noteAnswer(1);
  expect(() => other.noteAnswer(1)).toThrow(UntrueAnswer);
});

test("an answer has so many parts", () => {
  const { settle } = checkOf();
  const logProbsOf = (count: number) => ({
    ...piece(),
    words: [{ text: "", startSeconds: 0, endSeconds: 0, logProbs: Array(count).fill(0) }],
  });
  // Those around them.
  const others = JSON.stringify(settled(0, { pieces: [logProbsOf(1)] })).split(",").length - 1;
  const most = limits.workerAnswerCommas - others + 1;
  expect(settle(settled(0, { pieces: [logProbsOf(most)] })).pieces).toHaveLength(1);
  expect(() => settle(settled(0, { pieces: [logProbsOf(most + 1)] }))).toThrow(UntrueAnswer);
});
