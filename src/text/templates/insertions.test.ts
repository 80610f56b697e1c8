import { describe, expect, test } from "bun:test";
import { findInsertions, heardWords } from "./insertions.ts";
import { gapsOf, spokenNameOf } from "./names.ts";

const NAMES = [
  "Letter",
  "Second reminder",
  "E-Mail an Kunden",
  "Lettre d’accueil",
  "Más información",
  "Grüße",
  "Reminder",
];
const names = new Map(NAMES.map((name) => [spokenNameOf(name), name]));

/** Words as they were said, templates in braces. */
function told(language: string, rawText: string, pauses: readonly number[] = []): string | null {
  const words = heardWords(rawText);
  const pieces = findInsertions({ rawText, pauses, language }, () => names, 5);
  return (
    pieces
      ?.map((piece) =>
        piece.kind === "template" ? `{${piece.template}}` : words.slice(piece.begin, piece.end).join(" "),
      )
      .join(" ") ?? null
  );
}

describe("inserts", () => {
  test.each([
    ["en", "insert template letter", "{Letter}"],
    ["en", "Insert the template, Second Reminder.", "{Second reminder}"],
    ["en", "insert snippet reminder", "{Reminder}"],
    ["en", "We met today. Insert template letter. It was fine.", "We met today. {Letter} It was fine."],
    ["en", "Insert template letter. Insert template reminder.", "{Letter} {Reminder}"],
    ["de", "Vorlage E-Mail an Kunden einfügen", "{E-Mail an Kunden}"],
    ["de", "Füge die Vorlage Email an Kunden ein.", "{E-Mail an Kunden}"],
    ["de", "Textbaustein Grüße einfügen.", "{Grüße}"],
    ["fr", "Insérer le modèle lettre d'accueil.", "{Lettre d’accueil}"],
    ["es", "Inserta la plantilla más información", "{Más información}"],
    ["auto", "Vorlage Grüße einfügen", "{Grüße}"],
  ])("%s: %s", (language, rawText, expected) => {
    expect(told(language, rawText)).toBe(expected);
  });

  test("between long pauses", () => {
    const said = "we met today insert template letter it was fine";
    expect(told("en", said, [0, 0, 0, 0.8, 0, 0, 0.7, 0, 0])).toBe("we met today {Letter} it was fine");
    expect(told("en", said, [0, 0, 0, 0.8, 0, 0, 0.2, 0, 0])).toBeNull();
    expect(told("en", said, [0, 0, 0, 0.2, 0, 0, 0.7, 0, 0])).toBeNull();
  });
});

describe("leaves words that are only words", () => {
  test.each([
    ["en", "Please insert template letter into the folder."],
    ["en", "Insert template letter into the folder."],
    ["en", "Then press insert template letter."],
    ["en", "Insert template invoice."],
    ["en", "Insert template."],
    ["en", "I wrote a second reminder."],
    ["de", "Die Vorlage Grüße ist schön."],
    ["de", "Vorlage Grüße einfügen ist leicht."],
    ["fr", "Le modèle lettre d'accueil est bon."],
    ["it", "insert template letter"],
    ["en", ""],
  ])("%s: %s", (language, rawText) => {
    expect(told(language, rawText)).toBeNull();
  });
});

test("at most so many, and the rest is words", () => {
  const rawText = "Insert template letter. ".repeat(6);
  expect(told("en", rawText)).toBe(`${"{Letter} ".repeat(5)}Insert template letter.`);
});

test("gaps are named once, in their order", () => {
  expect(gapsOf("Dear [[recipient]], [[number]] of [[ day ]] for [[recipient]] [[]] [[a\nb]] [x]")).toEqual([
    "recipient",
    "number",
    "day",
  ]);
});

test("names are asked for only after words of a command", () => {
  const heard = { rawText: "the template is in the drawer", pauses: [], language: "en" };
  const never = () => {
    throw new Error("asked for names");
  };
  expect(findInsertions(heard, never, 5)).toBeNull();
});
