/** Small word models, written in the format that scripts/train-starter/recognizer/word_model.py describes. */

export interface SmallModel {
  /** The cost of each word alone, in tenths. Word 0 is the start; word n is spelt by one piece, token n. */
  costs: readonly number[];
  /** In tenths, added where no pair is kept after a word. */
  backOffs?: readonly number[];
  pairs?: readonly (readonly [first: number, second: number, cost: number])[];
  /** In tenths, by `first second`, added where no triple is kept after the two. */
  contextBackOffs?: Readonly<Record<string, number>>;
  triples?: readonly (readonly [first: number, second: number, third: number, cost: number])[];
}

const MAGIC = "TIROWM02";
const NO_WORD = 0xffffffff;
const HUNDRED = 100;

export function pieceOf(word: number): string {
  return `▁${String.fromCharCode(96 + word)}`;
}

/** Of the search, if a test says nothing else: costs of words as they are, and none for anything but unknown ones. */
export const WEIGHTS = {
  language: 1,
  token: 0,
  blank: 0,
  word: 0,
  unknownWord: 20,
  unknownPiece: 2,
  unfinished: 4,
};

/** @param header what of the header to change, as a broken file might. */
export function wordModelFile(model: SmallModel, header: Record<string, unknown> = {}): Buffer {
  const words = model.costs.length;
  const spoken = Array.from({ length: words - 1 }, (_, i) => i + 1);
  const pairs = [...(model.pairs ?? [])].sort(byPlaces);
  const triples = [...(model.triples ?? [])].sort(byPlaces);
  const contexts = [...new Set(triples.map(([first, second]) => `${first} ${second}`))];
  const context = contexts.map((text) => text.split(" ").map(Number) as [number, number]);
  const contextOf = triples.map(([first, second]) => contexts.indexOf(`${first} ${second}`));
  const thousandths = (tenths: readonly number[]) => tenths.map((cost) => cost * HUNDRED);
  const arrays = [
    new Uint32Array([1, ...Array.from({ length: words }, () => words)]),
    new Uint32Array([NO_WORD, ...spoken]),
    new Uint16Array([0, ...spoken]),
    new Uint16Array(thousandths([Math.min(...model.costs.slice(1)), ...model.costs.slice(1)])),
    new Uint16Array(thousandths(model.costs)),
    new Int16Array(thousandths(model.backOffs ?? model.costs.map(() => 0))),
    starts(
      pairs.map(([first]) => first),
      words,
    ),
    new Uint16Array(pairs.map(([, second]) => second)),
    new Uint8Array(pairs.map(([, , cost]) => cost)),
    starts(
      context.map(([first]) => first),
      words,
    ),
    new Uint16Array(context.map(([, second]) => second)),
    new Int16Array(thousandths(contexts.map((text) => model.contextBackOffs?.[text] ?? 0))),
    starts(contextOf, contexts.length),
    new Uint16Array(triples.map(([, , third]) => third)),
    new Uint8Array(triples.map(([, , , cost]) => cost)),
  ];
  const counts = {
    nodes: words,
    words,
    linked: words,
    pairs: pairs.length,
    contexts: contexts.length,
    triples: triples.length,
  };
  const pieces = ["<blk>", ...spoken.map(pieceOf)];
  const whole = { ...counts, pieces, tokenLogs: pieces.map(() => 0), weights: WEIGHTS, ...header };
  const text = Buffer.from(JSON.stringify(whole));
  const start = Buffer.alloc(12);
  start.write(MAGIC, "latin1");
  const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, " ")]);
  start.writeUInt32LE(padded.length, MAGIC.length);
  return Buffer.concat([start, padded, ...arrays.map(aligned)]);
}

function byPlaces(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, i) => value !== b[i]);
  return differing < 0 ? 0 : (a[differing] as number) - (b[differing] as number);
}

/** Where each group begins in these, which are in order, and where the last one ends. */
function starts(groups: readonly number[], count: number): Uint32Array {
  return Uint32Array.from(
    { length: count + 1 },
    (_, group) => groups.filter((other) => other < group).length,
  );
}

function aligned(array: Uint8Array | Uint16Array | Int16Array | Uint32Array): Buffer {
  const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}
