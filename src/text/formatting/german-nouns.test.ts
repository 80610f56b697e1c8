import { expect, test } from "bun:test";
import { formatDictation } from "./format-dictation.ts";

test.each([
  ["bitte senden sie mir den vertrag bis freitag", "Bitte senden Sie mir den Vertrag bis Freitag."],
  [
    "der patient hat seit gestern schmerzen im linken knie",
    "Der Patient hat seit gestern Schmerzen im linken Knie.",
  ],
  [
    "die budgetplanung und der arbeitsvertrag sind fertig",
    "Die Budgetplanung und der Arbeitsvertrag sind fertig.",
  ],
  ["beim lesen ist mir etwas neues aufgefallen", "Beim Lesen ist mir etwas Neues aufgefallen."],
  ["die frage ist gut aber ich frage mich warum", "Die Frage ist gut, aber ich frage mich warum."],
  ["das ist eine gute möglichkeit für die mannschaft", "Das ist eine gute Möglichkeit für die Mannschaft."],
  ["es ist ihm gelungen und wir haben gesungen", "Es ist ihm gelungen und wir haben gesungen."],
  ["wir treffen uns beim alten rathaus", "Wir treffen uns beim alten Rathaus."],
  [
    "ich muss das noch schreiben und dann gehen wir essen",
    "Ich muss das noch schreiben und dann gehen wir essen.",
  ],
])("%s → %s", (spoken, written) => {
  expect(formatDictation(spoken, { language: "de" })).toBe(written);
});

test("a noun keeps its capital in the middle of a sentence, another word does not", () => {
  expect(formatDictation("termin am montag", { language: "de", textBefore: "Der " })).toStartWith(
    "Termin am Montag",
  );
  expect(formatDictation("gestern war schön", { language: "de", textBefore: "Es " })).toStartWith("gestern");
});

test("a recognizer that writes capitals is not corrected", () => {
  expect(formatDictation("Der termin steht.", { language: "de" })).toBe("Der termin steht.");
});
