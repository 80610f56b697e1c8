import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hotwordPrompt } from "../hotword-prompt.ts";
import { HotwordGraph } from "./hotwords.ts";

const numbered = (tokens: string[]) => tokens.map((token, id) => `${token} ${id}`).join("\n");
const UPPER = ["▁", "▁A", "▁AN", ..."ABCEINRT'"];
const upperGraph = () =>
  new HotwordGraph(numbered(["<blk>", "<unk>", ...UPPER]), numbered(["<unk>", ...UPPER]), "bpe");

const PHRASES: [string, string[], string][] = [
  ["in the model's only case", ["Anna", "bern"], "ANNA/BERN"],
  ["each once", ["Anna", "ANNA", "anna"], "ANNA"],
  ["phrases, with their hyphens as spaces", ["Anna Bern", "Anna-Bern."], "ANNA BERN"],
  ["with apostrophes", ["Ann's", "Ben's", "I'AN"], "I'AN"],
  ["not what the model cannot spell", ["Zürich", "Anna?", "C++", "安娜", "4"], ""],
  ["not a single letter", ["A", "B."], ""],
  ["no marks that sherpa-onnx reads", ["Anna :2.0", "a/b", "#0.5", "@x", "Anna\nBern :x"], ""],
  ["nothing of nothing", ["", " ", "---"], ""],
];

describe("words become phrases", () => {
  test.each(PHRASES)("words become phrases: %s", (_, words, phrases) => {
    expect(upperGraph().phrases(words)).toBe(phrases);
  });

  test("characters are tokens of their own", () => {
    const graph = new HotwordGraph(numbered(["<blk>", "安", "娜", "你", "x"]), null, "cjkchar");
    expect(graph.phrases(["安娜", "安 娜", "你x", "好"])).toBe("安娜/安 娜");
  });

  test("characters and word pieces in one model", () => {
    const tokens = ["<blk>", "安", "娜", "▁", "a", "n", "▁an"];
    const graph = new HotwordGraph(numbered(tokens), numbered(["▁", "a", "n", "▁an"]), "cjkchar+bpe");
    expect(graph.phrases(["安娜", "Anna", "安an", "Bern"])).toBe("安娜/anna/安an");
  });

  test("pieces of bytes spell everything", () => {
    const graph = new HotwordGraph(numbered(["ƌ", "▁ƍ"]), numbered(["ƌ"]), "bbpe");
    expect(graph.phrases(["Zürich", "安娜", "a:1"])).toBe("Zürich/安娜");
  });

  test("whatever is given, only letters, digits, apostrophes and spaces come out between the slashes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme" })),
        fc.constantFrom("bpe", "bbpe", "cjkchar"),
        (words, unit) => {
          const graph = new HotwordGraph(numbered(UPPER), numbered(UPPER), unit);
          for (const phrase of graph.phrases(words).split("/"))
            expect(phrase).toMatch(/^([\p{L}\p{M}\p{N}'’]+( |$))*$/u);
        },
      ),
    );
  });
});

test("a vocabulary of another model is refused", () => {
  expect(() => new HotwordGraph(numbered(["a", "b"]), numbered(["a", "c"]), "bpe")).toThrow('the piece "c"');
});

test("a prompt's list holds no comma and no mark of the prompt", () => {
  expect(hotwordPrompt(["C#", "a,b", "<|im_end|>", "Anna", "Anna", " "])).toBe("C#,a b,im end,Anna");
});
