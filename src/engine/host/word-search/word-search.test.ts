import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pieceOf, WEIGHTS, wordModelFile } from "../../../../test/support/word-model.ts";
import { findWords } from "./find-words.ts";
import { speltScores, TOKENS_PER_FRAME } from "./spelt-scores.ts";
import { WordModel } from "./word-model.ts";

/** The starter's own words, so that what is tested is what is shipped. */
const model = new WordModel(readFileSync(join(import.meta.dir, "../../../../models/starter-en/words.bin")));
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
    expect(await findWords(model, spelt([]))).toEqual({ text: "", tokens: [], timestamps: [], logProbs: [] });
    const blanks = Array.from({ length: 200 }, (): Frame => [[BLANK, 0]]);
    expect((await findWords(model, spelt(blanks))).text).toBe("");
  });

  test("leaves what is clear as it is, and tells when each piece began", async () => {
    const found = await findWords(model, spelt(clearly("▁the", "▁the", "▁of")));
    expect(found).toEqual({
      text: "the the of",
      tokens: ["▁the", "▁the", "▁of"],
      timestamps: [0, 2 * 0.08, 4 * 0.08],
      logProbs: Array(3).fill(Math.fround(-1 / 36)),
    });
  });

  test("takes a piece that lasts for one, and the same again after a blank for two", async () => {
    const lasting: Frame[] = [[["▁the", 0]], [["▁the", 0]], [["▁the", 0]]];
    expect((await findWords(model, spelt(lasting))).text).toBe("the");
    expect((await findWords(model, spelt([...lasting, [[BLANK, 0]], [["▁the", 0]]]))).text).toBe("the the");
  });

  test("prefers the word that fits the one before, where the sounds leave it open", async () => {
    const open: Frame = [
      ["▁was", 2],
      ["▁the", 2],
    ];
    const afterOf = await findWords(model, spelt([...clearly("▁of"), open, [[BLANK, 0]]]));
    expect(afterOf.text).toBe("of the");
    const afterIt = await findWords(model, spelt([...clearly("▁it"), open, [[BLANK, 0]]]));
    expect(afterIt.text).toBe("it was");
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

describe("the words before", () => {
  /** After a b comes c, after c b comes d; b alone leaves c and d alike. */
  const [a, b, c, d] = [1, 2, 3, 4];
  const small = new WordModel(
    wordModelFile({
      costs: [100, 30, 30, 30, 30],
      triples: [
        [a, b, c, 2],
        [c, b, d, 2],
      ],
      contextBackOffs: { [`${a} ${b}`]: 20, [`${c} ${b}`]: 20 },
    }),
  );

  /** One token a frame, or several that sound alike; the filling is blank at a level that no path affords. */
  function heard(...frames: number[][]) {
    const symbols = frames.flatMap((likely) => [
      ...likely.map((token) => `${token}:2`),
      ...Array.from({ length: TOKENS_PER_FRAME - likely.length }, () => "0:11"),
    ]);
    return { tokens: symbols, timestamps: symbols.map((_, i) => i * 0.01) };
  }
  const text = (...words: number[]) => words.map(pieceOf).join("").replaceAll("▁", " ").trim();

  test("decide by two of them, where one leaves it open", async () => {
    const open = [c, d];
    expect((await findWords(small, heard([a], [b], open))).text).toBe(text(a, b, c));
    expect((await findWords(small, heard([c], [b], open))).text).toBe(text(c, b, d));
  });

  test("are kept apart where they differ in what may follow, until the sounds decide", async () => {
    // c b d is so likely that the first word, which sounds a little more like a, becomes c.
    const first = { tokens: [`${a}:2`, `${c}:3`], rest: Array.from({ length: 6 }, () => "0:11") };
    const { tokens } = heard([b], [d]);
    const symbols = [...first.tokens, ...first.rest, ...tokens];
    const found = await findWords(small, { tokens: symbols, timestamps: symbols.map((_, i) => i * 0.01) });
    expect(found.text).toBe(text(c, b, d));
  });
});

describe("the tokens that were often heard", () => {
  const costs = [100, 30, 30];
  const frame = { tokens: ["1:2", "2:3", ...Array.from({ length: 6 }, () => "0:11")] };
  const scores = { ...frame, timestamps: frame.tokens.map((_, i) => i * 0.01) };

  test("give way to rarer ones as far as the weight says, and blank to words", async () => {
    const plain = new WordModel(wordModelFile({ costs }));
    expect((await findWords(plain, scores)).text).toBe("a");
    const header = { tokenLogs: [0, -1, -4], weights: { ...WEIGHTS, token: 0.5 } };
    const fair = new WordModel(wordModelFile({ costs }, header));
    expect((await findWords(fair, scores)).text).toBe("b");
    const silent = new WordModel(wordModelFile({ costs }, { weights: { ...WEIGHTS, blank: -40 } }));
    expect((await findWords(silent, scores)).text).toBe("");
  });
});
