import { expect, test } from "bun:test";
import { judgedWords } from "./judged-words.ts";

test("words are judged by what was said; figures and lone marks are not", () => {
  const heard = "The “train” at 7 to Edinborough - leave’s, now".split(" ");
  const confidences = heard.map((_, index) => index / 10);
  expect(judgedWords("the train at seven to edinburgh leave's soon now", heard, confidences)).toEqual([
    { confidence: 0, isRight: true },
    { confidence: 0.1, isRight: true },
    { confidence: 0.2, isRight: true },
    { confidence: 0.4, isRight: true },
    { confidence: 0.5, isRight: false },
    { confidence: 0.7, isRight: true },
    { confidence: 0.8, isRight: true },
  ]);
});
