import { expect, test } from "bun:test";
import { rulesFor } from "../languages/index.ts";
import { tokenize } from "../words/tokens.ts";
import { wordsAfter, wordsBefore } from "./mark-context.ts";

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

test("a word without end costs no more", () => {
  const endless = "a-".repeat(200_000);
  expect(wordsBefore(tokens(`${endless}z`), "").at(-1)).toBe("z");
  expect(wordsAfter(tokens(`period ${endless}`), 1)).toEqual(Array(8).fill("a"));
});

test("a number is read as it is said, or as a number", () => {
  const written = tokens("ends 10%").map((token) =>
    token.text === "10%" ? { ...token, said: "ten percent" } : token,
  );
  expect(wordsBefore(written, "")).toEqual(["<start>", "ends", "ten", "percent"]);
  expect(wordsAfter(tokens("period, ends 25."), 1)).toEqual(["<,>", "ends", "#", "<.>", "<end>"]);
});
