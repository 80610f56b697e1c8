/**
 * Edits of texts made at random: names, amounts, negations and all else outside the named place never change. Each edit either has
 * the one right result or is refused; `null` is what fits no place, or several.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { editText } from "../../../src/text/editing/edit-text.ts";

interface Facts {
  one: string;
  other: string;
  hour: number;
  room: number;
  amount: number;
  day: number;
}

interface Language {
  text(facts: Facts): string;
  /** The instruction, and the expected replacements. */
  edits(
    facts: Facts,
  ): readonly (readonly [said: string, change: readonly [from: string, to: string] | null])[];
}

/** Some sound like the words for kinds of things, or are spelled like words that deny. */
const NAMES = ["Tim", "Anna", "Dale", "Nate", "Rome", "Ray", "Noam", "Nina", "Rauma", "Nora", "Sam", "Priya"];

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    text: ({ one, other, hour, room, amount, day }) =>
      `${one} meets ${other} on Monday at ${hour} AM in room ${room}. The invoice of $${amount} is not due before May ${day}. We never ship without a label.`,
    edits: ({ one, other, hour, room, amount, day }) => [
      ["change the time to 11 AM", [`${hour} AM`, "11 AM"]],
      [`the meeting is at 11 AM not ${hour} AM`, [`${hour} AM`, "11 AM"]],
      [`the room is 99, not ${room}`, [`room ${room}`, "room 99"]],
      ["change the room to 99", [`room ${room}`, "room 99"]],
      [`the room is not ${room} but 99`, [`room ${room}`, "room 99"]],
      ["the date should be May 30", [`May ${day}.`, "May 30."]],
      [`the amount is 999 dollars not ${amount}`, [`$${amount}`, "$999"]],
      ["it's Tuesday, not Monday", ["Monday", "Tuesday"]],
      [`it's Paul, not ${one}`, [one, "Paul"]],
      [`replace ${other.toLowerCase()} with Paul`, [other, "Paul"]],
      ["change the name to Paul", null],
      ["delete the name", null],
      ["change the number to 7", null],
      ["change the address to Elm Street 4", null],
      ["sort it alphabetically", null],
      ["sort the list", null],
    ],
  },
  de: {
    text: ({ one, other, hour, room, amount, day }) =>
      `${one} trifft ${other} am Montag um ${hour} Uhr in Raum ${room}. Die Rechnung über ${amount} € ist nicht vor dem ${day}. Mai fällig. Wir liefern nie ohne Etikett.`,
    edits: ({ one, other, hour, room, amount }) => [
      ["ändere die Uhrzeit auf 11 Uhr", [`${hour} Uhr`, "11 Uhr"]],
      [`es ist 11 Uhr, nicht ${hour} Uhr`, [`${hour} Uhr`, "11 Uhr"]],
      [`der Raum ist 99, nicht ${room}`, [`Raum ${room}`, "Raum 99"]],
      [`der Betrag ist 999 Euro, nicht ${amount} Euro`, [`${amount} €`, "999 €"]],
      ["der Termin ist am Dienstag nicht am Montag", ["Montag", "Dienstag"]],
      [`es ist Paul, nicht ${one}`, [one, "Paul"]],
      [`ersetze ${other} durch Paul`, [other, "Paul"]],
      ["ändere den Namen in Paul", null],
      ["ändere die Telefonnummer auf 5551234", null],
      ["sortiere alphabetisch", null],
    ],
  },
  fr: {
    text: ({ one, other, hour, room, amount, day }) =>
      `${one} voit ${other} lundi à ${hour} h dans la salle ${room}. La facture de ${amount} € n'est pas due avant le ${day} mai. Nous ne livrons jamais sans étiquette.`,
    edits: ({ one, other, hour, room }) => [
      ["change l'heure en 11 h", [`${hour} h`, "11 h"]],
      [`c'est 11 h, pas ${hour} h`, [`${hour} h`, "11 h"]],
      [`la salle est la 99, pas la ${room}`, [`salle ${room}`, "salle 99"]],
      ["c'est mardi, pas lundi", ["lundi", "mardi"]],
      [`c'est Paul, pas ${one}`, [one, "Paul"]],
      [`remplace ${other} par Paul`, [other, "Paul"]],
      ["change le nom en Paul", null],
      ["trie par ordre alphabétique", null],
    ],
  },
  es: {
    text: ({ one, other, hour, room, amount, day }) =>
      `${one} ve a ${other} el lunes a las ${hour}:30 en la sala ${room}. La factura de ${amount} € no vence antes del ${day} de mayo. Nunca enviamos sin etiqueta.`,
    edits: ({ one, other, room }) => [
      [`la sala es la 99, no la ${room}`, [`sala ${room}`, "sala 99"]],
      ["es el martes, no el lunes", ["lunes", "martes"]],
      [`es Paul, no ${one}`, [one, "Paul"]],
      [`cambia ${other} por Paul`, [other, "Paul"]],
      ["cambia el nombre a Paul", null],
      ["ordena alfabéticamente", null],
    ],
  },
};

const facts: fc.Arbitrary<Facts> = fc
  .record({
    names: fc.shuffledSubarray(NAMES, { minLength: 2, maxLength: 2 }),
    hour: fc.integer({ min: 1, max: 9 }),
    room: fc.integer({ min: 31, max: 98 }),
    amount: fc.integer({ min: 100, max: 998 }),
    day: fc.integer({ min: 10, max: 28 }),
  })
  .map(({ names: [one = "", other = ""], ...numbers }) => ({ one, other, ...numbers }));

/** No-break spaces, and `999 Euro` for `999 €`, are the same. */
function plain(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/gu, " ")
    .replace(/’/g, "'")
    .replace(/ [Ee]uros?\b/g, " €");
}

test.each(Object.keys(LANGUAGES))("%s: an edit changes the named place alone, or nothing", (language) => {
  const { text, edits } = LANGUAGES[language] as Language;
  fc.assert(
    fc.property(facts, (each) => {
      const selection = text(each);
      for (const [said, change] of edits(each)) {
        const result = editText(said, selection, { language, dictionary: [] });
        const wanted = change && plain(selection.replace(change[0], change[1]));
        expect([said, result.unclear ? null : plain(result.text)]).toEqual([said, wanted]);
      }
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["Room 12 has 12 chairs and 12 tables.", "replace 12 with 14", null],
  ["Room 12 has 12 chairs and 12 tables.", "replace all 12 with 14", "Room 14 has 14 chairs and 14 tables."],
  ["Tom knows that Tom left.", "it's Paul, not Tom", null],
  ["We met. We left. You stayed.\nThey sang. They left.", "sort it alphabetically", null],
  ["Dana lives in Rome.", "change the room to 5", null],
  ["Jamie dated the roofer.", "delete the date", null],
])("%j, %j", (selection, said, wanted) => {
  const { text, unclear } = editText(said, selection, { language: "en", dictionary: [] });
  expect(unclear ? null : text).toBe(wanted);
});
