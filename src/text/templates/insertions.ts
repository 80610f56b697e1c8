/**
 * "Insert template NAME" in what was said. It is a command only if a template has exactly this name, and if the words
 * stand by themselves: at the beginning or the end, or apart from the rest by the end of a sentence or a long pause. All
 * other words stay words.
 */

import { whenNeeded } from "../../lib/when-needed.ts";
import { spokenNameOf } from "./names.ts";

export interface Heard {
  rawText: string;
  /** Seconds of silence before each word of it; empty if that is not known. */
  pauses: readonly number[];
  /** A `LanguageCode`; `auto` if it is not known. */
  language: string;
}

export type Piece<Template> =
  /** Words from `begin` to before `end`, as white space sets them apart. */
  { kind: "words"; begin: number; end: number } | { kind: "template"; template: Template };

/** The words before and after a name; alternatives are apart by bars. */
const FORMS: Readonly<Record<string, readonly (readonly [before: string, behind: string])[]>> = {
  en: [["insert template|insert the template|insert my template|insert snippet|insert the snippet|insert my snippet", ""]],
  de: [
    ["vorlage|die vorlage|meine vorlage|textbaustein|den textbaustein|meinen textbaustein", "einfügen"],
    [
      "füge vorlage|füge die vorlage|füge meine vorlage|füge textbaustein|füge den textbaustein|füge meinen textbaustein",
      "ein",
    ],
  ],
  fr: [
    [
      "insérer modèle|insérer le modèle|insérer mon modèle|insère le modèle|insère mon modèle|insérez le modèle|insérez mon modèle",
      "",
    ],
  ],
  es: [
    [
      "insertar plantilla|insertar la plantilla|insertar mi plantilla|inserta la plantilla|inserta mi plantilla|inserte la plantilla|inserte mi plantilla",
      "",
    ],
  ],
}; // biome-ignore format: a table

interface Form {
  before: string[];
  behind: string[];
}

const formsOf = whenNeeded(
  () =>
    new Map<string, readonly Form[]>(
      Object.entries(FORMS).map(([language, forms]) => [
        language,
        forms.flatMap(([before, behind]) =>
          before.split("|").map((words) => ({ before: spokenWords(words), behind: spokenWords(behind) })),
        ),
      ]),
    ),
);

/** A pause within a sentence is shorter. */
const LEAST_PAUSE_SECONDS = 0.5;
const SENTENCE_ENDS = /[.!?…][»"”’')\]]*$/u;
/** Words of a name: as many as it can have characters would be slow to try. */
const MOST_NAME_WORDS = 12;

export function heardWords(rawText: string): string[] {
  return rawText.split(/\s+/u).filter((word) => word !== "");
}

/**
 * Null if nothing is to be inserted.
 * @param namesOf templates by their `spokenNameOf`; asked for only if words of a command were said.
 */
export function findInsertions<Template>(
  { rawText, pauses, language }: Heard,
  namesOf: () => ReadonlyMap<string, Template>,
  most: number,
): Piece<Template>[] | null {
  const words = heardWords(rawText);
  const letters = words.map(spokenNameOf);
  const forms = (
    language === "auto" ? [...formsOf().values()].flat() : (formsOf().get(language) ?? [])
  ).filter(({ before }) => letters.some((_, at) => standsAt(letters, before, at)));
  if (forms.length === 0) return null;
  const names = namesOf();
  const isApart = (at: number) =>
    at === 0 ||
    at === words.length ||
    SENTENCE_ENDS.test(words[at - 1] ?? "") ||
    (pauses[at] ?? 0) >= LEAST_PAUSE_SECONDS;
  const pieces: Piece<Template>[] = [];
  let begin = 0;
  let found = 0;
  for (let at = 0; at < words.length && found < most; at++) {
    const command = isApart(at) ? commandAt({ words, letters, at, isApart }, forms, names) : null;
    if (command === null) continue;
    if (at > begin) pieces.push({ kind: "words", begin, end: at });
    pieces.push({ kind: "template", template: command.template });
    found++;
    begin = command.end;
    at = command.end - 1;
  }
  if (found === 0) return null;
  if (begin < words.length) pieces.push({ kind: "words", begin, end: words.length });
  return pieces;
}

interface Place {
  words: readonly string[];
  letters: readonly string[];
  at: number;
  isApart: (at: number) => boolean;
}

function commandAt<Template>(
  place: Place,
  forms: readonly Form[],
  names: ReadonlyMap<string, Template>,
): { template: Template; end: number } | null {
  const { words, letters, at, isApart } = place;
  for (const { before, behind } of forms) {
    if (!standsAt(letters, before, at)) continue;
    let name = "";
    let longest: { template: Template; end: number } | null = null;
    const nameAt = at + before.length;
    for (let next = nameAt; next < words.length && next < nameAt + MOST_NAME_WORDS; next++) {
      if (SENTENCE_ENDS.test(words[next - 1] ?? "")) break;
      name += letters[next];
      const template = names.get(name);
      const end = next + 1 + behind.length;
      if (template !== undefined && standsAt(letters, behind, next + 1) && isApart(end))
        longest = { template, end };
    }
    if (longest !== null) return longest;
  }
  return null;
}

function standsAt(letters: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.every((word, index) => letters[at + index] === word);
}

function spokenWords(text: string): string[] {
  return heardWords(text).map(spokenNameOf);
}
