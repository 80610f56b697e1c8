import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Piece, Recognition } from "../engine/engine.ts";
import { assemble as assembleMended, mendPieces } from "./assemble.ts";
import { type Vocabulary, vocabularyOf } from "./vocabulary.ts";

type Spoken = [text: string, startSeconds: number, endSeconds: number];

function piece(words: Spoken[], text = words.map(([word]) => word).join(" ")): Piece {
  return {
    startSeconds: words[0]?.[1] ?? 0,
    endSeconds: words[words.length - 1]?.[2] ?? 0,
    text,
    words: words.map(([text, startSeconds, endSeconds]) => ({ text, startSeconds, endSeconds })),
  };
}

function recognition(pieces: Piece[], audioDurationSeconds = 60): Recognition {
  const rest = { speechDurationSeconds: 1, modelId: "m@1", language: "en", hotwordsUsed: false };
  return { pieces, audioDurationSeconds, ...rest };
}

function assemble(
  recognized: Recognition,
  { language, vocabulary }: { language: null; vocabulary: Vocabulary },
) {
  return assembleMended({ ...recognized, pieces: mendPieces(recognized, language, vocabulary) }, language);
}

const options = { language: null, vocabulary: vocabularyOf(null) };
const texts = (pieces: Piece[]) =>
  assemble(recognition(pieces), options).segments.map((segment) => segment.text);

describe("assembling", () => {
  test("cuts at pauses, and at shorter ones after a sentence; punctuation stays with its word", () => {
    const spoken = piece(
      [
        ["hello", 0, 0.4],
        ["there", 0.5, 0.9],
        ["Then", 1.2, 1.5],
        ["this", 1.6, 1.9],
        ["later", 2.6, 3],
      ],
      "hello there. Then this, later",
    );
    expect(texts([spoken])).toEqual(["hello there.", "Then this,", "later"]);
  });

  test("cuts a long stretch at the longest silence in its second half", () => {
    const words = Array.from(
      { length: 40 },
      (_, i): Spoken => [`w${i}`, i * 0.5 + (i >= 24 ? 0.3 : 0), i * 0.5 + 0.4 + (i >= 24 ? 0.3 : 0)],
    );
    const { segments } = assemble(recognition([piece(words)]), options);
    expect(segments.map((segment) => segment.words.length)).toEqual([24, 16]);
    expect(segments.map((segment) => segment.id)).toEqual([0, 1]);
  });

  test("joins Chinese without spaces and English with them", () => {
    const chinese = [piece([["今天", 0, 1]]), piece([["很好", 2, 3]])];
    expect(assemble(recognition(chinese), options).text).toBe("今天很好");
    expect(assemble(recognition([piece([["one", 0, 1]]), piece([["two", 2, 3]])]), options).text).toBe(
      "one two",
    );
  });

  test("a piece's border is no segment's border, unless there is a pause, a sentence's end or too much", () => {
    const [i, will] = [piece([["i", 0, 0.2]]), piece([["will", 0.3, 0.5]])];
    expect(texts([i, will])).toEqual(["i will"]);
    expect(texts([i, piece([["will", 0.8, 1]])])).toEqual(["i", "will"]);
    expect(texts([piece([["i.", 0, 0.2]]), piece([["Will", 0.4, 0.6]])])).toEqual(["i.", "Will"]);
    expect(texts([i, piece([["will", 0.3, 15.1]])])).toEqual(["i", "will"]);
  });

  test("a piece without word times is a segment; no pieces are no text", () => {
    const whole = { startSeconds: 1, endSeconds: 4, text: " all of it ", words: [] };
    expect(assemble(recognition([whole]), options).segments).toEqual([
      { id: 0, startSeconds: 1, endSeconds: 4, text: "all of it", words: [] },
    ]);
    expect(assemble(recognition([]), options)).toMatchObject({ text: "", segments: [], durationSeconds: 60 });
  });

  test("the vocabulary reaches text and words", () => {
    const corrected = assemble(recognition([piece([["edinborgh", 0, 1]])]), {
      language: null,
      vocabulary: vocabularyOf("Edinburgh"),
    });
    expect([corrected.text, corrected.segments[0]?.words[0]?.text]).toEqual(["Edinburgh", "Edinburgh"]);
  });

  const said = (text: string, pace: number): Spoken[] =>
    text.split(" ").map((word, i) => [word, i / pace, (i + 0.8) / pace]);
  test.each([
    ["so thank you thank you thank you thank you thank you thank you bye", "so thank you bye"],
    ["see you next time see you next time see you next time see you next time", "see you next time"],
    [`${"ha ".repeat(10)}stop`, "ha stop"],
    ["no no no no no no no no no wait", "no no no no no no no no no wait"],
    [
      "it was the best of times it was the worst of times it was the age",
      "it was the best of times it was the worst of times it was the age",
    ],
  ])("loops go, speech stays: %p", (text, expected) => {
    const words = said(text.trim(), 10);
    expect(assemble(recognition([piece(words)]), options).text).toBe(expected);
    expect(assemble(recognition([{ ...piece(words), words: [] }]), options).text).toBe(expected);
  });

  test("a sentence that really is said again and again stays", () => {
    const words = said(Array(8).fill("see you next time").join(" "), 4);
    expect(assemble(recognition([piece(words)]), options).segments.flatMap(({ words }) => words).length).toBe(
      32,
    );
  });

  const times = fc.tuple(
    fc.stringMatching(/^[a-z]{1,8}[.,]?$/),
    fc.double({ min: -1, max: 70, noNaN: true }),
    fc.double({ min: -1, max: 70, noNaN: true }),
  );
  test("whatever times the engine gives, they rise and stay inside the recording, and no word is lost", () => {
    fc.assert(
      fc.property(fc.array(fc.array(times, { minLength: 1, maxLength: 12 }), { maxLength: 6 }), (pieces) => {
        const result = assemble(recognition(pieces.map((words) => piece(words))), options);
        let earliest = 0;
        for (const [index, segment] of result.segments.entries()) {
          expect(segment.id).toBe(index);
          expect(segment.startSeconds).toBe(segment.words[0]?.startSeconds as number);
          expect(segment.endSeconds).toBe(segment.words[segment.words.length - 1]?.endSeconds as number);
          for (const word of segment.words) {
            expect(word.startSeconds).toBeGreaterThanOrEqual(earliest);
            expect(word.endSeconds).toBeGreaterThanOrEqual(word.startSeconds);
            earliest = word.endSeconds;
          }
        }
        expect(earliest).toBeLessThanOrEqual(60);
        expect(result.text).toBe(result.segments.map((segment) => segment.text).join(" "));
        expect(
          result.segments.map((segment) => segment.words.map((word) => word.text).join(" ")).join(" "),
        ).toBe(result.text);
      }),
    );
  });
});
