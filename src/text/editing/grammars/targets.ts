/** Targets of instructions in other languages, in the words of the English targets (`find-target.ts`). */
import { MONTH } from "../values.ts";

type Translations = Readonly<Record<string, string>>;

export interface TargetWords {
  /** All are alternatives of a pattern, without groups that capture; this one is all of the selection. */
  whole: string;
  the: string;
  each: string;
  /** Patterns of the language's words and the English ones. */
  ordinals: Translations;
  units: Translations;
  counts: Translations;
  /** Announces literal words: `das Wort`. */
  word: string;
  /** Between a part and what it is part of. */
  of: string;
  /** After a unit: what it is about, or what it stands after or before. */
  about: string;
  after: string;
  before: string;
  /** `from … to`. */
  from: string;
  to: string;
  all: string;
}

export function targetReader(words: TargetWords): (said: string) => string {
  const [place, unit, count] = [words.ordinals, words.units, words.counts].map((each) =>
    Object.keys(each).join("|"),
  );
  const the = `(?:(?:${words.the}) ?)?`;
  const english = (translations: Translations, said = "") =>
    Object.entries(translations).find(([pattern]) => new RegExp(`^(?:${pattern})$`).test(said))?.[1] ?? said;
  const placed = new RegExp(
    `^${the}(?:(?<place>${place}) (?<unit>${unit})|(?<unit>${unit}) (?<place>${place}))$`,
  );
  const placeAlone = new RegExp(`^(?:the )?${the}(?<place>${place})$`);
  const counted = new RegExp(
    `^${the}(?:(?<count>${count}|\\d+) (?<place>${place})|(?<place>${place}) (?<count>${count}|\\d+)) (?<unit>${unit})$`,
  );
  const every = new RegExp(`^(?:${words.each}) (?<unit>${unit})$`);
  const part = new RegExp(
    `^(?<inner>.+?) (?:${words.of}) ?(?<outer>(?:(?:${words.the}) ?)?(?:(?:${place}) (?:${unit})|(?:${unit}) (?:${place})))$`,
  );
  const beside = new RegExp(
    `^${the}(?<unit>${unit}) (?:(?<after>${words.after})|${words.before}) (?<phrase>.+)$`,
  );
  const about = new RegExp(`^${the}(?<unit>${unit}) (?:${words.about}) (?<phrase>.+)$`);
  const after = new RegExp(`^(?:${words.all}) (?:(?<after>${words.after})|${words.before}) (?<phrase>.+)$`);
  const between = new RegExp(
    `^(?:(?:${words.all}) )?(?:${words.from}) ?(?<from>.+?) (?:${words.to}) ?(?<to>.+)$`,
  );
  const named = new RegExp(`^(?:${words.word}) (?!${words.of}|d')(?<phrase>.+)$`);
  // `Den zweiten Mai` is a date, not the second `Mai`.
  const occurrence = new RegExp(`^${the}(?<place>${place}) (?!(?:${MONTH})$)(?<phrase>.+)$`);
  const all = new RegExp(`^(?:${words.each}) (?<phrase>.+)$`);

  const readers: readonly [RegExp, (groups: Record<string, string>) => string][] = [
    [new RegExp(`^(?:${words.whole})$`), () => "everything"],
    [placed, (said) => `the ${english(words.ordinals, said.place)} ${english(words.units, said.unit)}`],
    [
      counted,
      (said) =>
        `the ${english(words.ordinals, said.place)} ${english(words.counts, said.count)} ${english(words.units, said.unit)}s`,
    ],
    [placeAlone, (said) => `the ${english(words.ordinals, said.place)}`],
    [every, (said) => `every ${english(words.units, said.unit)}`],
    [part, (said) => `${read(said.inner ?? "")} of ${read(said.outer ?? "")}`],
    [after, (said) => `everything ${said.after === undefined ? "before" : "after"} ${said.phrase}`],
    [
      beside,
      (said) =>
        `the ${english(words.units, said.unit)} ${said.after === undefined ? "before" : "after"} ${said.phrase}`,
    ],
    [about, (said) => `the ${english(words.units, said.unit)} about ${said.phrase}`],
    [between, (said) => `from ${said.from} to ${said.to}`],
    [named, (said) => `the phrase ${said.phrase}`],
    [occurrence, (said) => `the ${english(words.ordinals, said.place)} ${said.phrase}`],
    [all, (said) => `every ${said.phrase}`],
  ];
  function read(said: string): string {
    for (const [pattern, write] of readers) {
      const match = pattern.exec(said.trim());
      if (match) return write({ ...match.groups });
    }
    return said;
  }
  return read;
}
