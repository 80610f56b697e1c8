import { expect, test } from "bun:test";
import { rulesFor } from "../languages/index.ts";
import { wordsAfter, wordsBefore } from "./mark-context.ts";
import { tokenize } from "./tokens.ts";

const tokens = (text: string) => tokenize(text, rulesFor("en"));

test("signs and the text's start are words among those before", () => {
  expect(wordsBefore(tokens('Dear Ann,\n\nthe "ten-day" trial'), "")).toEqual(
    '<start> dear ann <,> <\n> the <"> ten day <"> trial'.split(" "),
  );
  expect(wordsBefore(tokens("It’s Monday..."), "\n\n- ")).toEqual(
    "<start> it's monday <.> <\n> <->".split(" "),
  );
});

test("of many words the twenty nearest count", () => {
  const words = Array.from({ length: 30 }, (_, at) => `w${at}`);
  expect(wordsBefore(tokens(words.join(" ")), "")).toEqual(words.slice(10));
  expect(wordsAfter(tokens(words.join(" ")), 5)).toEqual(words.slice(5, 13));
});

test("a number is read as it is said, or as a number", () => {
  const written = tokens("ends 10%").map((token) =>
    token.text === "10%" ? { ...token, said: "ten percent" } : token,
  );
  expect(wordsBefore(written, "")).toEqual(["<start>", "ends", "ten", "percent"]);
  expect(wordsAfter(tokens("period, ends 25."), 1)).toEqual(["<,>", "ends", "#", "<.>", "<end>"]);
});
