import { expect, test } from "bun:test";
import { formatDictation } from "./format-dictation.ts";

test.each([
  ["en", "what it is is a mystery", "What it is is a mystery."],
  ["en", "come in in the morning", "Come in in the morning."],
  ["en", "the the door is open", "The door is open."],
  ["de", "alles was klein ist ist niedlich", "Alles was klein ist ist niedlich."],
])("words that end one clause and begin the next stay: %s: %s", (language, said, written) => {
  expect(formatDictation(said, { language })).toBe(written);
});

test.each([
  ["en", "she looked at the wall or rather at the ivy", "She looked at the wall or rather at the ivy."],
  ["en", "we went to the lake i mean to the river", "We went to the river."],
  ["en", "she went with tom i mean with anna", "She went with tom I mean with anna."],
  ["en", "call me at five i mean at six", "Call me at six."],
  ["en", "we went to the old lake i mean to the new lake", "We went to the new lake."],
])(
  "a clause takes something back where two words or a number come again: %s: %s",
  (language, said, written) => {
    expect(formatDictation(said, { language })).toBe(written);
  },
);

test.each([
  ["fr", "j'habite au douze rue de la paix", "J'habite au 12 rue de la Paix."],
  ["fr", "la rue de la paix est longue", "La rue de la paix est longue."],
  ["es", "vivo en la calle mayor número doce", "Vivo en la calle Mayor número 12."],
  ["it", "abito in via garibaldi dodici", "Abito in via Garibaldi 12."],
  ["it", "vado via alle diciassette", "Vado via alle 17."],
  ["es", "en la calle tiene doce gatos", "En la calle tiene 12 gatos."],
  ["es", "nos vemos en la calle a las quince", "Nos vemos en la calle a las 15."],
  ["nl", "ik woon in de kerkstraat twaalf", "Ik woon in de Kerkstraat 12."],
  ["de", "frau weber und herr schmidt sind da", "Frau Weber und Herr Schmidt sind da."],
  ["de", "die frau weint", "Die Frau weint."],
  ["de", "bitte schicken sie mir den vertrag", "Bitte schicken Sie mir den Vertrag."],
  ["de", "vielen dank für ihre hilfe", "Vielen Dank für Ihre Hilfe."],
  ["de", "sie schicken mir den vertrag", "Sie schicken mir den Vertrag."],
  [
    "de",
    "sehr geehrte frau weber komma neuer absatz vielen dank punkt",
    "Sehr geehrte Frau Weber,\n\nvielen Dank.",
  ],
])("capitals: %s: %s", (language, said, written) => {
  expect(formatDictation(said, { language })).toBe(written);
});

test.each([
  ["en", "bring seven eight or nine chairs", "Bring seven, eight, or nine chairs."],
  ["de", "wir sind sieben acht oder neun", "Wir sind sieben, acht oder neun."],
  ["de", "ich weiß dass er kommt weil ich es sah", "Ich weiß, dass er kommt, weil ich es sah."],
  [
    "de",
    "er lief so dass alle staunten und weil es regnete",
    "Er lief so dass alle staunten und weil es regnete.",
  ],
  ["en", "two points colon new line budget new line staffing", "Two points:\nBudget\nStaffing"],
  ["en", "the rule colon new line be kind", "The rule:\nBe kind."],
])("commas and lists: %s: %s", (language, said, written) => {
  expect(formatDictation(said, { language })).toBe(written);
});
