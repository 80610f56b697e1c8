/** Cardinal numbers of a language, read from its number words by one grammar. */
import { type Atom, lexerOf, type NumberWords } from "./number-words.ts";
import { readOnce, type Words } from "./readers.ts";

export interface Cardinal {
  words: number;
  value: bigint;
  /** Set where the number ends on a word for millions or more: `2` `millionen`. */
  round: { count: bigint; word: string } | null;
}

export type CardinalReader = (words: Words, at: number) => Cardinal | null;

/** More words than any number below 10^15 takes in any of the languages. */
const LOOK_AHEAD_WORDS = 40;

interface Placed {
  atom: Atom;
  /** Index of the word that the atom is part of. */
  word: number;
}

/** What was read, and the atom after it. */
interface Part {
  value: bigint;
  next: number;
}

interface WholePart extends Part {
  /** The count of the last scale, where nothing follows it. */
  roundCount: bigint | null;
}

export function cardinalReader(numbers: NumberWords): CardinalReader {
  const lex = lexerOf(numbers);
  const grammar = grammarOf(numbers);

  return readOnce((words, at) => {
    let placed = place(words, at, lex);
    for (;;) {
      const whole = grammar(placed.map(({ atom }) => atom));
      if (!whole || whole.next === 0) return null;
      const last = placed[whole.next - 1]?.word ?? at;
      // Words are read whole: where the grammar stops inside one, the number ends before it.
      if (placed[whole.next]?.word !== last) {
        const round =
          whole.roundCount === null ? null : { count: whole.roundCount, word: lastPart(words[last] ?? "") };
        return { words: last - at + 1, value: whole.value, round };
      }
      placed = placed.filter(({ word }) => word < last);
    }
  });
}

function place(words: Words, at: number, lex: (word: string) => readonly Atom[] | null): Placed[] {
  const placed: Placed[] = [];
  for (let word = at; word < Math.min(words.length, at + LOOK_AHEAD_WORDS); word++) {
    const atoms = lex(words[word] ?? "");
    if (!atoms) break;
    placed.push(...atoms.map((atom) => ({ atom, word })));
  }
  return placed;
}

function grammarOf(numbers: NumberWords): (atoms: readonly Atom[]) => WholePart | null {
  const { andAfterHundreds, teenHundreds } = numbers;
  const belowHundred = numbers.order === "unit-tens" ? unitTens : tensUnit(numbers);

  /** What follows hundreds or thousands, with or without an `and`. */
  function tail<P extends Part>(atoms: readonly Atom[], i: number, read: (i: number) => P | null): P | null {
    return (andAfterHundreds && atoms[i]?.kind === "and" ? read(i + 1) : null) ?? read(i);
  }

  function belowThousand(atoms: readonly Atom[], i: number): Part | null {
    const first = atoms[i];
    const count = belowHundred(atoms, i);
    let base: Part | null = null;
    if (first?.kind === "hundreds") base = { value: BigInt(first.value), next: i + 1 };
    else if (first?.kind === "hundred") base = { value: 100n, next: i + 1 };
    else if (count && atoms[count.next]?.kind === "hundred" && mayCountHundreds(count.value)) {
      base = { value: count.value * 100n, next: count.next + 1 };
    }
    if (!base) return count;
    const rest = tail(atoms, base.next, (at) => belowHundred(atoms, at));
    return rest ? { value: base.value + rest.value, next: rest.next } : base;
  }

  const mayCountHundreds = (count: bigint) =>
    (count > 1n && count < 10n) ||
    (count === 1n && numbers.fused) ||
    (teenHundreds && count > 10n && count % 10n !== 0n);

  function belowMillion(atoms: readonly Atom[], i: number): Part | null {
    const count = isThousand(atoms[i]) ? { value: 1n, next: i } : belowThousand(atoms, i);
    if (!count || count.value > 999n || !isThousand(atoms[count.next])) return count;
    const base: Part = { value: count.value * 1000n, next: count.next + 1 };
    const rest = tail(atoms, base.next, (at) => belowThousand(atoms, at));
    if (!rest || rest.value > 999n || isThousand(atoms[rest.next])) return base;
    return { value: base.value + rest.value, next: rest.next };
  }

  return (atoms) => {
    if (atoms[0]?.kind === "zero") return { value: 0n, next: 1, roundCount: null };
    let whole: WholePart | null = null;
    let power = Number.POSITIVE_INFINITY;
    for (;;) {
      const group: Part | null = whole
        ? tail(atoms, whole.next, (i) => belowMillion(atoms, i))
        : belowMillion(atoms, 0);
      if (!group) return whole;
      const scale = atoms[group.next];
      const before: bigint = whole?.value ?? 0n;
      if (scale?.kind !== "scale") return { value: before + group.value, next: group.next, roundCount: null };
      if (scale.power >= power) return whole;
      power = scale.power;
      const roundCount: bigint | null = whole ? null : group.value;
      whole = { value: before + group.value * 10n ** BigInt(power), next: group.next + 1, roundCount };
    }
  };
}

/** Hyphens may join all of a number: `deux-millions`. */
function lastPart(word: string): string {
  return word.slice(word.lastIndexOf("-") + 1);
}

function isThousand(atom: Atom | undefined): boolean {
  return atom?.kind === "scale" && atom.power === 3;
}

/** Fünf-und-zwanzig: the units first, bound by `and`. */
function unitTens(atoms: readonly Atom[], i: number): Part | null {
  const [first, second, third] = [atoms[i], atoms[i + 1], atoms[i + 2]];
  if (first?.kind === "unit" && second?.kind === "and" && third?.kind === "tens") {
    return { value: BigInt(first.value + third.value), next: i + 3 };
  }
  if (first?.kind !== "unit" && first?.kind !== "teen" && first?.kind !== "tens") return null;
  return { value: BigInt(first.value), next: i + 1 };
}

/** Twenty-five: the tens first; in French the tens may go on to nineteen. */
function tensUnit({ andInTens, vigesimal }: NumberWords) {
  return (atoms: readonly Atom[], i: number): Part | null => {
    const first = atoms[i];
    const second = atoms[i + 1];
    if (first?.kind === "unit" && vigesimal && first.value === 4 && amountOf(second) === 20) {
      return addUnits(atoms, 80, i + 2);
    }
    if (first?.kind === "tens") return addUnits(atoms, first.value, i + 1);
    if (
      first?.kind === "teen" &&
      vigesimal &&
      first.value === 10 &&
      second?.kind === "unit" &&
      second.value > 6
    ) {
      return { value: BigInt(10 + second.value), next: i + 2 };
    }
    if (first?.kind !== "unit" && first?.kind !== "teen") return null;
    return { value: BigInt(first.value), next: i + 1 };
  };

  function addUnits(atoms: readonly Atom[], tens: number, i: number): Part {
    const bound = atoms[i]?.kind === "and" && andInTens !== "never";
    const at = bound ? i + 1 : i;
    const atom = atoms[at];
    const alone = { value: BigInt(tens), next: i };
    if (andInTens === "required" && !bound) return alone;
    if (atom?.kind === "unit") return { value: BigInt(tens + atom.value), next: at + 1 };
    if (atom?.kind !== "teen" || !vigesimal || (tens !== 60 && tens !== 80)) return alone;
    const unit = atoms[at + 1];
    const compound = atom.value === 10 && unit?.kind === "unit" && unit.value > 6;
    return compound
      ? { value: BigInt(tens + 10 + unit.value), next: at + 2 }
      : { value: BigInt(tens + atom.value), next: at + 1 };
  }
}

function amountOf(atom: Atom | undefined): number | null {
  return atom && "value" in atom ? atom.value : null;
}
