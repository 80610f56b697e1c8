import { expect, test } from "bun:test";
import { allFindings, findingsIn, OF_COMMENTS, OF_STRINGS } from "../../scripts/prose.ts";

test("documents, messages, strings and comments have none of the patterns that are not plain English", async () => {
  expect(await allFindings()).toEqual([]);
});

test.each([
  ["Whoever reads it decides.", "Whoever"],
  ["The header tells the version.", "tells"],
  ["It runs at port 8420 unless told otherwise.", "unless told"],
  ["Put a comma behind the word.", "behind the word"],
  ["The server goes on as before.", "goes on"],
  ["Where a model has no times, they are spread.", "Where a"],
  ["What is stored stays.", "What is"],
])("%s", (sentence, words) => {
  expect(findingsIn(sentence)[0]?.words).toBe(words);
});

test.each(["Where is it?", "## What is kept", "nginx stands before tiro; tiro is behind a proxy."])(
  "%s is plain",
  (sentence) => {
    expect(findingsIn(sentence)).toEqual([]);
  },
);

test.each([
  ["/** Null where nobody has it. */", "Null where"],
  [" * @throws TiroError `invalid_request` where it is none.", "@throws TiroError `invalid_request` where"],
  ["// The page stands where it stood.", undefined],
  ["/** Whoever asks is told. */", "Whoever"],
  ["// The provider tells which.", "tells"],
  ["/** @param told adds details. */", undefined],
  ["// Behind a number: `avos`.", "// Behind"],
  ["// The pages behind one-time links.", undefined],
  ["// It goes on with the next.", "goes on"],
  ["/** What is left of it. */", "/** What is"],
  ["// It ends. What is left stays.", ". What is"],
  ["// The server knows nothing of it.", "server knows"],
  ["// It is closed. Where that fails, it waits.", ". Where t"],
  ["// It ends. Who asks later gets nothing.", ". Who a"],
  ["/** Whatever is left is removed. */", "/** Whatever"],
  ["/** @throws whatever `work` throws. */", "throws whatever"],
  ["// Whatever happens, the other one ends.", undefined],
  ["// One engine, whatever it is.", undefined],
])("in a comment: %s", (comment, words) => {
  expect(findingsIn(comment, OF_COMMENTS)[0]?.words).toBe(words);
});

test.each([
  ["Present where the key was sent before.", "Present where"],
  ["is required where the operation is edit", "required where"],
  ["Say where the new key is to lie.", undefined],
])("in a string: %s", (sentence, words) => {
  expect(findingsIn(sentence, OF_STRINGS)[0]?.words).toBe(words);
});
