import { expect, test } from "bun:test";
import type { PunctuationPack } from "./installed-packs.ts";
import { type HeardWord, setMarks } from "./set-marks.ts";

const options = { lane: "batch", signal: new AbortController().signal } as const;

async function ask(heard: HeardWord[], manifest: object, answer = (text: string) => text) {
  const asked: string[] = [];
  const engine = {
    async punctuateTexts(texts: readonly string[]) {
      asked.push(...texts);
      return texts.map(answer);
    },
  };
  const pack = { manifest: { kind: "online_punctuation", ...manifest } as PunctuationPack["manifest"] };
  const marked = await setMarks(engine, pack, heard, "en", options);
  return { asked, text: marked.map(({ text, marks }) => text + marks).join(" ") };
}

const heard = (text: string, pauses: Record<string, number> = {}) =>
  text.split(" ").map((word) => ({ text: word, pauseSeconds: pauses[word] ?? 0.1 }));

test("pauses are told to a model that has words for them, and are no part of the text", async () => {
  const words = heard("we met again we left", { met: 0.3, again: 0.8, left: 2 });
  const pausing = await ask(words, { pause_words: { short: "|", long: "‖" } }, (text) =>
    text.replace("again", "again."),
  );
  expect(pausing.asked).toEqual(["we met | again ‖ we left"]);
  expect(pausing.text).toBe("We met again. We left.");
  expect((await ask(words, {})).asked).toEqual(["we met again we left"]);
});

test("the model hears small letters; capitals that the recognizer wrote stay", async () => {
  const { asked, text } = await ask(heard("tell McDonald about kubernetes"), {});
  expect(asked).toEqual(["tell mcdonald about kubernetes"]);
  expect(text).toBe("Tell McDonald about kubernetes.");
});

test("a word of any length comes back whole", async () => {
  const long = "a".repeat(500);
  expect((await ask(heard(`so ${long} it is`), {})).text).toBe(`So ${long} it is.`);
});

test("an answer to something else is none", async () => {
  expect(ask(heard("we met and then left"), {}, () => "something else")).rejects.toThrow(
    "does not hold the words",
  );
});
