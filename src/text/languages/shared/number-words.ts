/**
 * Number words of a language as data, and how a word is cut into them: German, Dutch and Italian fuse a whole
 * number into one word, French hyphenates it, the others set spaces.
 */

export interface NumberWords {
  /** Words for values below a thousand: `vier`, `zwölf`, `dreißig`, `doscientos`. */
  values: Readonly<Record<string, number>>;
  /** Forms of one that are articles too, and so no digits of a digit run. */
  articles: readonly string[];
  /** Words that multiply the number before them by a hundred: `hundert`, `cent`. */
  hundred: readonly string[];
  /** Words that multiply by a power of ten from a thousand up: `tausend` 3, `millionen` 6. */
  scales: Readonly<Record<string, number>>;
  and: readonly string[];
  /** Whether one word may hold several number words without hyphens. */
  fused: boolean;
  /** `unit-tens`: fünf-und-zwanzig; `tens-unit`: twenty-five. */
  order: "tens-unit" | "unit-tens";
  /** Whether an `and` stands between tens and units. */
  andInTens: "required" | "optional" | "never";
  /** Whether an `and` may stand after hundreds and thousands: `cento e um`. */
  andAfterHundreds: boolean;
  /** Whether eleven to ninety-nine hundred may stand for a thousand and more: `neunzehnhundert`. */
  teenHundreds: boolean;
  /** French: `quatre-vingt` is 80, and 60 and 80 go on to nineteen. */
  vigesimal: boolean;
}

export type Atom =
  /** Complete below a hundred and not to be added to: ten to nineteen, `veintiuno`. */
  | { kind: "zero" | "unit" | "teen" | "tens" | "hundreds"; value: number }
  | { kind: "hundred" }
  | { kind: "scale"; power: number }
  | { kind: "and" };

export type Lexer = (word: string) => readonly Atom[] | null;

/** Texts repeat their words, and every reader looks at each of them. */
const MOST_REMEMBERED = 2_000;
/** The longest fused number below a million has 70 letters in the languages here. */
const LONGEST_WORD = 100;

export function lexerOf(numbers: NumberWords): Lexer {
  const atoms = atomTable(numbers);
  const longest = Math.max(...[...atoms.keys()].map((word) => word.length));
  const starts = new Set([...atoms.keys()].map((word) => word[0]));

  function cut(word: string, from: number, dead: Set<number>): Atom[] | null {
    if (from === word.length) return [];
    if (dead.has(from)) return null;
    for (let end = Math.min(word.length, from + longest); end > from; end--) {
      const atom = atoms.get(word.slice(from, end));
      const rest = atom && cut(word, end, dead);
      if (atom && rest) return [atom, ...rest];
    }
    dead.add(from);
    return null;
  }

  function lex(word: string): readonly Atom[] | null {
    const whole = atoms.get(word);
    if (whole) return [whole];
    if (!starts.has(word[0]) || word.length > LONGEST_WORD) return null;
    const found: Atom[] = [];
    for (const piece of word.split("-")) {
      const atom = atoms.get(piece);
      const cutUp = atom ? [atom] : numbers.fused && piece !== "" ? cut(piece, 0, new Set()) : null;
      if (!cutUp) return null;
      found.push(...cutUp);
    }
    return found;
  }

  const remembered = new Map<string, readonly Atom[] | null>();
  return (word) => {
    const known = remembered.get(word);
    if (known !== undefined) return known;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const found = lex(word);
    remembered.set(word, found);
    return found;
  };
}

function atomTable(numbers: NumberWords): Map<string, Atom> {
  const atoms = new Map<string, Atom>();
  for (const [word, value] of Object.entries(numbers.values)) atoms.set(word, { kind: kindOf(value), value });
  for (const word of numbers.hundred) atoms.set(word, { kind: "hundred" });
  for (const [word, power] of Object.entries(numbers.scales)) atoms.set(word, { kind: "scale", power });
  for (const word of numbers.and) atoms.set(word, { kind: "and" });
  return atoms;
}

function kindOf(value: number): "zero" | "unit" | "teen" | "tens" | "hundreds" {
  if (value === 0) return "zero";
  if (value < 10) return "unit";
  if (value >= 100) return "hundreds";
  return value >= 20 && value % 10 === 0 ? "tens" : "teen";
}
