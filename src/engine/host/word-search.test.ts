import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findWords } from "./find-words.ts";
import { speltScores, TOKENS_PER_FRAME } from "./spelt-scores.ts";
import { WordModel } from "./word-model.ts";

/** The starter's own words, so that what is tested is what is shipped. */
const model = new WordModel(readFileSync(join(import.meta.dir, "../../../models/starter-en/words.bin")));
const tokenOf = new Map(model.pieces.map((piece, token) => [piece, token]));
const BLANK = "<blk>";

/** One frame: pieces from the likeliest down, with their levels; the rest is filled up with unlikely ones. */
type Frame = [piece: string, level: number][];

function spelt(frames: Frame[]) {
  const tokens: string[] = [];
  for (const frame of frames) {
    const told = frame.map(([piece, level]) => [tokenOf.get(piece), level] as const);
    for (const [token, level] of told) {
      if (token === undefined) throw new Error("no such piece");
      tokens.push(`${token}:${level}`);
    }
    const others = [250, 249, 248, 247, 246, 245, 244, 243].filter(
      (other) => !told.some(([t]) => t === other),
    );
    tokens.push(...others.slice(0, TOKENS_PER_FRAME - told.length).map((token) => `${token}:11`));
  }
  return { tokens, timestamps: tokens.map((_, i) => i * 0.01) };
}

/** Every piece in a frame of its own, and a blank after it. */
function clearly(...pieces: string[]): Frame[] {
  return pieces.flatMap((piece): Frame[] => [[[piece, 0]], [[BLANK, 0]]]);
}

/** Spells a word in the model's pieces: the longest that fits, letter by letter where none does. */
function spelling(word: string): string[] {
  const pieces: string[] = [];
  for (let rest = `▁${word}`; rest !== ""; ) {
    let length = rest.length;
    while (length > 1 && !tokenOf.has(rest.slice(0, length))) length--;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return pieces;
}

describe("the search for words", () => {
  test("finds nothing in nothing, and nothing in blanks", async () => {
    expect(await findWords(model, spelt([]))).toEqual({ text: "", tokens: [], timestamps: [] });
    const blanks = Array.from({ length: 200 }, (): Frame => [[BLANK, 0]]);
    expect((await findWords(model, spelt(blanks))).text).toBe("");
  });

  test("leaves what is clear as it is, and tells when each piece began", async () => {
    const found = await findWords(model, spelt(clearly("▁the", "▁the", "▁of")));
    expect(found).toEqual({
      text: "the the of",
      tokens: ["▁the", "▁the", "▁of"],
      timestamps: [0, 2 * 0.08, 4 * 0.08],
    });
  });

  test("takes a piece that lasts for one, and the same again after a blank for two", async () => {
    const lasting: Frame[] = [[["▁the", 0]], [["▁the", 0]], [["▁the", 0]]];
    expect((await findWords(model, spelt(lasting))).text).toBe("the");
    expect((await findWords(model, spelt([...lasting, [[BLANK, 0]], [["▁the", 0]]]))).text).toBe("the the");
  });

  test("prefers the word that fits the one before, where the sounds leave it open", async () => {
    const open: Frame = [
      ["▁of", 2],
      ["▁the", 2],
    ];
    const afterOne = await findWords(model, spelt([...clearly("▁of"), open, [[BLANK, 0]]]));
    expect(afterOne.text).toBe("of the");
    const between = await findWords(
      model,
      spelt([...clearly("▁of"), open, [[BLANK, 0]], ...clearly("▁that")]),
    );
    expect(between.text).toBe("of the that");
  });

  test("writes a name that is in no list as it is spelt", async () => {
    const name = spelling("zlakovny");
    const { text } = await findWords(model, spelt(clearly("▁the", ...name)));
    expect(text).toBe("the zlakovny");
  });

  test("writes spelt-out letters", async () => {
    const letters = ["▁b", "▁c", "▁f"].filter((piece) => tokenOf.has(piece));
    expect(letters.length).toBeGreaterThan(1);
    const { text } = await findWords(model, spelt(clearly(...letters)));
    expect(text).toBe(letters.join(" ").replaceAll("▁", ""));
  });

  test("survives scores that make no sense", async () => {
    const noise = Array.from(
      { length: 300 },
      (_, i): Frame => [
        [model.pieces[1 + ((i * 37) % 255)] as string, 9],
        [BLANK, 10],
      ],
    );
    const { tokens, timestamps } = await findWords(model, spelt(noise));
    expect(tokens.length).toBe(timestamps.length);
    expect(timestamps.every((time, i) => i === 0 || time > (timestamps[i - 1] as number))).toBe(true);
    expect(timestamps.every((time) => time >= 0 && time < 300 * 0.08)).toBe(true);
  });
});

describe("spelt-out scores", () => {
  test.each([["▁word"], ["12"], ["x:1"], ["999:1"], ["1:x"], ["<blk>"]])(
    "%s is refused: the model does not spell its scores out",
    async (symbol) => {
      expect(findWords(model, { tokens: [symbol], timestamps: [0] })).rejects.toThrow(
        "a token and its score",
      );
    },
  );

  test("a symbol that the decoder left out as a repetition is put back", () => {
    const whole = spelt([...clearly("▁the"), [[BLANK, 0]]]);
    const repeated = { tokens: [...whole.tokens], timestamps: [...whole.timestamps] };
    repeated.tokens[8] = repeated.tokens[7] as string;
    const merged = {
      tokens: repeated.tokens.filter((_, i) => i !== 8),
      timestamps: repeated.timestamps.filter((_, i) => i !== 8),
    };
    const count = model.pieces.length;
    expect(merged.tokens).toHaveLength(repeated.tokens.length - 1);
    expect(speltScores(merged, count)).toEqual(speltScores(repeated, count));
  });
});

describe("a word model", () => {
  const file = readFileSync(join(import.meta.dir, "../../../models/starter-en/words.bin"));

  test("is told from other files, from a cut one and from a bad header", () => {
    expect(() => new WordModel(new TextEncoder().encode("something else, long enough"))).toThrow(
      "does not begin",
    );
    expect(() => new WordModel(file.subarray(0, file.length - 1000))).toThrow();
    const bad = Buffer.from(file);
    bad[20] = 0;
    expect(() => new WordModel(bad)).toThrow();
  });

  test("knows what follows what", () => {
    const cost = (before: string, word: string) => model.wordCost(wordOf(before), wordOf(word));
    expect(cost("thank", "you")).toBeLessThan(cost("thank", "of"));
    expect(cost("half", "past")).toBeLessThan(cost("half", "passed"));
  });
});

function wordOf(word: string): number {
  let node = 0;
  for (const piece of spellingInTree(word)) node = piece;
  return model.wordAt(node);
}

/** The nodes of a word's spelling, found by trying every division into pieces. */
function spellingInTree(word: string): number[] {
  const walk = (node: number, rest: string): number[] | null => {
    if (rest === "") return model.wordAt(node) >= 0 ? [] : null;
    for (let length = rest.length; length > 0; length--) {
      const token = tokenOf.get(rest.slice(0, length));
      const child = token === undefined ? 0 : model.child(node, token);
      const further = child === 0 ? null : walk(child, rest.slice(length));
      if (further) return [child, ...further];
    }
    return null;
  };
  return walk(0, `▁${word}`) ?? [];
}
