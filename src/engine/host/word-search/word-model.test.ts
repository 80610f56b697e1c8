import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { testFolder } from "../../../../test/support/folders.ts";
import { type SmallModel, wordModelFile } from "../../../../test/support/word-model.ts";
import { START_WORD, WordModel } from "./word-model.ts";

/** Words 1 to 4, in tenths: a pair and two triples by hand. */
const SMALL: SmallModel = {
  costs: [100, 10, 20, 30, 40],
  backOffs: [0, 5, -3, 0, 0],
  pairs: [
    [1, 2, 7],
    [START_WORD, 1, 4],
    [2, 3, 12],
  ],
  contextBackOffs: { "1 2": 6, "0 1": -2 },
  triples: [
    [1, 2, 3, 1],
    [1, 2, 4, 2],
    [START_WORD, 1, 2, 3],
  ],
};

const anyModel: fc.Arbitrary<SmallModel> = fc.integer({ min: 3, max: 9 }).chain((words) => {
  const word = fc.integer({ min: 0, max: words - 1 });
  const said = fc.integer({ min: 1, max: words - 1 });
  const cost = fc.integer({ min: 0, max: 255 });
  const backOff = fc.integer({ min: -50, max: 200 });
  return fc.record({
    costs: fc.array(fc.integer({ min: 0, max: 600 }), { minLength: words, maxLength: words }),
    backOffs: fc.array(backOff, { minLength: words, maxLength: words }),
    pairs: fc.uniqueArray(fc.tuple(word, said, cost), { selector: ([a, b]) => `${a} ${b}` }),
    triples: fc.uniqueArray(fc.tuple(word, said, said, cost), {
      selector: ([a, b, c]) => `${a} ${b} ${c}`,
    }),
    contextBackOffs: fc.dictionary(
      fc.tuple(word, said).map(([a, b]) => `${a} ${b}`),
      backOff,
    ),
  });
});

/** The cost of a word after the two before it, from the lists alone. */
function costByLists(model: SmallModel, before: readonly number[], word: number): number {
  const [first, last] = [before.at(-2), before.at(-1) as number];
  const triples = (model.triples ?? []).filter(([a, b]) => a === first && b === last);
  const triple = triples.find(([, , c]) => c === word);
  if (triple) return triple[3];
  const over = triples.length > 0 ? (model.contextBackOffs?.[`${first} ${last}`] ?? 0) : 0;
  const pair = (model.pairs ?? []).find(([a, b]) => a === last && b === word);
  if (pair) return over + pair[2];
  return over + (model.backOffs?.[last] ?? 0) + (model.costs[word] as number);
}

describe("a model in a file", () => {
  const folder = testFolder();
  const path = join(folder, "words.bin");

  test("is searched where it is mapped as in memory", () => {
    const file = wordModelFile(SMALL);
    writeFileSync(path, file);
    const [there, here] = [WordModel.open(path), new WordModel(file)];
    for (let word = 0; word < SMALL.costs.length; word++) {
      const before = here.follow(START_WORD, word);
      expect(there.follow(START_WORD, word)).toBe(before);
      for (let next = 0; next < SMALL.costs.length; next++)
        expect(there.wordCost(before, next)).toBe(here.wordCost(before, next));
    }
  });

  test("is refused when it is cut short", () => {
    writeFileSync(path, wordModelFile(SMALL).subarray(0, -4));
    expect(() => WordModel.open(path)).toThrow("cut short");
  });
});

describe("what a word costs", () => {
  test("after two words, backing off to one and to none, by hand", () => {
    const model = new WordModel(wordModelFile(SMALL));
    const afterOne = model.follow(START_WORD, 1);
    expect(model.wordCost(START_WORD, 1)).toBeCloseTo(0.4);
    expect(model.wordCost(afterOne, 2)).toBeCloseTo(0.3);
    expect(model.wordCost(afterOne, 3)).toBeCloseTo(-0.2 + 0.5 + 3);
    const afterTwo = model.follow(afterOne, 2);
    expect(model.wordCost(afterTwo, 4)).toBeCloseTo(0.2);
    expect(model.wordCost(afterTwo, 1)).toBeCloseTo(0.6 - 0.3 + 1);
    expect(model.wordCost(2, 3)).toBeCloseTo(1.2);
    expect(model.follow(3, 4)).toBe(4);
  });

  test("is what the lists say, whatever they are and whatever was said", () => {
    fc.assert(
      fc.property(anyModel, fc.array(fc.nat(), { maxLength: 12 }), (lists, choices) => {
        const model = new WordModel(wordModelFile(lists));
        const said = [START_WORD, ...choices.map((choice) => 1 + (choice % (lists.costs.length - 1)))];
        let history = START_WORD;
        said.slice(1).forEach((word, i) => {
          const expected = costByLists(lists, said.slice(0, i + 1), word) / 10;
          expect(model.wordCost(history, word)).toBeCloseTo(expected, 6);
          history = model.follow(history, word);
        });
      }),
    );
  });

  test("counts no pair for words that are too rare to be in one", () => {
    const file = wordModelFile({ ...SMALL, pairs: [], triples: [] }, { linked: 3 });
    // Two starts fewer, twice: of the pairs and of the contexts.
    const header = file.readUInt32LE(8) + 12;
    const startsAt = header + 6 * 4 + 5 * 4 + 12 + 12 + 12 + 12;
    const shorter = Buffer.concat([file.subarray(0, startsAt), Buffer.alloc(4 * (4 + 4 + 1))]);
    const model = new WordModel(shorter);
    expect(model.follow(4, 4)).toBe(4);
    expect(model.wordCost(4, 3)).toBeCloseTo(3);
  });
});

describe("a file of words", () => {
  const file = wordModelFile(SMALL);

  test("is told from other files", () => {
    for (const text of ["", "TIROWM02", "something else, long enough", "TIROWM01 and the rest"])
      expect(() => new WordModel(Buffer.from(text))).toThrow("does not begin");
  });

  test("is refused wherever it is cut, and with anything behind it", () => {
    for (let length = 0; length < file.length; length++)
      expect(() => new WordModel(file.subarray(0, length))).toThrow(/does not begin|cut short|does not end/);
    expect(() => new WordModel(Buffer.concat([file, Buffer.alloc(4)]))).toThrow("does not end");
  });

  test.each([
    ["nodes", { nodes: 2 ** 32 }],
    ["words", { words: -1 }],
    ["linked", { linked: 65_537 }],
    ["pieces", { pieces: [] }],
    ["a weight", { weights: {} }],
    ["something unknown", { surprise: true }],
  ])("is refused for its header: %s", (_, change) => {
    expect(() => new WordModel(wordModelFile(SMALL, change))).toThrow();
  });

  test.each([
    ["more pairs than there are", { pairs: 1_000_000 }, "cut short"],
    ["shares of other tokens", { tokenLogs: [0] }, "contradicts itself"],
    ["fewer pieces than the tree has", { pieces: ["<blk>", "▁a"], tokenLogs: [0, 0] }, "contradicts itself"],
  ])("is refused for %s", (_, change, message) => {
    expect(() => new WordModel(wordModelFile(SMALL, change))).toThrow(message);
  });

  test("with any byte changed is refused or gives numbers, and ends", () => {
    const header = file.readUInt32LE(8) + 12;
    fc.assert(
      fc.property(
        fc.integer({ min: header, max: file.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, flip) => {
          const changed = Buffer.from(file);
          changed[at] = (changed[at] as number) ^ flip;
          let model: WordModel;
          try {
            model = new WordModel(changed);
          } catch (error) {
            expect((error as Error).message).toBe("the word model contradicts itself");
            return;
          }
          for (let history = 0; history < 7; history++)
            for (let word = 1; word < 5; word++) {
              expect(model.wordCost(history, word)).toBeNumber();
              expect(model.wordCost(history, word)).not.toBeNaN();
              expect(model.follow(history, word)).toBeLessThan(7);
            }
        },
      ),
    );
  });
});

describe("the starter's words", () => {
  const model = new WordModel(readFileSync(join(import.meta.dir, "../../../../models/starter-en/words.bin")));
  const tokenOf = new Map(model.pieces.map((piece, token) => [piece, token]));

  /** The cost of the last of these words after the others. */
  function cost(...words: string[]): number {
    let history = START_WORD;
    let cost = 0;
    for (const word of words.map(wordOf)) {
      cost = model.wordCost(history, word);
      history = model.follow(history, word);
    }
    return cost;
  }

  function wordOf(word: string): number {
    const found = ending(0, `▁${word}`);
    if (found < 0) throw new Error(`${word} is in no list`);
    return found;
  }

  /** The word at the end of its spelling, found by trying every division into pieces. */
  function ending(node: number, rest: string): number {
    if (rest === "") return model.wordAt(node);
    for (let length = rest.length; length > 0; length--) {
      const token = tokenOf.get(rest.slice(0, length));
      const child = token === undefined ? 0 : model.child(node, token);
      const found = child === 0 ? -1 : ending(child, rest.slice(length));
      if (found >= 0) return found;
    }
    return -1;
  }

  test("tell what follows what", () => {
    expect(cost("thank", "you")).toBeLessThan(cost("thank", "of"));
    expect(cost("half", "past")).toBeLessThan(cost("half", "passed"));
  });

  test("tell what follows two words", () => {
    expect(cost("one", "of", "those")).toBeLessThan(cost("out", "of", "those"));
    expect(cost("as", "well", "as")).toBeLessThan(cost("very", "well", "as"));
  });
});
